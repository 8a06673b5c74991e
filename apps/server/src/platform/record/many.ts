import type { AuditAction } from '@paydesk/contract/audited.ts';
import { ERROR_STATUS } from '@paydesk/contract/kernel/errors.ts';
import { manyPath, type Verdict } from '@paydesk/contract/kernel/many.ts';
import { audit } from '../audit.ts';
import { stillHeld } from '../auth/session-rights.ts';
import type { SignedIn } from '../auth/sessions.ts';
import type { Tx } from '../db/database.ts';
import { forbidden, invalid, Refusal } from '../errors.ts';
import { claimKey, keepVerdict, verdictUnder } from '../idempotency.ts';
import { changeAs } from '../own-merchant.ts';
import type { Services } from '../services.ts';

interface One {
  actor: SignedIn;
  params: { id: string };
  body?: object;
}

/** An action on one record, as those on many are made of it. */
interface OneByOne {
  /** The key of its call. */
  key: string;
  entity: string;
  /** Throws what it would be refused with now. */
  ask: (tx: Tx, asked: One) => Promise<unknown>;
  /** Does it, in this transaction. */
  act: (tx: Tx, asked: One) => Promise<unknown>;
}

interface Asked {
  actor: SignedIn;
  body: { ids: string[]; seen?: object[] };
  idempotencyKey: string | null;
}

/** An id that is somebody else's is refused as one that nobody has (SB-03). */
const refusedAs = (id: string, error: unknown): Verdict<never> => {
  if (!(error instanceof Refusal) || ERROR_STATUS[error.code] >= 500) throw error;
  return { id, verdict: 'REFUSED', reason: error.errors[0]?.message ?? error.message };
};

/** An id named twice is one record. */
const distinct = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toLowerCase()))];

/** What would come of each at this moment; nothing is locked. */
const checkMany =
  ({ database }: Services, { ask }: OneByOne) =>
  ({ actor, query }: { actor: SignedIn; query: { ids: string } }) =>
    database.transaction(actor.sight, async (tx) => {
      const verdicts: Verdict<'POSSIBLE'>[] = [];
      for (const id of distinct(query.ids.split(',')))
        verdicts.push(
          await ask(tx, { actor, params: { id } }).then(
            () => ({ id, verdict: 'POSSIBLE' as const, reason: null }),
            (error: unknown) => refusedAs(id, error),
          ),
        );
      return { verdicts };
    });

/**
 * One after the other, each in its own transaction: what is refused to one leaves the others as they are.
 * A repeat under the same key gives the verdicts that were given, and goes on where the first was cut off (AM-102).
 */
const performMany =
  (services: Services, one: OneByOne) =>
  async ({ actor, body, idempotencyKey: key }: Asked) => {
    const { ids, seen = [], ...values } = body;
    if (seen.length && seen.length !== ids.length)
      throw invalid('seen', 'What was read is said of each of them, or of none');
    const readOf = new Map(ids.map((id, at) => [id.toLowerCase(), seen[at]]));
    const request = { many: one.key, ...body };
    await changeAs(services.database, actor, (tx) => claimKey(tx, actor, { key, request }));
    const still = stillHeld(services, actor);
    const verdicts: Verdict<'DONE'>[] = [];
    for (const id of distinct(ids)) {
      // asked before each, and by no second connection beside its transaction
      const its = (await still()) ? one : { ...one, act: lost };
      verdicts.push(
        await performOne(services, its, actor, key, id, { ...values, ...readOf.get(id) }),
      );
    }
    return { verdicts };
  };

/** Of whoever lost the right to it while the others were done. */
const lost = async () => {
  throw forbidden(
    'Your session has ended, or you may do something else now: this one was not done',
  );
};

/** What serves the two rows of the table that it brings. */
export const manyHandlers = (services: Services, one: OneByOne): [string, unknown][] => [
  [`GET ${manyPath(one.key)}`, checkMany(services, one)],
  [`POST ${manyPath(one.key)}`, performMany(services, one)],
];

async function performOne(
  { database }: Services,
  { key: action, entity, act }: OneByOne,
  actor: SignedIn,
  key: string | null,
  id: string,
  values: object,
): Promise<Verdict<'DONE'>> {
  // the lock on the key's row lets two calls under it do no record twice
  const once = async (tx: Tx, verdict: Verdict<'DONE'>, work: () => Promise<unknown>) => {
    const earlier = await verdictUnder(tx, actor, key, id);
    if (earlier) return earlier;
    await work();
    await keepVerdict(tx, actor, key, verdict);
    return verdict;
  };
  try {
    return await changeAs(database, actor, (tx) =>
      once(tx, { id, verdict: 'DONE', reason: null }, () =>
        act(tx, { actor, params: { id }, body: values }),
      ),
    );
  } catch (error) {
    const refused = refusedAs(id, error);
    const { code } = error as Refusal;
    // its own transaction has been rolled back
    return database.transaction('all', (tx) =>
      once(tx, refused, () =>
        audit(tx, actor, {
          action: action as AuditAction,
          entityType: entity,
          entityId: id,
          merchantId: actor.merchantId,
          result: 'REFUSED',
          details: { errorCode: code },
        }),
      ),
    );
  }
}
