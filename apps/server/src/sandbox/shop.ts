import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { DisputeStatus } from '@paydesk/contract/payments.ts';
import type { FromShop, ShopStart, ToShop } from '@paydesk/contract/sandbox-shop.ts';
import { sql } from 'kysely';
import { chargeRecurring } from '../domain/recurring/task.ts';
import { authority } from '../platform/authority.ts';
import type { Config } from '../platform/config.ts';
import { holdAlone, saidBy } from '../platform/db/alone.ts';
import type { Log } from '../platform/log.ts';
import type { Services } from '../platform/services.ts';
import { SHOP_KEY, SHOP_PUBLIC_KEY } from '../seed/shop-key.ts';
import { beside } from './beside.ts';

/** The shop of the demo's first merchant, in a process of its own on a port of its own (ADR 113). */

const PROGRAM = join(import.meta.dirname, '../../../shop/src/main.ts');
const MERCHANT = 'Amber & Oak';
/** Buttons of the seed that it puts on its pages. */
const VOUCHER = 'Gift voucher';
const LOCK = 'sandbox shop';
/** How soon it is known that the other process has ended, or is there again. */
const LOOK_MS = 10_000;
const HALF_DAY_SECONDS = 43_200;
const EVERYWHERE = ['0.0.0.0', '::'];

interface Options {
  config: Config;
  log: Log;
  demo: boolean;
  databaseUrl: string;
  dispute: ((merchantId: string, becomes: DisputeStatus) => Promise<boolean>) | null;
  services: () => Services;
}

export interface Shop {
  /** Null where another process of the database has it. */
  address: string | null;
  /** The settings, by which the shop may be called and returned to besides. */
  allowed(config: Config): Config;
  /** What the merchant's Business Profile names leads to the shop. */
  instead(url: URL): string | null;
  begin(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Null where there is none: outside a demo, without a port. That is said, and stops nothing. Beside another one of this
 * database it opens none, and leads to that one.
 */
export async function openShop(options: Options): Promise<Shop | null> {
  const { config, log, demo, databaseUrl } = options;
  if (!demo) return null;
  const port = await freePort(config.HOST, config.SHOP_PORT);
  if (port === null) {
    const why = `port ${config.SHOP_PORT} is taken or not allowed; SHOP_PORT sets another one, 0 takes a free one`;
    process.stdout.write(`There is no sandbox shop: ${why}\n`);
    return null;
  }
  const held = await holdAlone(databaseUrl, LOCK, addressAt(config, port)).catch(() => null);
  if (held) return shopAt(options, port, held);
  log.info('another process of this database has the sandbox shop');
  return shopOfAnother(options);
}

const addressAt = ({ HOST }: Config, port: number): string => {
  const named = HOST.includes(':') ? `[${HOST}]` : HOST;
  return `http://${EVERYWHERE.includes(HOST) ? '127.0.0.1' : named}:${port}`;
};

/** By which the shop may be called and returned to besides. */
const withShop = ({ CALLBACK_ALLOW, ...rest }: Config, address: string): Config => ({
  ...rest,
  CALLBACK_ALLOW: `${CALLBACK_ALLOW} ${new URL(address).host}`,
});

/**
 * The shop is beside another process of this database: what that merchant is told and asked leads there from this
 * process too, as long as the other one has it. Null where nobody says where it is.
 */
async function shopOfAnother({ databaseUrl, services }: Options): Promise<Shop | null> {
  const where = () => saidBy(databaseUrl, LOCK).catch(() => null);
  const first = await where();
  if (!first) return null;
  let address: string | null = first;
  let origin: string | null = null;
  const timer = setInterval(() => void where().then((now) => (address = now)), LOOK_MS).unref();
  return {
    address: null,
    allowed: (config) => withShop(config, first),
    instead: (url) => (url.origin === origin ? address : null),
    async begin() {
      const found = await merchantOf(services());
      origin = (found?.url && URL.parse(found.url)?.origin) ?? null;
    },
    async stop() {
      clearInterval(timer);
    },
  };
}

function shopAt(
  { config, log, services, dispute }: Options,
  port: number,
  held: { letGo(): Promise<void> },
): Shop {
  const address = addressAt(config, port);
  let start: ShopStart | null = null;
  let merchantId = '';
  let origin: string | null = null;
  const child = beside<FromShop>({
    program: PROGRAM,
    what: 'the sandbox shop',
    log,
    start: () => ({ ...start! }),
    hear(message) {
      if (message.kind === 'there') return;
      const { asked } = message;
      const work =
        message.kind === 'pass'
          ? letPass(services(), message.days)
          : (dispute?.(merchantId, message.becomes) ?? Promise.resolve(false));
      void work
        .catch(() => false)
        .then((done) => child.tell({ kind: 'answer', asked, done } satisfies ToShop));
    },
  });
  return {
    address,
    allowed: (given) => withShop(given, address),
    instead: (url) => (url.origin === origin ? address : null),
    async begin() {
      const found = await merchantOf(services());
      if (!found) {
        log.info(`there is no merchant ${MERCHANT}, and so no sandbox shop`);
        return;
      }
      merchantId = found.id;
      origin = found.url && (URL.parse(found.url)?.origin ?? null);
      const { certificate } = await authority(services());
      start = {
        host: config.HOST,
        port,
        shopUrl: address,
        paydeskUrl: services().publicUrl(),
        merchant: MERCHANT,
        certificate: found.certificate ? { id: found.certificate, privateKey: SHOP_KEY } : null,
        providerCertificate: certificate,
        widgets: { voucher: found.voucher, checkout: found.checkout },
      };
      child.begin();
    },
    async stop() {
      await child.stop();
      await held.letGo();
    },
  };
}

/** By half days, so that what is due is charged on its day; false where this start's clock stands by the real one (ADR 119). */
async function letPass(services: Services, days: number): Promise<boolean> {
  const { move } = services.clock;
  if (!move) return false;
  const charges = chargeRecurring(services);
  for (let half = 0; half < 2 * days; half++) {
    await move(HALF_DAY_SECONDS);
    await charges.run();
  }
  return true;
}

interface Found {
  id: string;
  url: string | null;
  certificate: string | null;
  voucher: string | null;
  checkout: string | null;
}

const button = (merchantId: string, where: ReturnType<typeof sql>) => sql`
  (select w.id from widgets w where w.merchant_id = ${merchantId} and w.status = 'ACTIVE' and ${where}
   order by w.created_date limit 1)`;

/** Whose shop it is, with the key and the buttons that are in force now. */
async function merchantOf({ database }: Services): Promise<Found | undefined> {
  const [merchant] = await database.run(
    sql<Pick<Found, 'id' | 'url'>>`
      select id, purchase_notification_url as url from merchants
      where name = ${MERCHANT} and status = 'ACTIVE'`,
    'all',
  );
  if (!merchant) return undefined;
  const { id } = merchant;
  const [its] = await database.run(
    sql<Omit<Found, 'id' | 'url'>>`
      select
        (select c.id from certificates c where c.merchant_id = ${id} and c.public_key = ${SHOP_PUBLIC_KEY}
           and c.disabled_date is null and c.expiration_date > now() limit 1) as certificate,
        ${button(id, sql`w.name = ${VOUCHER}`)} as voucher,
        ${button(id, sql`w.type = 'CHECKOUT'`)} as checkout`,
    'all',
  );
  return { ...merchant, ...its! };
}

/** The port, or a free one for 0; null where it can't be had. */
async function freePort(host: string, port: number): Promise<number | null> {
  const server = createServer();
  try {
    server.listen({ port, host });
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  } catch {
    return null;
  } finally {
    server.close();
  }
}
