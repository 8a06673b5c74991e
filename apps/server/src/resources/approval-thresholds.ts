import {
  approvalThreshold,
  approvalThresholds,
} from '@paydesk/contract/resources/approval-thresholds.ts';
import { sql } from 'kysely';
import { peopleBeside } from '../domain/approvals/calls.ts';
import { changes } from '../platform/audit.ts';
import type { SignedIn } from '../platform/auth/sessions.ts';
import type { Tx } from '../platform/db/database.ts';
import { invalid, notFound } from '../platform/errors.ts';
import { defineList } from '../platform/list/definition.ts';
import { scopeOf } from '../platform/list/scope.ts';
import { defineManifest } from '../platform/manifest.ts';
import { defineRecord, type RowOf } from '../platform/record.ts';
import type { Services } from '../platform/services.ts';
import { nameTold } from '../platform/told.ts';

const thresholdsList = defineList({
  resource: approvalThresholds,
  from: 'approval_thresholds t',
  id: 't.id',
  tenant: 't.merchant_id',
  joins: { m: 'left join merchants m on m.id = t.merchant_id' },
  columns: {
    id: 't.id',
    kind: 't.kind',
    amount: 't.amount_cents',
    counts: 't.counts',
    userRole: 't.user_role',
    merchantName: 'm.name',
    setBy: 't.set_by',
    createdBy: nameTold('t.created_by'),
    createdDate: 't.created_date',
    merchantId: 't.merchant_id',
  },
});

/** From where on a second person has to agree, set by staff for all and by a merchant for its own people. */
const thresholdRecord = defineRecord({
  record: approvalThreshold,
  list: thresholdsList,
  table: 'approval_thresholds',
  into: (tx) => tx.insertInto('approval_thresholds'),
  columns: {},
  lock: async (tx, actor, id) => ({ row: await held(tx, actor, id), actor }),
  actions: {
    'POST /api/approval-thresholds': async ({ tx, services, actor, values, stored }) => {
      await insistAnother(services, actor);
      insistRole(actor, stored.user_role);
      if (actor.merchantId === null) await insistMerchant(tx, stored.merchant_id);
      return {
        set: {
          ...stored,
          merchant_id: actor.merchantId ?? stored.merchant_id ?? null,
          set_by: actor.merchantId === null ? ('STAFF' as const) : ('MERCHANT' as const),
        },
        details: { changes: changes<object>({}, values) },
      };
    },
    'DELETE /api/approval-thresholds/{id}': () => ({}),
  },
});

/** Staff's own belong to no merchant. */
async function held(tx: Tx, actor: SignedIn, id: string): Promise<RowOf<'approval_thresholds'>> {
  const { rows } = await sql<RowOf<'approval_thresholds'>>`
    select t.* from approval_thresholds t
    where t.id = ${id}::uuid and ${scopeOf(approvalThresholds, 't.merchant_id', actor)} for update`.execute(
    tx,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** A threshold that nobody else could help over would be a wall. */
async function insistAnother({ database }: Services, actor: SignedIn): Promise<void> {
  const others = await peopleBeside(database.kysely, actor);
  if (!others.length)
    throw invalid('kind', 'There is no other administrator yet who could confirm anything');
}

/** Staff name one of the merchants, or none. */
async function insistMerchant(tx: Tx, id: string | null | undefined): Promise<void> {
  if (!id) return;
  const found = await tx
    .selectFrom('merchants')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw invalid('merchantId', 'There is no such merchant');
}

/** A merchant’s word is about its own people. */
function insistRole({ merchantId }: SignedIn, role: string | null | undefined): void {
  if (merchantId !== null && role && !role.startsWith('MERCHANT_'))
    throw invalid('userRole', 'By: only roles of your own people');
}

export const manifest = defineManifest({
  lists: [thresholdsList],
  records: [thresholdRecord],
});
