import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Validator } from '@seriousme/openapi-schema-validator';
import { after, before, describe, test } from 'node:test';
import { asText, FILE, gatewayOpenApi } from '../gateways/protocol/openapi.ts';
import { prepareSandboxes } from '../gateways/sandboxes.ts';
import {
  NOT_RECEIVED,
  ROLES,
  type OperationAnswer,
  type Role,
} from '../gateways/protocol/messages.ts';
import { gatewayServer, type Adapter, type Adapters } from '../gateways/protocol/server.ts';
import { signAnswer, signCall } from '../platform/auth/signatures.ts';
import { migrate } from '../platform/db/migrate.ts';
import { testDatabase, type TestDatabase } from '../platform/db/testing.ts';
import { sandboxAdapters } from '../sandbox/adapters.ts';
import { sendNotices } from '../sandbox/notices.ts';
import { casesOf, conform } from './cases.ts';
import type { Tried } from './trying.ts';
import { listenForAnswers } from './listener.ts';

const SECRET = 'the secret of both sides of this test';
const TIMEOUT_MS = 1500;

const CASE_NAMES = [
  'approve',
  'decline',
  'time out',
  'repeat',
  'late',
  'wrong signature',
  'out of order',
  'malformed',
];

const ACQUIRER_NAMES = [
  ...CASE_NAMES,
  'card page',
  'authorise',
  'challenge',
  'charge by token',
  'notice',
  'settlement',
];

const INSTITUTION_NAMES = [...CASE_NAMES, 'apply', 'accept', 'cancel', 'close', 'loan notice'];
const IDENTIFICATION_NAMES = [...CASE_NAMES, 'methods', 'who', 'sign'];
const NAMES: Record<Role, string[]> = {
  acquirer: ACQUIRER_NAMES,
  institution: INSTITUTION_NAMES,
  screening: CASE_NAMES,
  identification: IDENTIFICATION_NAMES,
};

const passed = (names: string[]) => Object.fromEntries(names.map((name) => [name, null]));

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const said = (operationId: string): OperationAnswer => ({
  operationId,
  outcome: 'approved',
  reference: randomUUIDv7(),
});
const unheard = (operationId: string): OperationAnswer => ({
  operationId,
  outcome: 'declined',
  reason: 'Unheard of',
  code: NOT_RECEIVED,
});

/** Takes every call for Paydesk's, and every refusal for a fault of its own: signs anew what it hands on. */
function believer(target: string): Server {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const body = Buffer.concat(parts).toString();
    const key = { keyId: 'acquirer', secret: SECRET };
    const to = target + request.url!;
    const signed = signCall({ method: 'POST', targetUri: to, body }, key, new Date());
    const headers = { 'content-type': 'application/json', ...signed };
    const given = await fetch(to, { method: 'POST', headers, body });
    const [text, of] = [await given.text(), String(request.headers['signature'])];
    const status = given.status === 400 ? 500 : given.status;
    const sealed = signAnswer({ status, body: text, of }, key, new Date());
    response.writeHead(status, { 'content-type': 'application/json', ...sealed }).end(text);
  };
  return createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
}

test('the protocol’s OpenAPI file says what both sides read by', async () => {
  assert.deepEqual(
    JSON.parse(readFileSync(FILE, 'utf8')),
    JSON.parse(asText()),
    'write it anew: node apps/server/src/gateways/protocol/openapi.ts',
  );
  const { valid, errors } = await new Validator().validate(gatewayOpenApi());
  assert.ok(valid, JSON.stringify(errors));
});

describe('conformance', () => {
  let database: TestDatabase;
  let books: ReturnType<typeof sandboxAdapters>;
  let answers: Tried['answers'];
  const closing: { close(): unknown }[] = [];

  async function serve(adapters: Adapters): Promise<string> {
    const gateway = gatewayServer({
      adapters,
      secretOf: (key) => (key === 'nobody' ? null : SECRET),
    });
    closing.push(gateway);
    return listening(gateway.server);
  }
  const tried = (role: Tried['role'], base: string): Tried => ({
    role,
    url: `${base}/${role}`,
    keyId: role,
    secret: SECRET,
    timeoutMs: TIMEOUT_MS,
    lateSeconds: 4,
    answers,
  });

  before(async () => {
    database = await testDatabase(migrate);
    await prepareSandboxes(database.url);
    books = sandboxAdapters({
      databaseUrl: database.url,
      timeoutMs: TIMEOUT_MS,
      lateMs: TIMEOUT_MS + 200,
      disputeMs: 0,
      withdrawnMs: 0,
    });
    const told = { acquirer: books.acquirer.disputes, institution: books.notices };
    for (const [keyId, due] of Object.entries(told)) {
      const notices = sendNotices(due, { keyId, secret: SECRET }, 100);
      closing.push({ close: () => notices.stop() });
    }
    // a first question finds the tables; it is not what is tried
    await Promise.all(ROLES.map((role) => books.adapters[role].inquire(randomUUIDv7())));
    answers = await listenForAnswers(SECRET, { host: '127.0.0.1', port: 0 });
  });
  after(async () => {
    for (const each of closing) await each.close();
    answers.close();
    await books.close();
    await database.drop();
  });

  test('SB-39, AM-102, AM-103 our own sandboxes pass every case over the wire, and the command says so', async () => {
    const base = await serve(books.adapters);
    for (const role of ROLES) assert.deepEqual(Object.keys(casesOf(role)), NAMES[role]);
    const found = await Promise.all(
      ROLES.map(async (role) => [role, Object.fromEntries(await conform(tried(role, base)))]),
    );
    assert.deepEqual(
      Object.fromEntries(found),
      Object.fromEntries(ROLES.map((role) => [role, passed(NAMES[role])])),
    );
    const run = (secret: string) =>
      new Promise<{ code: number; said: string }>((done) => {
        const program = new URL('cli.ts', import.meta.url).pathname;
        const args = [
          program,
          'screening',
          `${base}/screening`,
          '--timeout',
          String(TIMEOUT_MS),
          '--late',
          '4',
        ];
        const env = { ...process.env, CONFORMANCE_SECRET: secret };
        execFile(process.execPath, args, { env }, (error, said) =>
          done({ code: Number(error?.code ?? 0), said }),
        );
      });
    const [right, wrong] = await Promise.all([run(SECRET), run(SECRET.toUpperCase())]);
    assert.match(right.said, /All 8 cases pass\n$/);
    assert.equal(right.code, 0);
    assert.match(wrong.said, /^FAILS {3}approve: The answer has no signature \(status 401\)$/m);
    assert.equal(wrong.code, 1);
  });

  test('a broken adapter fails by the name of the case that it breaks', async () => {
    const { acquirer } = books.adapters;
    const breaks = (broken: Partial<Adapter<'acquirer'>>): Adapters => ({
      acquirer: { ...acquirer, ...broken },
    });
    const known = new Set<string>();
    const broken: Record<string, () => Promise<string>> = {
      approve: () =>
        serve(
          breaks({ operate: async ({ operationId }) => ({ operationId, outcome: 'pending' }) }),
        ),
      decline: () => serve(breaks({ operate: async ({ operationId }) => said(operationId) })),
      'time out': () =>
        serve(breaks({ inquire: async (operationId) => ({ operationId, outcome: 'pending' }) })),
      repeat: () =>
        serve(
          breaks({
            operate: async (operation) => {
              const answer = await acquirer.operate(operation);
              return answer.outcome === 'approved' ? said(operation.operationId) : answer;
            },
          }),
        ),
      // says at once what should come later
      late: () => serve(breaks({ inquire: async (operationId) => unheard(operationId) })),
      'wrong signature': async () => listeningTo(believer(await serve(books.adapters))),
      // forgets that it was asked
      'out of order': () =>
        serve(
          breaks({
            operate: async (operation) => {
              known.add(operation.operationId);
              return acquirer.operate(operation);
            },
            inquire: async (id) => (known.has(id) ? acquirer.inquire(id) : unheard(id)),
          }),
        ),
      malformed: async () => listeningTo(believer(await serve(books.adapters))),
      // another page each time
      'card page': () =>
        serve(
          breaks({
            openCardPage: async (page) => ({
              ...(await acquirer.openCardPage!(page)),
              url: `http://127.0.0.1:9/card/${randomUUIDv7()}`,
            }),
          }),
        ),
      // takes any token for a good one
      authorise: () =>
        serve(
          breaks({
            operate: async (operation) =>
              operation.kind === 'AUTHORISE'
                ? said(operation.operationId)
                : acquirer.operate(operation),
          }),
        ),
      // does not wait for the payer
      challenge: () =>
        serve(
          breaks({
            operate: (operation) =>
              acquirer.operate({
                ...operation,
                ...(operation.token === 'test_challenge' && { token: 'test_approved' }),
              }),
          }),
        ),
      'charge by token': () =>
        serve(
          breaks({
            operate: ({ token, ...operation }) =>
              acquirer.operate(operation.kind === 'CHARGE' ? operation : { ...operation, token }),
          }),
        ),
      notice: () =>
        serve(
          breaks({
            operate: (operation) => acquirer.operate({ ...operation, noticeTo: undefined }),
          }),
        ),
      settlement: () =>
        serve(breaks({ settlement: async ({ day }) => ({ day, lines: [], next: null }) })),
    };
    assert.deepEqual(Object.keys(broken), ACQUIRER_NAMES);
    await Promise.all(
      ACQUIRER_NAMES.map(async (name) => {
        const found = await conform(tried('acquirer', await broken[name]!()), [name]);
        assert.ok(found.get(name), `${name} passes, broken as it is`);
      }),
    );
  });

  test('an adapter of an institution, or of an identification, fails by the name of what it breaks', async () => {
    const { institution, identification } = books.adapters;
    const answers = (change: (answer: OperationAnswer) => OperationAnswer) => ({
      operate: async (operation: never) => change(await institution.operate(operation)),
    });
    const approves = (kind: string) => ({
      operate: async (operation: { kind: string; operationId: string }) =>
        operation.kind === kind
          ? said(operation.operationId)
          : institution.operate(operation as never),
    });
    const broken: [Role, string, Adapters][] = [
      // offers another amount than was asked for
      [
        'institution',
        'apply',
        {
          institution: {
            ...institution,
            ...answers((answer) =>
              'offers' in answer && answer.offers
                ? { ...answer, offers: answer.offers.map((one) => ({ ...one, amountCents: 1 })) }
                : answer,
            ),
          },
        },
      ],
      [
        'institution',
        'accept',
        { institution: { ...institution, ...approves('LOAN_ACCEPTANCE') } },
      ],
      ['institution', 'cancel', { institution: { ...institution, ...approves('CANCELLATION') } }],
      ['institution', 'close', { institution: { ...institution, ...approves('LOAN_SETTLEMENT') } }],
      [
        'institution',
        'loan notice',
        {
          institution: {
            ...institution,
            operate: (operation) =>
              institution.operate({ ...operation, noticeTo: undefined } as never),
          },
        },
      ],
      // says that nobody has to be asked
      [
        'identification',
        'methods',
        { identification: { ...identification, operate: async (one) => said(one.operationId) } },
      ],
      // takes anybody for the one who was asked for
      [
        'identification',
        'who',
        {
          identification: {
            ...identification,
            operate: async (operation) => ({
              ...said(operation.operationId),
              person: { personalId: '38402292719', firstName: 'Mihkel', lastName: 'Õunapuu' },
            }),
          },
        },
      ],
      // does not look at what is signed
      [
        'identification',
        'sign',
        {
          identification: {
            ...identification,
            operate: (operation) =>
              identification.operate({
                ...operation,
                ...(operation.document && { document: { name: 'Any', sha256: 'e'.repeat(64) } }),
              }),
          },
        },
      ],
    ];
    await Promise.all(
      broken.map(async ([role, name, adapters]) => {
        const found = await conform(tried(role, await serve(adapters)), [name]);
        assert.ok(found.get(name), `${name} passes, broken as it is`);
      }),
    );
  });

  async function listeningTo(server: Server): Promise<string> {
    closing.push({ close: () => void (server.closeAllConnections(), server.close()) });
    return listening(server);
  }
});
