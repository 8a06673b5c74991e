import type { Tone } from '@paydesk/contract/kernel/columns.ts';

export type { Tone };

const SUCCESS =
  /^(SUCCESS|ACTIVE|ACTIVATED|CONFIRMED|PAID|SETTLED|LIVE|VERIFIED|CLEAR|OK|PASSED|CHOSEN|USED|FALSE_HIT)$/;
const ERROR =
  /^(FAILED|DECLINED|REJECTED|REFUSED|BLOCKED.*|RP_BLOCKED|MATCH|TRUE_HIT|ERROR|GIVEN_UP)$/;
const ENDED =
  /^(REVERSED|REFUNDED|CANCELLED|DISABLED|EXPIRED|DRAFT|DEACTIVATED|CLOSED|DELETED|ENDED|OFF|REVOKED|WITHDRAWN|SKIPPED)$/;
const WAITING =
  /PENDING|WAITING|POSSIBLE|NOT_ACTIVATED|REVIEW|PARTLY|HELD|REQUESTED|SUSPENDED|MISSED|UNPAID|OVERDUE|OPEN|SECOND_READER/;

/** The colour of a status chip (AM-96); whatever is under way is blue, or amber while it waits for somebody. */
export function toneOf(status: string): Tone {
  if (SUCCESS.test(status)) return 'success';
  if (ERROR.test(status)) return 'error';
  if (ENDED.test(status)) return 'ended';
  return WAITING.test(status) ? 'warning' : 'info';
}
