import { HELD } from './kernel/paid.ts';
import type { Answer } from './kernel/story.ts';
import { REVIEWS_HELD } from './reviewing.ts';

/**
 * Of an order or a purchase whose payment or loan a rule holds: that one is decided where it stands, by whoever may,
 * and what else is decided here is told apart from it.
 */
export function heldAnswer(held: keyof typeof HELD, apart?: string): Answer {
  const what = HELD[held].toLowerCase();
  const leads = `that ${what}`;
  const [pass, passes] = held === 'LOAN' ? ['Release', 'releases'] : ['Approve', 'approves'];
  const more = apart ? ` ${apart}` : '';
  return {
    tone: 'warning',
    reason: `A rule holds its ${what} for review`,
    nextStep: `${pass} or refuse ${leads} on its own page.${more}`,
    leads,
    for: {
      asks: REVIEWS_HELD[held],
      others: `The back office ${passes} or refuses ${leads}.${more}`,
    },
  };
}
