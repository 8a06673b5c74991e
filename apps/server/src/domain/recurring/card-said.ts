import type { Decided } from '../../gateways/acquirer.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Services } from '../../platform/services.ts';
import type { CardChange } from './card-change.ts';
import { heldLate, letGo } from './card-release.ts';
import { checked, goOnWithCard } from './new-card.ts';
import { BY } from './rows.ts';

/** By the id of either of its operations. */
export const cardCheckOf = ({ database }: Services, id: string) =>
  database.kysely
    .selectFrom('recurring_card_changes')
    .selectAll()
    .where((where) => where.or([where('authorise_id', '=', id), where('release_id', '=', id)]))
    .executeTakeFirst();

/**
 * What the acquirer says of it unasked (AM-102), with what is done beside that once; false where it was known. A yes
 * that comes after all others have gone is let go of at once.
 */
export async function cardCheckSaid(
  services: Services,
  change: CardChange,
  id: string,
  answer: Decided,
  also: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const { stage } = change;
  if (id === change.release_id)
    return stage === 'RELEASING' && letGo(services, change, answer, BY, also);
  if (stage === 'AUTHORISING' || stage === 'CHALLENGE') {
    const isNew = await checked(services, change, answer, BY, also);
    await goOnWithCard(services, change.id);
    if (isNew) return true;
    // whoever was quicker may have said no
    const now = await cardCheckOf(services, id);
    return now!.stage !== stage && cardCheckSaid(services, now!, id, answer, also);
  }
  if (answer.outcome !== 'approved' || (stage !== 'FAILED' && stage !== 'RELEASING')) return false;
  const isNew = await heldLate(services, change, also);
  if (isNew) await goOnWithCard(services, change.id);
  return isNew;
}
