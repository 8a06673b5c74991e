import { randomUUIDv7 } from 'node:crypto';
import type { NewOrder } from '@paydesk/contract/resources/orders/machines.ts';
import { hashApiKey, newApiKey, newApiKeyText } from '../platform/auth/api-keys.ts';
import { newProviderKey } from '../platform/auth/provider-keys.ts';
import { insertApiKey } from '../seed/factories/machines.ts';
import { testEncryption } from './encryption.ts';
import type { Client, TestServer } from './server.ts';

/** A system of the merchant's that calls with a new API key; the one before it is gone. */
export async function machine(server: TestServer, merchantId: string): Promise<Client> {
  const { key, ...kept } = newApiKey(testEncryption);
  const { id } = await insertApiKey(server.pool, { ...kept, merchantId });
  return server.client(key, id);
}

/** A named key of the merchant's that opens everything unless `given` says otherwise; what it is called by. */
export async function namedKey(
  server: TestServer,
  merchantId: string,
  given: Record<string, unknown> = {},
): Promise<{ id: string; key: string }> {
  const [id, key] = [randomUUIDv7(), newApiKeyText()];
  const row = {
    id,
    merchant_id: merchantId,
    name: id,
    key_hash: hashApiKey(key),
    last_four: key.slice(-4),
    reads_orders: true,
    makes_orders: true,
    reads_recurring: true,
    changes_recurring: true,
    created_by: 'Test',
    created_date: new Date(),
    ...given,
  };
  const columns = Object.keys(row);
  await server.pool.query(
    `insert into named_api_keys (${columns.join(', ')})
     values (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  );
  return { id, key };
}

export const insertNamedKey = async (server: TestServer, merchantId: string): Promise<string> =>
  (await namedKey(server, merchantId)).id;

const KINDS = ['merchants', 'customers', 'purchases', 'transactions', 'loans'] as const;

/** A key of the provider’s that writes these kinds, made by the first administrator. */
async function newCore(server: TestServer, kinds: readonly string[]) {
  const { key, kept } = newProviderKey();
  const id = randomUUIDv7();
  const writes = Object.fromEntries(KINDS.map((kind) => [`writes_${kind}`, kinds.includes(kind)]));
  const { userId } = await server.as('admin@paydesk.test');
  const row = { id, name: id, ...kept, ...writes, created_by: 'Test', made_by: userId };
  await server.pool.query(
    `insert into provider_keys (${Object.keys(row).join(', ')}, created_date)
     values (${Object.keys(row)
       .map((_, at) => `$${at + 1}`)
       .join(', ')}, now())`,
    Object.values(row),
  );
  return { id, key };
}

export const insertProviderKey = async (server: TestServer): Promise<string> =>
  (await newCore(server, KINDS)).id;

/** A core of the provider’s that calls with a new key. */
export async function core(server: TestServer, kinds: readonly string[] = KINDS): Promise<Client> {
  const { id, key } = await newCore(server, kinds);
  return server.client(key, id);
}

/** A batch of one row that nobody has sent yet. */
export function newRows(kind: (typeof KINDS)[number]): { rows: object[] } {
  const about = { externalId: randomUUIDv7(), date: '2026-06-01T10:00:00.000Z' };
  const paid = { merchant: 'Amber & Oak', amount: 100, currency: 'EUR' };
  const row = {
    merchants: { name: about.externalId, status: 'ACTIVE' },
    customers: {
      firstName: 'Ilze',
      lastName: 'Kalniņa',
      email: 'ilze@mail.test',
      status: 'ACTIVE',
    },
    purchases: { ...paid, status: 'SIGNED' },
    transactions: { ...paid, status: 'SUCCESS' },
    // its customer is not here: refused by itself
    loans: { ...paid, status: 'CONFIRMED', customer: 'nobody' },
  }[kind];
  return { rows: [{ ...about, ...row }] };
}

/** An order that nobody has made yet. */
export const newOrder = (given: Partial<NewOrder> = {}): NewOrder => ({
  externalId: randomUUIDv7(),
  customerEmail: 'anna@mail.test',
  currency: 'EUR',
  items: [
    { label: 'Oak stool', amount: 60.5, taxRate: 0.21, count: 2, unit: 'pcs' },
    { label: 'Oil', amount: 9.99, taxRate: 0.12, count: 1 },
  ],
  ...given,
});
