import { providerKey, providerKeys } from '@paydesk/contract/resources/provider-keys.ts';
import { newProviderKey } from '../platform/auth/provider-keys.ts';
import type { Tx } from '../platform/db/database.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';
import { defineRecord } from '../platform/record.ts';

const WRITES = ['merchants', 'customers', 'purchases', 'transactions', 'loans'];

const providerKeysList = defineList({
  resource: providerKeys,
  from: 'provider_keys k',
  id: 'k.id',
  columns: {
    id: 'k.id',
    name: 'k.name',
    writes: `concat_ws(', ', ${WRITES.map((kind) => `case when k.writes_${kind} then '${kind}' end`).join(', ')})`,
    lastFour: 'k.last_four',
    status: 'k.status',
    lastUsedDate: 'k.last_used_date',
    createdBy: 'k.created_by',
    createdDate: 'k.created_date',
    makerStatus: '(select status from users where id = k.made_by)',
  },
});

/** What this transaction has made: it leaves by its own answer and is nowhere else. */
const made = new WeakMap<Tx, string>();

/** A new key's parts for the database; the key itself waits for the answer. */
function newKey(tx: Tx) {
  const { key, kept } = newProviderKey();
  made.set(tx, key);
  return kept;
}

/** The keys of the provider's own systems, kept by its administrators (AM-82). */
const providerKeyRecord = defineRecord({
  record: providerKey,
  list: providerKeysList,
  table: 'provider_keys',
  into: (tx) => tx.insertInto('provider_keys'),
  columns: {
    writesMerchants: 'k.writes_merchants',
    writesCustomers: 'k.writes_customers',
    writesPurchases: 'k.writes_purchases',
    writesTransactions: 'k.writes_transactions',
    writesLoans: 'k.writes_loans',
    key: (_one, _services, tx) => made.get(tx) ?? null,
    updatedDate: 'k.updated_date',
    updatedBy: 'k.updated_by',
  },
  actions: {
    'POST /api/provider-keys': ({ tx, actor, stored }) => ({
      set: { ...NONE, ...written(stored), ...newKey(tx), made_by: actor.userId },
    }),
    'PUT /api/provider-keys/{id}': ({ stored }) => ({ set: written(stored) }),
    'POST /api/provider-keys/{id}/actions/rotate': ({ tx, row }) => {
      const kept = newKey(tx);
      return {
        set: kept,
        details: { changes: { last_four: { before: row.last_four, after: kept.last_four } } },
      };
    },
    'POST /api/provider-keys/{id}/actions/disable': () => ({ set: { status: 'DISABLED' } }),
  },
});

const NONE = Object.fromEntries(WRITES.map((kind) => [`writes_${kind}`, false])) as {
  [K in `writes_${'merchants' | 'customers' | 'purchases' | 'transactions' | 'loans'}`]: boolean;
};

/** A box that was left out is not ticked. */
const written = <S extends object>(stored: S): S =>
  Object.fromEntries(
    Object.entries(stored).map(([column, value]) => [column, value ?? false]),
  ) as S;

export const manifest = defineManifest({
  lists: [providerKeysList],
  records: [providerKeyRecord],
});
