import { LOAN_HOLDS, type LoanHold } from '@paydesk/contract/lending.ts';
import { Chip } from '../../ui/Chip.tsx';

/** Beside the status of a loan that waits for a person's word. */
export const HoldChip = ({ hold }: { hold: LoanHold | null }) =>
  hold ? <Chip tone="warning">{LOAN_HOLDS[hold]}</Chip> : null;
