import type { Decided } from '../../gateways/acquirer.ts';
import type { Services } from '../../platform/services.ts';
import type { CardChange } from './card-change.ts';
import { checked, goOnWithCard, letGo, releaseOf } from './new-card.ts';
import { BY } from './rows.ts';

/** By the id of either of its operations. */
export const cardCheckOf = ({ database }: Services, id: string) =>
  database.kysely
    .selectFrom('recurring_card_changes')
    .selectAll()
    .where((where) => where.or([where('authorise_id', '=', id), where('release_id', '=', id)]))
    .executeTakeFirst();

/**
 * What the acquirer says of it unasked (AM-102); false where that was known. A yes that comes after all others have gone
 * is let go of at once, under the id by which it would have been.
 */
export async function cardCheckSaid(
  services: Services,
  change: CardChange,
  id: string,
  answer: Decided,
): Promise<boolean> {
  const { stage } = change;
  if (id === change.release_id) {
    if (stage !== 'RELEASING') return false;
    await letGo(services, change, answer, BY);
    return true;
  }
  if (stage === 'AUTHORISING' || stage === 'CHALLENGE') {
    await checked(services, change, answer, BY);
    await goOnWithCard(services, change.id);
    return true;
  }
  if (answer.outcome === 'approved' && stage === 'FAILED')
    await services.acquirer.move(releaseOf(change));
  return false;
}
