import { Client } from 'pg';
import { SANDBOX_SCHEMA } from '../gateways/acquirer-sandbox/schema.ts';
import { migrate } from '../platform/db/migrate.ts';
import { testDatabase, type TestDatabase } from '../platform/db/testing.ts';
import { testEncryption } from '../testing/encryption.ts';
import { seed } from './seed.ts';

/** The now of the demo data in tests. */
export const TEST_CLOCK = new Date('2026-11-20T12:34:56.789Z');

/** A migrated database with the demo data in it, for one test file; made once, then copied. */
export const demoDatabase = (): Promise<TestDatabase> =>
  testDatabase(fill, TEST_CLOCK.toISOString() + SANDBOX_SCHEMA);

async function fill(url: string): Promise<void> {
  await migrate(url);
  await seed(url, { clock: TEST_CLOCK, encryption: testEncryption });
}

/** A connection with the questions that tests ask. */
export class Asking extends Client {
  async rows<R extends object>(text: string, values: unknown[] = []): Promise<R[]> {
    return (await this.query<R>(text, values)).rows;
  }

  /** The values of a query's only column. */
  async column<T>(text: string, values: unknown[] = []): Promise<T[]> {
    const { rows } = await this.query<[T]>({ text, values, rowMode: 'array' });
    return rows.map(([value]) => value);
  }
}
