import type { ComponentType, ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { ReviewDesk } from '../../platform/ReviewDesk/ReviewDesk.tsx';
import type { AnyQueue } from '../../platform/ReviewDesk/types.ts';

interface Props {
  queues: readonly AnyQueue[];
  Customer: ComponentType<{ customerId: string; writeKey: string }>;
}

/** Everything that waits for the word of staff: payments and loans in review and cases of screening (CU-08, ST-03). */
export const ReviewsScreen = ({ queues, Customer }: Props): ReactNode => (
  <ReviewDesk title="Reviews" queues={queues} Customer={Customer} hrefOf={paths.reviews} />
);
