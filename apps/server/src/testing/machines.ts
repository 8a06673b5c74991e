import { randomUUIDv7 } from 'node:crypto';
import type { NewOrder } from '@paydesk/contract/resources/orders/machines.ts';
import { newApiKey } from '../platform/auth/api-keys.ts';
import { insertApiKey } from '../seed/factories/machines.ts';
import { testEncryption } from './encryption.ts';
import type { Client, TestServer } from './server.ts';

/** A system of the merchant's that calls with a new API key; the one before it is gone. */
export async function machine(server: TestServer, merchantId: string): Promise<Client> {
  const { key, ...kept } = newApiKey(testEncryption);
  const { id } = await insertApiKey(server.pool, { ...kept, merchantId });
  return server.client(key, id);
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
