import { createHash } from 'node:crypto';
import { ERROR_STATUS } from '@paydesk/contract/kernel/errors.ts';
import {
  ALWAYS,
  SECOND_PERSON,
  type SecondPersonKind,
} from '@paydesk/contract/kernel/second-person.ts';
import { WAITING_HEADER } from '@paydesk/contract/kernel/second-person-headers.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { insistOnProof } from '../../platform/auth/email-changes.ts';
import { canonical } from '../../platform/canonical.ts';
import { invalid, Refusal } from '../../platform/errors.ts';
import { Answer } from '../../platform/http/handlers.ts';
import { insist, refuseFields } from '../../platform/insist.ts';
import type { Guarded, Services } from '../../platform/services.ts';
import { askedBefore, askForCall, keyIsKnown, mayRead } from './calls.ts';
import {
  counting,
  countOfDay,
  goesAbove,
  mostOfDay,
  takeBack,
  thresholdsFor,
} from './thresholds.ts';
import { insistAsRead, weigh } from './weigh.ts';

type Body = Readonly<Record<string, unknown>>;

/**
 * Stands before every call that may wait for a second person: lets it through, or keeps it as it came until
 * somebody has agreed. It knows no resource; what a call is and how much it moves stands in its row.
 */
export const secondPersonGate =
  (services: Services) =>
  async (call: Guarded, work: () => Promise<unknown>): Promise<unknown> => {
    const { row, context, reason } = call;
    const { actor, idempotencyKey: key } = context;
    const how = row.secondPerson!;
    const always = typeof how.kind === 'string' && ALWAYS.includes(how.kind);
    // to these people it tells of nobody
    if (how.opens?.to && !AUDIENCES[how.opens.to](actor)) return work();
    const all = await thresholdsFor(services, actor);
    if (!all.length && !always) return work();
    const repeatKey = repeatOf(call);
    if (how.opens && (await mayRead(services, actor, repeatKey))) return work();
    const earlier = await askedBefore(services.database.kysely, actor.userId, { key, repeatKey });
    if (earlier?.waits) return answered(earlier);
    // what was begun under the key goes on by it, whatever threshold was set since
    if (key && (await keyIsKnown(services.database.kysely, actor.userId, key))) return work();
    // decided, and nothing came of it: the key gives the same answer, and another one asks anew
    if (earlier) return answered(earlier);
    const weighed = await weigh(services, call, how);
    if (!weighed) return work();
    const some = counting(all, weighed.kind, weighed.merchantId);
    if (!ALWAYS.includes(weighed.kind) && !goesAbove(some, weighed.cents)) {
      const most = mostOfDay(some);
      if (most === null) return work();
      const part = { kind: weighed.kind, cents: weighed.cents!, most, repeatKey: key && repeatKey };
      const counted = await countOfDay(services, actor, part);
      if (counted) return undone(work, () => takeBack(services, counted));
    }
    // what its own rule refuses is asked of nobody
    const action = how.as?.(context.body as Body) ?? how.action;
    if (action)
      insist(action, weighed.record as never, actor, (context.body ?? {}) as Body, services.now());
    await insistAsRead(services, context, weighed.record);
    refuseFields(
      how.unread?.((context.body ?? {}) as Body, weighed.record as never) ?? {},
      action?.fields,
    );
    const refused = how.refuses?.(weighed.record as never);
    if (refused) throw invalid(refused.field, refused.message);
    if (how.proven) insistOnProof(actor);
    if (!reason) throw needed(weighed.kind);
    return answered(await askForCall(services, call, weighed, { key, repeatKey, reason }));
  };

/** Under the caller's key, or for what it is: the same question twice is one request. */
function repeatOf({ key, context: { params, query, body, idempotencyKey } }: Guarded): string {
  const hash = createHash('sha256').update(canonical({ key, params, query, body })).digest('hex');
  return `${idempotencyKey ?? ''}#${hash}`;
}

const answered = (waits: { id: string; expires: string }) =>
  new Answer(
    202,
    { approvalId: waits.id, expiresDate: new Date(waits.expires).toISOString() },
    { [WAITING_HEADER]: waits.id },
  );

function needed(kind: SecondPersonKind): Refusal {
  const refusal = new Refusal('SECOND_PERSON_NEEDED');
  refusal.message = `${SECOND_PERSON[kind]}: a second person has to agree`;
  // nothing was refused yet: the person is asked for a reason
  refusal.audited = true;
  return refusal;
}

/** What was refused was not done, and counts for nothing. */
async function undone(work: () => Promise<unknown>, back: () => Promise<void>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal && ERROR_STATUS[error.code] < 500) await back();
    throw error;
  }
}
