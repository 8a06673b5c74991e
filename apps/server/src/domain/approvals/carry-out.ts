import { whyNotAmount } from '@paydesk/contract/amounts.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { table } from '@paydesk/contract/index.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { ERROR_STATUS } from '@paydesk/contract/kernel/errors.ts';
import {
  READING_MINUTES,
  SECOND_PERSON,
  type SecondPersonKind,
} from '@paydesk/contract/kernel/second-person.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import { haveOneMailbox } from '../../platform/auth/mailboxes.ts';
import { tellUser } from '../../platform/auth/notices.ts';
import { findPerson, type SignedIn } from '../../platform/auth/sessions.ts';
import { forbidden, invalid, refuseUnless, Refusal } from '../../platform/errors.ts';
import { asAnswer } from '../../platform/http/handlers.ts';
import type { RowOf } from '../../platform/record.ts';
import type { Guarded, Services } from '../../platform/services.ts';
import type { Task } from '../../platform/tasks.ts';
import { keyIsKnown, sealedFor, type Sealed } from './calls.ts';
import { aboutOf, idOf, recordOf, requirementOf } from './weigh.ts';
import { changedThresholds } from './thresholds.ts';

type Row = RowOf<'approvals'>;

const rowOf = (call: string): Endpoint => (table as Readonly<Record<string, Endpoint>>)[call]!;

/** The key under which it is done: the caller's own, so that their repeat meets what was done, or the request's. */
const keyOf = (row: Row, sealed: Sealed) => sealed.idempotencyKey ?? sealedFor(row.id);

export const unsealed = ({ encryption }: Services, row: Pick<Row, 'id' | 'sealed'>): Sealed =>
  JSON.parse(encryption.open(row.sealed!, sealedFor(row.id))) as Sealed;

/** The call as it came, by its asker or by whoever looks at what it is about. */
function contextOf(row: Row, sealed: Sealed, actor: SignedIn): Guarded['context'] {
  return {
    actor,
    params: (sealed.params ?? undefined) as Guarded['context']['params'],
    query: sealed.query,
    body: sealed.body,
    file: null,
    idempotencyKey: keyOf(row, sealed),
    address: actor.address,
    userAgent: null,
  };
}

/** What is to be known of its record now, by the eyes of whoever looks; nothing of what is not theirs to see. */
export async function bewareOf(services: Services, row: Row, actor: SignedIn) {
  const { beware, reads } = rowOf(row.call!).secondPerson!;
  if (!beware || !reads) return null;
  const context = contextOf(row, unsealed(services, row), actor);
  try {
    return beware((await recordOf(services, context, reads)) as never);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

export const SAME_MAILBOX = 'Who has asked for it has the same address: another person confirms it';

/** Refuses whoever could not do it themselves, has the asker's mailbox, or had a hand in a threshold since. */
export async function insistSecond(services: Services, actor: SignedIn, row: Row): Promise<void> {
  const { database } = services;
  const asked = requirementOf(row.call!, rowOf(row.call!));
  refuseUnless(actor, asked);
  // who gives back so much at most agrees to no more
  const cents = row.amount_cents;
  const beyond = cents === null ? null : whyNotAmount(actor, asked.right, fromCents(cents));
  if (beyond) throw forbidden(beyond);
  if (await haveOneMailbox(database.kysely, actor.userId, row.asked_by_id))
    throw forbidden(SAME_MAILBOX);
  if (await changedThresholds(services, actor.userId, row.created_date, row.decided_date))
    throw forbidden(
      'You have changed a threshold since it was asked for: another person confirms it',
    );
  // its record is theirs to see, as it would be to whoever does it
  const { reads } = rowOf(row.call!).secondPerson!;
  if (reads) await recordOf(services, contextOf(row, unsealed(services, row), actor), reads);
}

/**
 * Does what two people have agreed on, as one of them asked for it and under all of its own rules. It may be
 * begun twice, after a kill or by two processes: the idempotency key lets it be done once.
 */
export async function carryOut(services: Services, id: string): Promise<void> {
  const { database } = services;
  const row = await database.kysely
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.status !== 'APPROVED' || row.outcome !== 'RUNNING') return;
  const sealed = unsealed(services, row);
  try {
    const address = 'second person';
    const asker = await findPerson(database, row.asked_by_id, address);
    if (!asker) throw invalid('status', 'Who has asked for it may not go on any more');
    const { proven } = rowOf(row.call!).secondPerson!;
    const context = contextOf(row, sealed, proven ? { ...asker, passwordFresh: true } : asker);
    // what was begun already is answered by its key, whoever may do what by now
    if (!(await keyIsKnown(database.kysely, asker.userId, context.idempotencyKey!))) {
      refuseUnless(asker, requirementOf(row.call!, rowOf(row.call!)));
      const second = await findPerson(database, row.decided_by_id!, address);
      if (!second) throw invalid('status', 'Who has confirmed it may not go on any more');
      await insistSecond(services, second, row);
      await insistSame(services, row, sealed, context);
    }
    // a reading is its asker's own: from now on it answers them
    if (rowOf(row.call!).secondPerson!.opens)
      return await end(
        services,
        row,
        'DONE',
        `It can be downloaded for ${READING_MINUTES} minutes`,
      );
    const { status } = asAnswer(await services.perform(row.call!, context));
    await end(
      services,
      row,
      'DONE',
      status === 202 ? 'The answer of the outside is still open' : null,
    );
  } catch (error) {
    if (!(error instanceof Refusal) || ERROR_STATUS[error.code] >= 500) {
      services.log.error({ err: error, approval: id }, 'what was agreed on waits to be done');
      return;
    }
    await end(services, row, 'REFUSED', error.errors[0]?.message ?? error.message);
  }
}

/** What has another version by now is not what was looked at. */
async function insistSame(
  services: Services,
  row: Row,
  sealed: Sealed,
  context: Guarded['context'],
): Promise<void> {
  if (sealed.version === null || idOf(context) === null) return;
  const now = await aboutOf(services, context, rowOf(row.call!).secondPerson!);
  if (now && (now['version'] ?? null) !== sealed.version)
    throw invalid('status', 'It has been changed since it was asked for');
}

/** Written once; what was sealed is not needed any more. */
const end = (services: Services, row: Row, outcome: 'DONE' | 'REFUSED', text: string | null) =>
  services.database.transaction('all', async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('approvals')
      .set({ outcome, outcome_text: text, sealed: null, updated_date: sql`now()` })
      .where('id', '=', row.id)
      .where('outcome', '=', 'RUNNING')
      .executeTakeFirst();
    if (!numUpdatedRows) return;
    if (outcome === 'REFUSED')
      await audit(
        tx,
        { userId: row.asked_by_id, userName: row.created_by, address: null },
        {
          action: 'CARRY_OUT',
          entityType: row.entity_type,
          entityId: row.entity_id,
          merchantId: row.merchant_id,
          result: 'REFUSED',
          details: { approvalId: row.id, why: text },
        },
      );
    await tellUser(tx, services, row.asked_by_id, 'APPROVAL_DECIDED', {
      by: row.decided_by!,
      what: `“${SECOND_PERSON[row.kind as SecondPersonKind]}”`,
      how: 'confirmed',
      id: row.id,
      ...(outcome === 'REFUSED' && { but: text ?? '' }),
    });
  });

/** Longer than a call takes that is under way. */
const LATE_SECONDS = 60;

/** What a process left behind that was killed between the word and the deed. */
export const carryOutLate = (services: Services): Task => ({
  name: 'approved calls',
  everyMs: 15_000,
  inEachProcess: true,
  async run() {
    const late = await services.database.kysely
      .selectFrom('approvals')
      .select('id')
      .where('outcome', '=', 'RUNNING')
      .where('decided_date', '<', sql<string>`now() - make_interval(secs => ${LATE_SECONDS})`)
      .limit(20)
      .execute();
    for (const { id } of late) await carryOut(services, id);
  },
});
