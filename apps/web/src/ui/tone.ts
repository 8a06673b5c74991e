export type Tone = 'success' | 'info' | 'warning' | 'error' | 'ended';

const SUCCESS = /^(SUCCESS|ACTIVE|ACTIVATED|CONFIRMED|PAID|SETTLED|LIVE|VERIFIED|CLEAR|OK|PASSED)$/;
const ERROR = /^(FAILED|DECLINED|REJECTED|REFUSED|BLOCKED.*|RP_BLOCKED|MATCH|ERROR|GIVEN_UP)$/;
const ENDED =
  /^(REVERSED|REFUNDED|CANCELLED|DISABLED|EXPIRED|DRAFT|DEACTIVATED|CLOSED|DELETED|ENDED|OFF)$/;
const WAITING = /PENDING|WAITING|POSSIBLE|NOT_ACTIVATED|REVIEW|PARTLY|HELD/;

/** The colour of a status chip (AM-96); whatever is under way is blue, or amber while it waits. */
export function toneOf(status: string): Tone {
  if (SUCCESS.test(status)) return 'success';
  if (ERROR.test(status)) return 'error';
  if (ENDED.test(status)) return 'ended';
  return WAITING.test(status) ? 'warning' : 'info';
}
