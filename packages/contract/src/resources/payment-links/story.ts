import { formatDateTime } from '../../kernel/instants.ts';
import { counted } from '../../kernel/many.ts';
import type { Answer } from '../../kernel/story.ts';
import { lastTryAnswer } from '../../last-try.ts';
import type { LINK_UNDER_WAY, PaymentLink } from '../payment-links.ts';

const on = (date: string | null) => (date ? ` on ${formatDateTime(date)}` : '');

/** What became of a link, or what it waits for and until when, as its screen begins. */
export function linkAnswer(link: PaymentLink): Answer {
  const { status, paidDate, paidBy, expiresDate, disabledDate, disabledBy } = link;
  switch (status.name) {
    case 'USED':
      return {
        tone: 'success',
        reason: `Paid${paidBy ? ` by ${paidBy}` : ''}${on(paidDate)}`,
        nextStep: 'The link was good for one payment: nothing is left to do.',
      };
    case 'EXPIRED':
      return {
        tone: 'ended',
        reason: `Expired${on(expiresDate)}`,
        nextStep: goesOn(link) ?? 'To be paid after all, make a new link and send that.',
      };
    case 'DISABLED':
      return {
        tone: 'ended',
        reason: `Disabled${disabledBy ? ` by ${disabledBy}` : ''}${on(disabledDate)}`,
        nextStep: goesOn(link) ?? 'What was paid by it stays paid; nobody can pay by it any more.',
      };
    default:
      return { ...(beingPaid(link) ?? triedInVain(link) ?? open(link)), ...ends(link) };
  }
}

/** Until when it can be paid by. */
const ends = ({ expiresDate: at }: PaymentLink): Pick<Answer, 'due'> =>
  at ? { due: { words: 'The link expires', at } } : {};

/** Whoever was asked for a card may never come back. */
const isGiven = ({ underWay }: PaymentLink) => underWay !== null && underWay !== 'CARD';

/** Of one that is over: whoever makes another meanwhile may be paid twice. */
const goesOn = (link: PaymentLink): string | null =>
  isGiven(link)
    ? 'What was begun by it before is under way yet: wait for its outcome, which will show here.'
    : null;

/** Nobody has tried, or it is good for many. */
function open(link: PaymentLink): Answer {
  const { paidOrders, paidBy, paidDate, expiresDate, begunDate } = link;
  const more = isGiven(link) ? 'Another payment is under way. ' : '';
  return {
    tone: paidOrders ? 'success' : 'info',
    reason: paidOrders
      ? `${counted(paidOrders, 'payment')} so far, the last${paidBy ? ` by ${paidBy}` : ''}${on(paidDate)}`
      : begunDate
        ? `Not paid yet: somebody began it${on(begunDate)}, and did not finish`
        : 'Not paid yet',
    nextStep: `${more}${expiresDate ? '' : 'The link does not expire.'}`,
  };
}

const SHOWS = 'The outcome will show here.';

const UNDER_WAY: Readonly<Record<keyof typeof LINK_UNDER_WAY, [reason: string, next: string]>> = {
  CARD: ['Somebody is about to pay by it, and has given no card yet', SHOWS],
  CHALLENGE: ['Somebody is paying by it now: the bank waits for a confirmation', SHOWS],
  WORKING: ['Somebody is paying by it now', SHOWS],
  AUTHORISED: [
    'The amount is held on a card, and not taken yet',
    'It is taken once the payment is captured, on its own page.',
  ],
  REVIEW: [
    'A payment by it is held for review',
    `The back office approves or refuses it. ${SHOWS}`,
  ],
  LOAN: ['Somebody is applying for a loan to pay by it', SHOWS],
};

/** Of one that nobody has paid by yet; a card that is asked for anew says less than why the last one was not taken. */
function beingPaid(link: PaymentLink): Answer | null {
  const { underWay, paidOrders, lastPaymentFailure } = link;
  if (!underWay || paidOrders > 0 || (underWay === 'CARD' && lastPaymentFailure)) return null;
  return inWords(underWay);
}

function inWords(underWay: keyof typeof LINK_UNDER_WAY): Answer {
  const [reason, nextStep] = UNDER_WAY[underWay];
  return { tone: underWay === 'REVIEW' ? 'warning' : 'info', reason, nextStep };
}

/** Somebody wanted to pay, and could not: whoever sent the link asks them, instead of waiting. */
function triedInVain(link: PaymentLink): Answer | null {
  const tried = link.paidOrders > 0 ? null : lastTryAnswer(link);
  if (!tried) return null;
  if (tried.tone === 'info') return inWords('WORKING');
  return {
    tone: 'warning',
    reason: `Not paid yet. ${tried.reason}${on(link.lastTriedDate)}`,
    nextStep: 'The link can still be paid: its payer tries again by it, with another card.',
  };
}
