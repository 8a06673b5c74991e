import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { table, type Call, type Key } from '@paydesk/contract/index.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { compose, type Overrides, type Sandboxes } from '../compose.ts';
import { sandboxesInProcess } from '../gateways/sandboxes.ts';
import { openSession } from '../platform/auth/open-session.ts';
import { readConfig } from '../platform/config.ts';
import { prepareClock } from '../platform/db/clock.ts';
import { clockOnEach } from '../platform/db/testing/nodes.ts';
import { openDatabase } from '../platform/db/database.ts';
import { migrate } from '../platform/db/migrate.ts';
import { as, ownSignIn } from '../platform/db/roles.ts';
import { testDatabase, type TestDatabase } from '../platform/db/testing.ts';
import { createLog } from '../platform/log.ts';
import { tasksOf } from '../resources.ts';
import { insertUser } from '../seed/factories.ts';
import { DEMO_PASSWORD, seed } from '../seed/seed.ts';
import type { UserRow } from '../seed/tables.ts';
import { checkAnswer, replyOf, type Reply } from './answers.ts';
import { testEncryption } from './encryption.ts';
import { SHOPPER_KEY } from './shoppers-key.ts';
import { overhear, unsaid } from './statements.ts';

export interface TestServerOptions extends Omit<Overrides, 'publicUrl'> {
  /** Settings other than the defaults of the tests. */
  settings?: Record<string, string>;
  /** In place of those in this process, made for the database at the address. */
  sandboxes?: (databaseUrl: string) => Sandboxes;
  /** What people type; that of the process that listens, where it does. */
  publicUrl?: () => string;
  /** Its clock can be moved, by `services.clock`. */
  clock?: boolean;
  /** Whether the server takes its database for the demo that it is. */
  demo?: boolean;
  /** In place of one that is gone with the server. */
  database?: TestDatabase;
}

export interface CallOptions {
  params?: Record<string, string>;
  query?: Record<string, string> | string;
  body?: unknown;
  headers?: Record<string, string>;
  /** Whose address the call comes from. */
  from?: string;
}

/** Calls by the rows of the table; each answer is held against what is declared of it. */
export interface Client {
  token: string | null;
  userId: string | null;
  call<K extends Key>(key: K, options?: CallOptions): Promise<Reply<Call<K>['answer']>>;
}

export type TestServer = Awaited<ReturnType<typeof testServer>>;

/** An installation that is tried out: what a demo refuses is done, and nobody outside is told. */
export const TRYING_OUT = {
  demo: false,
  settings: {
    ACQUIRER: 'sandbox',
    FINANCING_INSTITUTION: 'sandbox',
    IDENTIFICATION: 'sandbox',
    SCREENING: 'sandbox',
    ALLOW_SANDBOX: 'true',
  },
} as const;

const TRANSACTIONS = 2000;
/** Of the tests' own statements, whatever time the server is given for its. */
const OWN_TIMEOUT_MS = 60_000;

/** The seed's now: close to the real one, for passwords that expire and for `last7days`. */
const today = new Date(new Date().setUTCHours(0, 0, 0, 0));

export async function migratedAndSeeded(url: string): Promise<void> {
  await migrate(url);
  await seed(url, { clock: today, transactions: TRANSACTIONS, encryption: testEncryption });
}

/** A copy of that, made once for all. */
export const demoOfTests = (): Promise<TestDatabase> =>
  testDatabase(migratedAndSeeded, today.toISOString().slice(0, 7));

/** The whole server on a database of its own, called without a socket. */
export async function testServer(options: TestServerOptions = {}) {
  const { url, drop } = options.database ?? (await demoOfTests());
  const config = readConfig({
    DATABASE_URL: url,
    LOG_LEVEL: 'debug',
    ACQUIRER_TIMEOUT_MS: '2000',
    ...options.settings,
  });
  const logLines: string[] = [];
  const log = createLog(
    config.LOG_LEVEL,
    new Writable({
      write(line: Buffer, _encoding, done) {
        logLines.push(line.toString());
        done();
      },
    }),
  );
  const owner = openDatabase(url, {
    statementTimeoutMs: OWN_TIMEOUT_MS,
    asOwner: true,
    clock: options.clock,
  });
  if (options.clock) {
    await prepareClock(url);
    await clockOnEach(url);
  }
  await overhear(owner.pool);
  const state = { draining: false };
  const { settings: _, database: __, demo = true, sandboxes, clock, ...overrides } = options;
  const role = await ownSignIn(url, testEncryption);
  const house = await compose(
    {
      config,
      log,
      demo,
      encryption: testEncryption,
      // as the running server signs in
      databaseUrl: as(url, role),
      readUrl: config.DATABASE_READ_URL && as(config.DATABASE_READ_URL, role),
      clock,
      draining: () => state.draining,
      webFolder: null,
      sandboxes:
        sandboxes?.(url) ??
        sandboxesInProcess({
          databaseUrl: url,
          timeoutMs: config.ACQUIRER_TIMEOUT_MS,
          institutionLateMs: 1000,
        }),
    },
    { publicUrl: () => 'http://127.0.0.1:3000', textsOf: async () => [], ...overrides },
  );
  const { services, app, database } = house;

  // whoever calls, over a socket or not: each answer of a row is looked at as it leaves
  const wrong: unknown[] = [];
  app.addHook('onSend', async (request, reply, text) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || typeof text !== 'string') return;
    const headers = reply.getHeaders() as Record<string, string>;
    try {
      checkAnswer(endpoint.key as Key, { status: reply.statusCode, headers, text });
    } catch (error) {
      wrong.push(error);
    }
  });
  const failIfWrong = () => {
    const [first] = [...wrong.splice(0), ...unsaid.splice(0)];
    if (first) throw first;
  };

  function client(token: string | null, userId: string | null): Client {
    return {
      token,
      userId,
      async call(key, { params = {}, query = '', body, headers = {}, from = '127.0.0.1' } = {}) {
        const [method, template] = key.split(' ') as ['GET', string];
        const path = template.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
        const search = typeof query === 'string' ? query : String(new URLSearchParams(query));
        // one that stays open is there as soon as it begins
        const stays = (table[key] as Endpoint).answerType === 'text/event-stream';
        const response = await app.inject({
          payloadAsStream: stays,
          method,
          url: search ? `${path}?${search}` : path,
          remoteAddress: from,
          headers: {
            ...(token && { authorization: `Bearer ${token}` }),
            // a file is a text, a body never is
            ...(typeof body === 'string' && { 'content-type': 'text/csv' }),
            // whoever calls is one borrower in one browser, unless a test says otherwise
            ...((table[key] as Endpoint).shopperKey && { 'shopper-key': SHOPPER_KEY }),
            ...headers,
          },
          ...(body === undefined ? {} : { payload: body as object }),
        });
        failIfWrong();
        const open = stays && response.statusCode === 200;
        if (open) response.stream().destroy();
        const sent = {
          status: response.statusCode,
          headers: response.headers as Record<string, string>,
          text: open ? '' : stays ? await textOf(response.stream()) : response.body,
        };
        // what is written past the hook
        if (
          /^(text\/(csv|event-stream)|application\/jsonl)/.test(sent.headers['content-type'] ?? '')
        )
          checkAnswer(key, sent);
        return replyOf(key, sent);
      },
    };
  }

  const anonymous = client(null, null);
  const signedIn = new Map<string, Promise<Client>>();

  async function signIn(email: string, password = DEMO_PASSWORD): Promise<Client> {
    const { status, body } = await anonymous.call('POST /api/login', {
      body: { username: email, password },
    });
    assert.equal(status, 200, `${email} signs in`);
    return client(body.token, body.userId);
  }

  async function session(userId: string, seconds = 3600): Promise<Client> {
    const opened = await database.transaction('all', (tx) =>
      openSession(tx, {
        userId,
        seconds,
        timeZone: 'UTC',
        address: '127.0.0.1',
        userAgent: null,
      }),
    );
    return client(opened.token, userId);
  }

  const one = async <T extends object>(text: string, values: unknown[] = []): Promise<T> => {
    const { rows } = await owner.pool.query(text, values);
    return rows[0] as T;
  };

  return {
    url,
    app,
    services,
    database,
    /** As the tables' owner, past everything that the server may not do. */
    pool: owner.pool,
    state,
    logLines,
    client,
    anonymous,
    signIn,
    /** The person's one session of this test file. */
    as(email: string): Promise<Client> {
      const known = signedIn.get(email) ?? signIn(email);
      signedIn.set(email, known);
      return known;
    },
    /** Somebody new with a session, without the cost of a password. */
    async person(given: Partial<UserRow> = {}): Promise<Client> {
      const { id } = await insertUser(owner.pool, given);
      return session(id);
    },
    session,
    one,
    all: async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
      (await owner.pool.query(text, values)).rows as T[],
    merchantId: async (name: string): Promise<string> =>
      (await one<{ id: string }>('select id from merchants where name = $1', [name])).id,
    /** Lets the task ask for what is still open, again and again, until nothing is. */
    async settleEverything(): Promise<void> {
      const task = tasksOf(services).find(({ name }) => name === 'resolve-pending-money');
      for (let tries = 0; tries < 100; tries++) {
        const { rowCount } = await owner.pool.query(
          `update money_operations set next_attempt_date = now() - interval '1 second' where status = 'PENDING'`,
        );
        if (!rowCount) return;
        await task!.run();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error('An operation stays open');
    },
    async close(): Promise<void> {
      await app.close();
      await house.close();
      await owner.close();
      await drop();
      failIfWrong();
    },
  };
}
