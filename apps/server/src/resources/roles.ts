import { AMOUNTS, beyondAmount } from '@paydesk/contract/amounts.ts';
import { formatAmount, toCents } from '@paydesk/contract/kernel/money.ts';
import { role, roles, type Holding } from '@paydesk/contract/resources/roles.ts';
import { ROLES, type Amounts, type UserRole } from '@paydesk/contract/permissions.ts';
import { covers, holdingOf } from '@paydesk/contract/holdings.ts';
import { rightsInOrder, rightsOf, type GivenRight } from '@paydesk/contract/rights.ts';
import { sql } from 'kysely';
import { changes, gone } from '../platform/audit.ts';
import { amountsOf, leaveRole, rightsNow } from '../platform/auth/roles.ts';
import type { SignedIn } from '../platform/auth/sessions.ts';
import type { Tx } from '../platform/db/database.ts';
import { invalid, notFound, refuseUnless } from '../platform/errors.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { defineList } from '../platform/list/definition.ts';
import { scopeOf } from '../platform/list/scope.ts';
import { defineManifest } from '../platform/manifest.ts';
import { defineRecord, type RowOf } from '../platform/record.ts';
import type { Services } from '../platform/services.ts';
import { nameTold } from '../platform/told.ts';

const rolesList = defineList({
  resource: roles,
  from: 'roles r',
  id: 'r.id',
  tenant: 'r.merchant_id',
  joins: { m: 'left join merchants m on m.id = r.merchant_id' },
  columns: {
    id: 'r.id',
    name: 'r.name',
    base: 'r.base',
    people: `(select count(*)::int from users where role_id = r.id and status <> 'DEACTIVATED')`,
    description: 'r.description',
    merchantName: 'm.name',
    updatedDate: 'coalesce(r.updated_date, r.created_date)',
    createdDate: 'r.created_date',
    merchantId: 'r.merchant_id',
  },
});

/** Of the merchants that it reaches, in the order in which their ids stand there. */
const NAMES = `array(select name from merchants where id = any(r.merchant_ids) order by lower(name), id)`;

/** Of so many who have it the names are told. */
const TOLD = 200;
/** Something of those who have it, by their names; who was deleted is none of them. */
const ofPeople = (what: string) =>
  `array(select ${what} from users where role_id = r.id and status <> 'DEACTIVATED'
    order by lower(last_name), lower(first_name), id limit ${TOLD})`;

/** A role of a firm's own; who makes, changes or deletes one holds all that is in it (ADR 163). */
const roleRecord = defineRecord({
  record: role,
  list: rolesList,
  table: 'roles',
  into: (tx) => tx.insertInto('roles'),
  columns: {
    rights: 'r.rights',
    refundUpTo: 'r.refund_up_to_cents',
    reverseUpTo: 'r.reverse_up_to_cents',
    merchants: `coalesce(r.merchant_ids, '{}')`,
    merchantNames: NAMES,
    peopleIds: ofPeople('id'),
    peopleNames: ofPeople(`first_name || ' ' || last_name`),
    createdBy: nameTold('r.created_by'),
    updatedBy: nameTold('r.updated_by'),
  },
  lock: async (tx, actor, id) => {
    // people before roles, as whoever gives one locks them
    const now = await rightsNow(tx, actor);
    return { row: await held(tx, now, id), actor: now };
  },
  actions: {
    'POST /api/roles': async ({ tx, actor: asked, values, stored }) => {
      const actor = await rightsNow(tx, asked);
      refuseUnless(actor, role.actions['POST /api/roles'].asks);
      const side = actor.merchantId === null ? 'BACKOFFICE_' : 'MERCHANT_';
      if (!values.base.startsWith(side))
        throw invalid('base', 'Based on: only a role of your own people');
      const rights = inOrder(values.rights);
      const { ids, names } = await reached(tx, values.merchants);
      insistHeld(actor, { ...amountsIn(values), base: values.base, rights });
      return {
        set: {
          ...stored,
          base: values.base,
          rights,
          merchant_id: actor.merchantId,
          merchant_ids: ids,
        },
        details: { changes: changes<object>({}, { ...values, rights, merchants: told(names) }) },
      };
    },
    'PUT /api/roles/{id}': async ({ tx, actor, row, before, values, stored }) => {
      const rights = inOrder(values.rights);
      const { ids, names } = await reached(tx, values.merchants ?? before.merchants);
      // what a call leaves out stays
      const kept = amountsOf(row.refund_up_to_cents, row.reverse_up_to_cents);
      const amounts = amountsIn(values, kept);
      insistHeld(actor, { ...amounts, base: row.base, rights });
      const { name, description } = values;
      return {
        set: {
          ...stored,
          rights,
          ...centsOf(amounts),
          merchant_ids: ids,
        },
        details: {
          changes: changes<object>(
            {
              name: row.name,
              description: row.description,
              rights: row.rights,
              merchants: told(before.merchantNames),
              ...kept,
            },
            { name, description: description ?? null, rights, merchants: told(names), ...amounts },
          ),
        },
      };
    },
    'DELETE /api/roles/{id}': async ({ tx, row, before }) => {
      // who was deleted keeps no role, and nobody who is there has it
      await leaveRole(tx, row.id);
      const { name, base, rights, merchantNames, refundUpTo, reverseUpTo } = before;
      const was = { name, base, rights, merchants: told(merchantNames), refundUpTo, reverseUpTo };
      return { details: { changes: gone(was) } };
    },
  },
});

/** As the audit log has them: of a role that reaches all it says nothing. */
const told = (names: readonly string[]) => (names.length ? names : null);

/** The merchants that a role is to reach, in one order; null: all of them. */
async function reached(
  tx: Tx,
  given: readonly string[] = [],
): Promise<{ ids: string[] | null; names: string[] }> {
  if (!given.length) return { ids: null, names: [] };
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from merchants where id = any(${given}::uuid[]) order by lower(name), id`.execute(
    tx,
  );
  if (rows.length < given.length) throw invalid('merchants', 'There is no such merchant');
  return { ids: rows.map(({ id }) => id), names: rows.map(({ name }) => name) };
}

const inOrder = (rights: readonly GivenRight[]) =>
  rightsInOrder.filter((right) => rights.includes(right));

/** Nobody puts in what they do not hold. */
function insistHeld(
  actor: SignedIn,
  given: Amounts & { base: UserRole; rights: readonly GivenRight[] },
): void {
  const more = actor.role && beyondAmount(actor.role, given, given.rights);
  if (more)
    throw invalid(
      more,
      `Your own role ${AMOUNTS[more].does} at most ${formatAmount(actor.role![more])}: give no more to others`,
    );
  if (!covers(actor, holdingOf(given)))
    throw invalid('rights', 'Your own role leaves out some of this: you can’t give it to others');
}

const centsOf = ({ refundUpTo, reverseUpTo }: Amounts) => ({
  refund_up_to_cents: refundUpTo === null ? null : toCents(refundUpTo),
  reverse_up_to_cents: reverseUpTo === null ? null : toCents(reverseUpTo),
});

const NONE: Amounts = { refundUpTo: null, reverseUpTo: null };
const amountsIn = (
  { refundUpTo, reverseUpTo }: { [name in keyof Amounts]?: number | null | undefined },
  kept = NONE,
): Amounts => ({
  refundUpTo: refundUpTo === undefined ? kept.refundUpTo : refundUpTo,
  reverseUpTo: reverseUpTo === undefined ? kept.reverseUpTo : reverseUpTo,
});

async function held(tx: Tx, actor: SignedIn, id: string): Promise<RowOf<'roles'>> {
  const { rows } = await sql<RowOf<'roles'>>`
    select r.* from roles r
    where r.id = ${id}::uuid and ${scopeOf(roles, 'r.merchant_id', actor)} for update`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

const NAMED = 12;
type HeldRow = Omit<Holding, keyof Amounts> &
  Pick<RowOf<'roles'>, 'refund_up_to_cents' | 'reverse_up_to_cents'>;

function rightsHandlers({ database }: Services): Handlers<'GET /api/rights'> {
  return {
    'GET /api/rights': async ({ actor }) => {
      const { rows } = await database.transaction(actor.sight, (tx) =>
        sql<HeldRow>`
          with side as (
            select id, name, base, rights, refund_up_to_cents, reverse_up_to_cents, ${sql.raw(NAMES)} as merchants
            from roles r where merchant_id is not distinct from ${actor.merchantId}
            union all
            select null, null, base, null, null, null, '{}'::text[] from unnest(${sidesOf(actor)}::text[]) base
          )
          select side.id, side.name, side.base, side.rights, side.refund_up_to_cents, side.reverse_up_to_cents,
            side.merchants, coalesce((select json_agg(json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name))
              from (select id, first_name, last_name from users u
                where u.user_role = side.base and u.role_id is not distinct from side.id
                  and u.merchant_id is not distinct from ${actor.merchantId} and u.status <> 'DEACTIVATED'
                order by lower(last_name), lower(first_name), id limit ${NAMED}) u), '[]') as people,
            (select count(*)::int from users u
              where u.user_role = side.base and u.role_id is not distinct from side.id
                and u.merchant_id is not distinct from ${actor.merchantId} and u.status <> 'DEACTIVATED') as count
          from side order by side.id is not null, side.base, lower(side.name)`.execute(tx),
      );
      return rows.map(({ refund_up_to_cents, reverse_up_to_cents, ...row }) => ({
        ...row,
        ...amountsOf(refund_up_to_cents, reverse_up_to_cents),
        name: row.name ?? ROLES[row.base],
        rights: row.id === null ? rightsOf(row.base) : row.rights,
      }));
    },
  };
}

const sidesOf = ({ merchantId }: SignedIn): UserRole[] =>
  merchantId === null
    ? ['BACKOFFICE_ADMIN', 'BACKOFFICE_TECHNICAL']
    : ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'];

export const manifest = defineManifest({
  lists: [rolesList],
  records: [roleRecord],
  handlers: [rightsHandlers],
});
