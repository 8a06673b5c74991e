import { isAllowed } from '@paydesk/contract/policy.ts';
import { rightOf } from '@paydesk/contract/rights.ts';
import { WAITS, waitOf, type WaitKey, type Waiting } from '@paydesk/contract/waits.ts';
import type { SignedIn } from './auth/sessions.ts';
import type { Handlers } from './http/handlers.ts';
import { businessZone } from './installation.ts';
import type { ListDefinition } from './list/definition.ts';
import { waitingUnder } from './list/counts.ts';
import { mayRead } from './list/scope.ts';
import { mustBeStaffs } from './reports.ts';
import type { Services } from './services.ts';

/** What waits for whoever asks: counted by the list that opens behind each line, so that both say the same. */
export function waitHandlers(
  services: Services,
  lists: readonly ListDefinition[],
): Handlers<'GET /api/reports/waiting'> {
  const { database, now } = services;
  const listOf = (key: WaitKey) =>
    lists.find(({ resource }) => resource.slug === waitOf(key).list)!;

  /** Whether the rows are theirs to read, and something is theirs to do about them. */
  const concerns = (actor: SignedIn, key: WaitKey) => {
    const { resource } = listOf(key);
    if (!isAllowed(actor, waitOf(key).asks)) return false;
    if (resource.scope === 'own' && !actor.merchantId) return false;
    const call = `GET ${resource.path}`;
    return resource.scope === 'all'
      ? isAllowed(actor, { anyOf: resource.read, right: rightOf(call) })
      : mayRead(resource.read, actor, call);
  };

  return {
    'GET /api/reports/waiting': async ({ actor, query: { f_merchantId: merchant } }) => {
      mustBeStaffs(merchant, actor);
      const timeZone = businessZone(services);
      const at = Temporal.Instant.fromEpochMilliseconds(now().getTime());
      const today = at.toZonedDateTimeISO(timeZone).toPlainDate().toString();
      const keys = (Object.keys(WAITS) as WaitKey[]).filter(
        (key) => concerns(actor, key) && (!merchant || waitOf(key).merchant),
      );
      const all = keys.map(async (name): Promise<Waiting> => {
        const { filters: own, merchant: by, late, said: who, due: hasDue, since } = waitOf(name);
        const filters = { ...own(today), ...(merchant && { [`f_${by}`]: merchant }) };
        const list = listOf(name);
        const query = { ...filters, timeZone };
        const { count, oldest, due } = await waitingUnder(database, list, actor, query, {
          due: hasDue !== undefined,
          since,
        });
        const theirs = who && count > 0 && { ...query, [`f_${who}`]: actor.userId };
        const said = theirs ? (await waitingUnder(database, list, actor, theirs, {})).count : 0;
        return { name, count, said, oldest: late === null ? null : oldest, due, filters };
      });
      return { timeZone, waits: (await Promise.all(all)).filter(({ count }) => count > 0) };
    },
  };
}
