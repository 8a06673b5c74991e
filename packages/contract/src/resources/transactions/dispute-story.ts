import { formatAmount, less } from '../../kernel/money.ts';
import type { Answer } from '../../kernel/story.ts';
import { leftBeside } from './rules.ts';
import type { Told } from './story.ts';

/** Paydesk answers no bank: it hears of what was claimed, and of what was decided. */
const ANSWERED = 'It is answered on the acquirer’s own pages';

/** Staff read besides who does it; its people know. */
const toStaff = (told: string, others: string, both: string): Pick<Answer, 'nextStep' | 'for'> => ({
  nextStep: told + both,
  for: { asks: { anyOf: ['READ_ANY_TRANSACTION'] }, others: others + both },
});

/** Of how much the bank speaks, where it is not all of it; what it has taken before is told beside what it claims. */
export function disputedAnswer(dispute: 'OPEN' | 'LOST', one: Told): Answer {
  const { claimedAmount, amount, currency } = one;
  const before = dispute === 'OPEN' ? (one.lostAmount ?? 0) : 0;
  const claimed = less(claimedAmount, before);
  const part =
    claimed < amount ? `${formatAmount(claimed)} of ${formatAmount(amount)} ${currency}` : null;
  const taken = before > 0 ? `; ${formatAmount(before)} ${currency} is lost already` : '';
  const left = leftBeside(one);
  const other =
    left > 0 && one.status.name === 'SUCCESS' ? `other ${formatAmount(left)} ${currency}` : null;
  return dispute === 'OPEN'
    ? {
        tone: 'warning',
        reason: `The payer’s bank claims ${part ?? 'this payment'} back${taken}`,
        ...(one.claim?.respondBy && {
          due: { words: `${ANSWERED}, not here, by`, at: one.claim.respondBy },
        }),
        ...toStaff(
          'Its merchant does that; what the bank decides shows here. ',
          'What the bank decides shows here. ',
          `Until then ${other ? `only the ${other} can be` : 'nothing can be'} refunded or reversed here.`,
        ),
      }
    : {
        tone: 'error',
        reason: `The dispute is lost: the payer has ${part ?? 'the money'} back`,
        nextStep: other ? `The ${other} can still be refunded.` : 'Nothing more can be refunded.',
      };
}
