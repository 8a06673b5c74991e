import { cut } from '@paydesk/contract/kernel/texts.ts';
import { randomUUIDv7 } from 'node:crypto';
import { whyNotAmount } from '@paydesk/contract/amounts.ts';
import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { READING_MINUTES, SECOND_PERSON } from '@paydesk/contract/kernel/second-person.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import type { Actor } from '@paydesk/contract/permissions.ts';
import { APPROVAL_HOURS } from '@paydesk/contract/resources/approvals.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import { mailboxOf } from '../../platform/auth/mailboxes.ts';
import { tellHolder } from '../../platform/auth/notices.ts';
import { narrowed, OWN_ROLE } from '../../platform/auth/roles.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import { KEPT_DAYS, usedForAnother } from '../../platform/idempotency.ts';
import { changeAs } from '../../platform/own-merchant.ts';
import type { Guarded, Services } from '../../platform/services.ts';
import { idOf, requirementOf, type Weighed } from './weigh.ts';

/** What a sealed call is, besides who asks and for which row. */
export interface Sealed {
  params: unknown;
  query: unknown;
  body: unknown;
  /** The caller's own key, under which it is done too. */
  idempotencyKey: string | null;
  /** Of the record as it was then: what was changed since is not what somebody agreed to. */
  version: unknown;
  /** What is read of it before agreeing, where no body says it. */
  says?: Readonly<Record<string, unknown>>;
}

export const sealedFor = (id: string) => `approval:${id}`;

/** Under the caller's key and a hash of the call, or for what it is alone. */
export interface Question {
  key: string | null;
  repeatKey: string;
}

const HASHED = '#'.length + 64;

/** What this person asked for under the same key, decided or not; without one, what waits of the same. */
export async function askedBefore(db: Db, userId: string, { key, repeatKey }: Question) {
  const waits = sql<boolean>`status = 'PENDING' and expires_date > now()`;
  const found = await db
    .selectFrom('approvals')
    .select(['id', 'expires_date as expires', 'repeat_key', waits.as('waits')])
    .where('asked_by_id', '=', userId)
    .where(
      key === null
        ? sql<boolean>`repeat_key = ${repeatKey} and ${waits}`
        : sql<boolean>`left(repeat_key, ${-HASHED}) = ${key}
            and created_date > now() - make_interval(days => ${KEPT_DAYS})`,
    )
    .orderBy('created_date', 'desc')
    .executeTakeFirst();
  // what is agreed to is done under the key, which is one call's alone
  if (found && found.repeat_key !== repeatKey) throw usedForAnother();
  return found;
}

/** Whether a second person has agreed to this very reading, a short while ago. */
export async function mayRead({ database }: Services, { userId }: SignedIn, repeatKey: string) {
  const agreed = await database.kysely
    .selectFrom('approvals')
    .select('id')
    .where('asked_by_id', '=', userId)
    .where('repeat_key', '=', repeatKey)
    .where('outcome', '=', 'DONE')
    .where('decided_date', '>', sql<string>`now() - make_interval(mins => ${READING_MINUTES})`)
    .executeTakeFirst();
  return agreed !== undefined;
}

/** Whether something was begun under the key; of old ones it is not told, they may be forgotten at any moment. */
export async function keyIsKnown(db: Db, userId: string, key: string): Promise<boolean> {
  const found = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where('created_date', '>', sql<string>`now() - make_interval(days => ${KEPT_DAYS - 1})`)
    .executeTakeFirst();
  return found !== undefined;
}

interface Person extends Pick<Actor, 'userRole' | 'permissions' | 'role'> {
  id: string;
  email: string;
  name: string;
}

/** Whoever could do it themselves, and may be the second person at all. */
const mayAgree = (
  one: Person,
  asked: ReturnType<typeof requirementOf>,
  { cents }: Pick<Weighed, 'cents'>,
) =>
  isAllowed(one, asked) &&
  isAllowed(one, { right: 'APPROVE' }) &&
  (cents === null || !whyNotAmount(one, asked.right, fromCents(cents)));

/** Keeps the call as it came and tells all who could agree; gives what waits. */
export function askForCall(
  services: Services,
  { key, row, context }: Guarded,
  { kind, cents, record }: Weighed,
  { reason, ...question }: Question & { reason: string },
): Promise<{ id: string; expires: string }> {
  const { actor, params, query, body, idempotencyKey } = context;
  return changeAs(services.database, { ...actor, sight: 'all' }, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('approvals'), hashtext(${actor.userId}))`.execute(
      tx,
    );
    const earlier = await askedBefore(tx, actor.userId, question);
    if (earlier) return earlier;
    const others = (await peopleBeside(tx, actor)).filter((one) =>
      mayAgree(one, requirementOf(key, row), { cents }),
    );
    if (!others.length) throw invalid('status', 'There is no other administrator to confirm it');
    const id = randomUUIDv7();
    const about =
      row.secondPerson!.opens?.name ??
      nameOf(record) ??
      nameOf(body as object | undefined) ??
      row.secondPerson!.beware?.(record as never)?.short ??
      null;
    const { is } = row.secondPerson!;
    const sealed: Sealed = {
      params,
      query,
      body,
      idempotencyKey,
      version: record?.['version'] ?? null,
      ...(is && 'among' in is && { says: picked(record!, is.fields) }),
    };
    const currency = cents === null ? null : currencyOf(body, record);
    const entityId = idOf(context);
    const made = await tx
      .insertInto('approvals')
      .values({
        id,
        kind,
        entity_type: row.secondPerson!.entity,
        entity_id: entityId ?? id,
        merchant_id: actor.merchantId,
        of_merchant_id: actor.merchantId,
        reason,
        status: 'PENDING',
        asked_by_id: actor.userId,
        created_by: actor.userName,
        created_date: sql`now()`,
        expires_date: sql`now() + make_interval(hours => ${APPROVAL_HOURS})`,
        call: key,
        sealed: services.encryption.seal(JSON.stringify(sealed), sealedFor(id)),
        repeat_key: question.repeatKey,
        about,
        amount_cents: cents,
        currency,
      })
      .returning(['id', 'expires_date as expires'])
      .executeTakeFirstOrThrow();
    const money = cents === null ? '' : ` of ${formatAmount(fromCents(cents))} ${currency}`;
    await audit(tx, actor, {
      action: 'ASK_SECOND_PERSON',
      entityType: row.secondPerson!.entity,
      entityId: entityId ?? id,
      merchantId: actor.merchantId,
      result: 'PENDING',
      details: {
        approvalId: id,
        kind,
        call: key,
        reason,
        ...(cents !== null && { amount: fromCents(cents), currency }),
      },
    });
    const what = `“${SECOND_PERSON[kind]}”${money}${about ? `, ${about}` : ''}`;
    for (const one of others)
      await tellHolder(tx, services, one, 'APPROVAL_ASKED', {
        by: actor.userName,
        what,
        reason,
        id,
      });
    return made;
  });
}

/**
 * The administrators who could agree: of the merchant and of the back office for a merchant's people, of the
 * back office for staff; nobody with the same mailbox.
 */
export async function peopleBeside(
  tx: Tx | Db,
  { userId, merchantId }: Pick<SignedIn, 'userId' | 'merchantId'>,
): Promise<Person[]> {
  const people = await tx
    .selectFrom('users as u')
    .select(['id', 'email', 'first_name as name', 'user_role', 'permissions', 'merchant_id'])
    .select(OWN_ROLE.as('role'))
    .where((is) =>
      is.or([
        is('id', '=', userId),
        is.and([
          is('status', '=', 'ACTIVATED'),
          is.or([
            is('user_role', '=', 'BACKOFFICE_ADMIN'),
            ...(merchantId
              ? [
                  is.and([
                    is('user_role', '=', 'MERCHANT_ADMIN'),
                    is('merchant_id', '=', merchantId),
                  ]),
                ]
              : []),
          ]),
        ]),
      ]),
    )
    .execute();
  const own = people.find(({ id }) => id === userId);
  return people
    .map(({ id, email, name, ...held }) => ({ id, email, name, ...narrowed(held) }))
    .filter(({ id, email }) => id !== userId && own && mailboxOf(email) !== mailboxOf(own.email));
}

const picked = (of: Readonly<Record<string, unknown>>, fields: object) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, of[name]]));

/** What people know a record by, where it has a name. */
function nameOf(of: object | null | undefined): string | null {
  const { name, firstName, lastName, email } = (of ?? {}) as Readonly<Record<string, unknown>>;
  const full = [firstName, lastName].filter((part) => typeof part === 'string').join(' ');
  const said = [name, full, email].find((one) => typeof one === 'string' && one !== '');
  return typeof said === 'string' ? cut(said, 255) : null;
}

const currencyOf = (...of: unknown[]): string =>
  of
    .map((one) => (one as { currency?: unknown } | null | undefined)?.currency)
    .find((one): one is string => typeof one === 'string') ?? 'EUR';
