import { messages } from '@paydesk/contract/kernel/messages.ts';
import { checkRange } from '@paydesk/contract/kernel/reports.ts';
import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';
import { invalid } from './errors.ts';

/** Throws by the field where a report can't be made of these days (SB-44). */
export function mustBeRange({ from, to }: { from: string; to: string }): void {
  const refused = checkRange(from, to);
  if (refused) throw invalid(refused.field, refused.message);
}

/** Throws where a merchant is chosen by somebody who is no staff: for others there is no such filter. */
export function mustBeStaffs(merchantId: string | undefined, actor: Actor): void {
  if (merchantId && !AUDIENCES.staff(actor)) throw invalid('f_merchantId', messages.unknownFilter);
}
