import { setImmediate as breathe } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import type { SettingName } from '@paydesk/contract/settings.ts';
import { Client } from 'pg';
import { SANDBOX_SCHEMA } from '../gateways/acquirer-sandbox/schema.ts';
import { INSTITUTION_SCHEMA } from '../gateways/institution-sandbox/schema.ts';
import { fingerprintOf } from '../platform/db/installation.ts';
import { PASSWORD_OPTIONS } from '../platform/auth/passwords.ts';
import { profileChanges, signIns } from './audit.ts';
import type { Encryption } from '../platform/encryption.ts';
import { withSealed } from '../platform/sealed-values.ts';
import { announcements } from './announcements.ts';
import { approvals } from './approvals.ts';
import { prepareBulk } from './bulk.ts';
import { largePayment, namedCases } from './cases.ts';
import { machineKeys } from './certificates.ts';
import { RowBuffer } from './copy.ts';
import { unpaidOrders } from './orders.ts';
import { loans } from './financing.ts';
import { delivery } from './delivery.ts';
import { disputedPayments } from './disputed.ts';
import { heldPayments } from './held.ts';
import { ordinaryPayments } from './ordinary.ts';
import { shipping } from './merchants.ts';
import { makePeople } from './people.ts';
import { DEMO_PASSWORD, DEMO_SIGN_INS } from './sign-ins.ts';
import { onboarding } from './onboarding.ts';
import { openPurchases } from './purchases.ts';
import { customerFiles, makeCustomers } from './customers.ts';
import { Random } from './random.ts';
import { namedRecurringPayments, RecurringPayments } from './recurring.ts';
import { screenings } from './screenings.ts';
import { settings } from './settings.ts';
import { BULK_TABLES, tableName, type Emit, type TableKey } from './tables.ts';
import { taskExecutions } from './tasks.ts';
import { paymentLinks } from './payment-links.ts';
import { widgets } from './widgets.ts';
import { savedViews } from './views.ts';
import type { World } from './world.ts';

export { DEMO_PASSWORD, DEMO_SIGN_INS } from './sign-ins.ts';

export interface SeedOptions {
  /** The seed's now: everything lies before it. */
  clock: Date;
  /** The server's: what it seals it must be able to open. */
  encryption: Encryption;
  /** So many in all, refunds among them; the cases of `cases.ts` are there in any event. */
  transactions?: number;
  seedNumber?: number;
  /** Where the sandboxes tell the server what happens to the demo's loans. */
  publicUrl?: string;
}

export interface Seeded {
  rows: Partial<Record<TableKey, number>>;
  seconds: number;
}

const DEFAULT_TRANSACTIONS = 20_000;
/** Where a server stands that was told nothing else. */
const HERE = 'http://127.0.0.1:3000';
/** From here on it is a load to measure with: many merchants, the largest with a tenth. */
const LARGE = 100_000;
/** About so many transactions keep their SOAP and 3DS messages. */
const WIRE_LOGGED = 3000;
/** Of the payments for orders in a load: about 60,000 of them in five million transactions. */
const LOAD_ORDER_SHARE = 0.02;
const BYTES_AT_ONCE = 8 * 1024 * 1024;

/** True if nobody can sign in yet: a migrated database that was never used. */
export async function isEmpty(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query('select 1 from users limit 1')).rowCount === 0;
  } finally {
    await client.end();
  }
}

/**
 * Fills an empty, migrated database, in one transaction: a kill leaves it empty. Gives null, and
 * does nothing, where there are people or payments already. The same clock and number make the same rows.
 */
export async function seed(databaseUrl: string, options: SeedOptions): Promise<Seeded | null> {
  const { transactions = DEFAULT_TRANSACTIONS, seedNumber = 1, publicUrl = HERE } = options;
  const started = performance.now();
  const client = new Client({ connectionString: databaseUrl, statement_timeout: 0 });
  // a connection that breaks fails the statement under way, which is enough
  client.on('error', () => {});
  await client.connect();
  try {
    const mustBeEmpty = ['users', ...BULK_TABLES.map(tableName)];
    const held = mustBeEmpty.map((table) => `exists (select 1 from ${table})`).join(' or ');
    const isHeld = async () => Boolean((await client.query(`select where ${held}`)).rowCount);
    // at each start of a server beside another: no lock that its refunds would wait for
    if (await isHeld()) return null;
    await client.query('begin');
    await client.query(`lock table ${mustBeEmpty.join(', ')} in share row exclusive mode`);
    if (await isHeld()) return null;
    await client.query(SANDBOX_SCHEMA + INSTITUTION_SCHEMA);
    // numbers given out by a seeding that was cut are not taken back by themselves
    await client.query('alter table merchants alter merchant_number restart');
    const finishBulk = await prepareBulk(client);
    const rows = await load(
      client,
      { ...options, transactions, publicUrl },
      new Random(seedNumber),
    );
    await finishBulk();
    await client.query(
      `update meta_data d set created_date = $1::timestamptz - interval '120 days',
         value = coalesce(told.value, d.value),
         updated_date = case when told.key is not null then $1::timestamptz - interval '30 days' end,
         updated_by = case when told.key is not null then $2 end
       from meta_data one left join jsonb_each_text($3) told (key, value) on told.key = one.key
       where one.id = d.id`,
      [options.clock, DEMO_SIGN_INS[0]!.name, JSON.stringify(SETTINGS_OF_DEMO)],
    );
    // only what was empty, and is filled here, is a demo
    await client.query(
      `insert into installation (demo, key_fingerprint) values (true, $1)
       on conflict (single) do update set demo = true,
         key_fingerprint = coalesce(installation.key_fingerprint, excluded.key_fingerprint)`,
      [fingerprintOf(options.encryption)],
    );
    await client.query(
      `insert into encryption_keys (number, fingerprint, noted_date) values (1, $1, $2)
       on conflict do nothing`,
      [fingerprintOf(options.encryption), options.clock],
    );
    await client.query('commit');
    // for the plans; and so that the counters' pages, too, are known as ones that every reader may see
    await client.query('vacuum (analyze)');
    return { rows, seconds: (performance.now() - started) / 1000 };
  } finally {
    await client.end();
  }
}

/** SH-02, SH-03, SH-07: the words that the specification has. */
const SETTINGS_OF_DEMO = {
  'support.phone': '+371 6700 0000',
  'banner.text':
    'This console is available only until {date}. Please use the new [business portal].',
  'banner.date': '2021-12-31',
  'footer.copyright': '© 2019',
  'merchants.apply': 'OPEN',
} satisfies Partial<Record<SettingName, string>>;

async function load(
  client: Client,
  { clock, encryption, transactions, publicUrl }: Required<Omit<SeedOptions, 'seedNumber'>>,
  random: Random,
) {
  const counts: Partial<Record<TableKey, number>> = {};
  let buffer = new RowBuffer();
  let sending: Promise<void> = Promise.resolve();
  const emit: Emit = (table, row) => {
    counts[table] = (counts[table] ?? 0) + 1;
    buffer.add(table, withSealed(encryption, tableName(table), row));
  };
  const send = async () => {
    await sending;
    sending = buffer.send(client);
    sending.catch(() => {});
    buffer = new RowBuffer();
  };

  const salt = Buffer.from(random.fork('salt').hex(32), 'hex');
  const passwordHash = await hash(DEMO_PASSWORD, { ...PASSWORD_OPTIONS, salt });
  const options = { clock, random, passwordHash, emit };
  const large = transactions > LARGE;
  const { shops, merchants, staff } = makePeople(large ? 2000 : 20, options);
  const customers = makeCustomers(large ? 100_000 : 3000, options);
  const counters = { statement: 63_000 };
  const wireShare = Math.min(0.15, WIRE_LOGGED / transactions);
  const orderShare = large ? LOAD_ORDER_SHARE : 1;
  const recurringPayments = new RecurringPayments();
  const given = { clock, emit, shops, staff, customers, counters, random, wireShare, orderShare };
  const world: World = { ...given, recurringPayments };
  // from here on the rules look at what is emitted
  world.emit = settings({ ...world, random: random.fork('settings') });
  signIns({ ...world, random: random.fork('sign-ins') });
  profileChanges({ ...world, random: random.fork('profile-changes') });
  taskExecutions({ ...world, random: random.fork('task-executions') });
  onboarding({ ...world, random: random.fork('onboarding') }, merchants);
  const methods = delivery({ ...world, random: random.fork('delivery') });
  shipping({ ...world, random: random.fork('shipping') }, methods);
  paymentLinks({ ...world, random: random.fork('payment-links') });
  widgets({ ...world, random: random.fork('widgets') });
  announcements({ ...world, random: random.fork('announcements') });
  approvals({ ...world, random: random.fork('approvals') });
  savedViews({ ...world, random: random.fork('saved-views') });
  await machineKeys({ ...world, random: random.fork('machine-keys') }, encryption);
  unpaidOrders({ ...world, random: random.fork('orders') });
  customerFiles({ ...world, random: random.fork('customer-files') });
  // of a load the house screens them itself, in hours
  if (!large) screenings({ ...world, random: random.fork('screenings') });
  await loans({ ...world, random: random.fork('loans') }, publicUrl);
  let special = 0;
  for (const shop of shops.slice(0, 2)) {
    const own = { ...world, random: random.fork(shop.merchant.name), wireShare: 1 };
    special += namedCases(own, shop) + namedRecurringPayments(own, shop);
    openPurchases(own, shop);
    const waiting = { ...own, random: random.fork(`held ${shop.merchant.name}`) };
    special += heldPayments(waiting, shop) + disputedPayments(waiting, shop, publicUrl);
  }
  for (const shop of shops)
    special += largePayment({ ...world, random: random.fork(`large ${shop.merchant.id}`) }, shop);
  const rest = Math.max(0, transactions - special);
  const ordinary = ordinaryPayments({ ...world, random: random.fork('ordinary') }, rest);
  // the next rows are made while the ones before are on their way
  for (const _ of ordinary) {
    if (buffer.bytes >= BYTES_AT_ONCE) await send();
    await breathe();
  }
  recurringPayments.emit({ ...world, random: random.fork('recurring-payments') });
  await send();
  await sending;
  return counts;
}
