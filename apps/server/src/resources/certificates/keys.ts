import { OPENS } from '@paydesk/contract/machine-groups.ts';
import { apiKey, apiKeys } from '@paydesk/contract/resources/certificates/api-keys.ts';
import { addressesOf } from '../../platform/auth/named-keys.ts';
import { hashApiKey, newApiKeyText } from '../../platform/auth/api-keys.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import { defineList } from '../../platform/list/definition.ts';
import { merchantIdOf } from '../../platform/own-merchant.ts';
import { defineRecord } from '../../platform/record.ts';
import { refuseUnlessTrading } from './certificates.ts';

const BOXES = {
  reads_orders: OPENS.readsOrders.label,
  makes_orders: OPENS.makesOrders.label,
  reads_recurring: OPENS.readsRecurring.label,
  changes_recurring: OPENS.changesRecurring.label,
} as const;

export const apiKeysList = defineList({
  resource: apiKeys,
  from: 'named_api_keys k',
  id: 'k.id',
  tenant: 'k.merchant_id',
  columns: {
    id: 'k.id',
    name: 'k.name',
    lastFour: 'k.last_four',
    status: `case when k.revoked_date is not null then 'REVOKED'
      when k.expiration_date <= now() then 'EXPIRED' else 'ACTIVE' end`,
    opens: `concat_ws(', ', ${Object.entries(BOXES)
      .map(([column, label]) => `case when k.${column} then '${label}' end`)
      .join(', ')})`,
    expirationDate: 'k.expiration_date',
    lastUsedDate: 'k.last_used_date',
    lastUsedAddress: 'k.last_used_address',
    createdBy: 'k.created_by',
    createdDate: 'k.created_date',
    makerStatus: '(select status from users where id = k.made_by and merchant_id = k.merchant_id)',
  },
});

/** What this transaction has made: it leaves by its own answer and is nowhere else. */
const made = new WeakMap<Tx, string>();

/** The keys of a merchant's systems beside the one of the specification, kept by its administrators. */
export const apiKeyRecord = defineRecord({
  record: apiKey,
  list: apiKeysList,
  table: 'named_api_keys',
  into: (tx) => tx.insertInto('named_api_keys'),
  columns: {
    readsOrders: 'k.reads_orders',
    makesOrders: 'k.makes_orders',
    readsRecurring: 'k.reads_recurring',
    changesRecurring: 'k.changes_recurring',
    addresses: 'k.addresses',
    key: (_one, _services, tx) => made.get(tx) ?? null,
    updatedDate: 'k.updated_date',
    updatedBy: 'k.updated_by',
  },
  actions: {
    'POST /api/user-merchant/api-keys': async ({ tx, actor, stored, services }) => {
      await refuseUnlessTrading(tx, merchantIdOf(actor));
      const set = written({ ...NONE, ...stored }, services.now());
      const key = newApiKeyText();
      made.set(tx, key);
      return {
        set: { ...set, made_by: actor.userId, key_hash: hashApiKey(key), last_four: key.slice(-4) },
      };
    },
    'PUT /api/user-merchant/api-keys/{id}': ({ stored, services }) => ({
      set: written(stored, services.now()),
    }),
    'POST /api/user-merchant/api-keys/{id}/actions/revoke': ({ services }) => ({
      set: { revoked_date: services.now().toISOString() },
    }),
  },
});

const NONE = {
  reads_orders: false,
  makes_orders: false,
  reads_recurring: false,
  changes_recurring: false,
};

/** A box that was left out is not ticked; addresses are written one way; a day that is over is none. */
function written<S extends { addresses?: string | null; expiration_date?: string | null }>(
  stored: S,
  now: Date,
): S {
  const boxes = Object.fromEntries(
    Object.entries(stored)
      .filter(([column]) => column in BOXES)
      .map(([column, value]) => [column, value ?? false]),
  );
  const { addresses, expiration_date: expires } = stored;
  if (expires && new Date(expires) <= now)
    throw invalid('expirationDate', 'It must lie in the future');
  if (!addresses) return { ...stored, ...boxes };
  const read = addressesOf(addresses);
  if (typeof read === 'string') throw invalid('addresses', read);
  return { ...stored, ...boxes, addresses: read.join(' ') };
}
