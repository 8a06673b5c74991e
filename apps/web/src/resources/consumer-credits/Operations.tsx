import type { ConsumerCredit } from '@paydesk/contract/resources/consumer-credits/endpoints.ts';
import { Reach } from '../../ui/Reach.tsx';

/** Whom staff ask at an institution that owes an answer; others are sent none, and some have said nobody. */
export const Operations = ({ of }: { of: ConsumerCredit['institutionContact'] }) =>
  of ? (
    <span data-off-paper>
      Operations contact: <Reach of={of} />
    </span>
  ) : null;
