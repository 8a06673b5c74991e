import { use, type ComponentType, type ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { ReviewDesk } from '../../platform/ReviewDesk/ReviewDesk.tsx';
import type { AnyQueue } from '../../platform/ReviewDesk/types.ts';

interface Props {
  /** The same promise each time. */
  queues: () => Promise<readonly AnyQueue[]>;
  Customer: ComponentType<{ customerId: string }>;
}

/** Everything that waits for the word of staff: payments in review and cases of screening (CU-08, ST-03). */
export const ReviewsScreen = ({ queues, Customer }: Props): ReactNode => (
  <ReviewDesk title="Reviews" queues={use(queues())} Customer={Customer} hrefOf={paths.reviews} />
);
