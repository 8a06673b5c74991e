import type { RecurringPage } from '@paydesk/contract/resources/recurring/page.ts';

/** What becomes of it now, in a sentence. */
export function stateWords({ status, suspendReason, onHold, merchant }: RecurringPage): string {
  if (onHold === 'CARD')
    return 'Your card can’t be charged, so nothing is taken. Enter another card, and it goes on.';
  if (onHold) return 'Nothing is taken at the moment.';
  if (status === 'ACTIVE') return 'It continues until you cancel.';
  if (status !== 'SUSPENDED') return 'No more payments are taken.';
  switch (suspendReason) {
    case 'PAUSED_BY_CUSTOMER':
      return 'You paused it: nothing is taken until you resume it.';
    case 'PAUSED_BY_MERCHANT':
      return `${merchant.name} paused it: nothing is taken at the moment.`;
    default:
      return 'Your card was declined, so nothing is taken. Enter another card, and it goes on.';
  }
}

/** Without one nothing more can be taken. */
export const wantsCard = ({ cardOver, onHold, status, suspendReason }: RecurringPage) =>
  cardOver || onHold === 'CARD' || (status === 'SUSPENDED' && suspendReason === 'DECLINED');
