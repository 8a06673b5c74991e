import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { table, type Key } from '@paydesk/contract/index.ts';
import { isMachines } from '@paydesk/contract/kernel/access.ts';
import type { Endpoint, Method } from '@paydesk/contract/kernel/endpoint.ts';
import { rightsOf } from '@paydesk/contract/rights.ts';
import { Share, spread, tell } from '@paydesk/contract/testing/proof.ts';
import { CHANGES, type Change, type Changing } from './testing/changes.ts';
import { checkSeen, foreignIn, UUID } from './testing/crawl/checks.ts';
import {
  FRAGMENTS,
  HEADERS,
  MASS,
  NO_TEXTS,
  PATHS,
  QUERIES,
  tampered,
} from './testing/crawl/corpus.ts';
import { mark, ownersOf, sumsOf, word } from './testing/crawl/ground.ts';
import { withRole } from './testing/roles.ts';
import { testServer, TRYING_OUT, type Client, type TestServer } from './testing/server.ts';

/**
 * Signs in as every role of the specification's and as two of a firm's own, of two merchants, goes through every
 * row of the endpoint table with every id that staff see, and says what no screen of ours says. Whatever it is
 * answered is held against the same few rules (SB-03, SB-48, SB-51).
 */

type Row = readonly [Key, Endpoint];
const rows = Object.entries(table) as unknown as Row[];
const reads = rows.filter(([key, row]) => key.startsWith('GET ') && !staysOpen(row));
const changing = rows.filter(([key]) => !key.startsWith('GET ')) as [Changing, Endpoint][];
function staysOpen({ answerType }: Endpoint) {
  return answerType === 'text/event-stream';
}
const parted = (key: string) => key.split(' ') as [Method, string];
const NOBODYS = '0198c1de-0000-7000-8000-000000000000';
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;

interface Person {
  name: string;
  client: Client;
  merchantId: string | null;
}
interface Asked {
  method: string;
  url: string;
  by?: Person | null;
  token?: string | null;
  headers?: Readonly<Record<string, string>>;
  payload?: string;
}

const filled = (path: string, params: Readonly<Record<string, string>>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
const everywhere = (path: string, id: string) => path.replace(/\{\w+\}/g, id);

const one = async (
  name: string,
  merchantId: string | null,
  client: Promise<Client>,
): Promise<Person> => ({ name, merchantId, client: await client });

/** The call as a case makes it work, as text. */
const written = (key: Changing, { params = {}, body }: Change) => {
  const [method, path] = parted(key);
  const payload = body === undefined || typeof body === 'string' ? undefined : JSON.stringify(body);
  return { method, url: filled(path, params), ...(payload !== undefined && { payload }) };
};

describe('a crawl with each role', () => {
  const share = new Share('crawl');
  let server: TestServer;
  let people: Person[];
  let amber: string;
  let baltic: string;
  let words: Map<string, string>;
  let owners: Map<string, string>;
  /** What staff see below each path of a list. */
  const seen = new Map<string, string[]>();
  /** The ids that each merchant's people have named. */
  const known = new Map<string, string>();
  let asked = 0;
  const problems: string[] = [];
  const must = (check: () => void) => {
    try {
      check();
    } catch (error) {
      problems.push((error as Error).message.slice(0, 600));
    }
  };

  async function begin() {
    server = await testServer({
      ...TRYING_OUT,
      settings: { ...TRYING_OUT.settings, CALLBACK_ALLOW: '127.0.0.1' },
    });
    amber = await server.merchantId('Amber & Oak');
    baltic = await server.merchantId('Baltic Books');
    const till = (merchantId: string) =>
      withRole(server, {
        base: 'MERCHANT_OPERATOR',
        rights: rightsOf('MERCHANT_OPERATOR').filter((right) => right !== 'REFUND'),
        merchantId,
      });
    const desk = { base: 'BACKOFFICE_TECHNICAL', rights: ['PAYMENTS'] } as const;
    people = await Promise.all([
      one('administrator', null, server.as('admin@paydesk.test')),
      one('technical', null, server.as('technical@paydesk.test')),
      one('auditor', null, withRole(server, desk)),
      one('owner of Amber', amber, server.as('owner@amber.test')),
      one('operator of Amber', amber, server.as('operator@amber.test')),
      one('till of Amber', amber, till(amber)),
      one('owner of Baltic', baltic, server.as('owner@baltic.test')),
      one(
        'operator of Baltic',
        baltic,
        server.person({ userRole: 'MERCHANT_OPERATOR', merchantId: baltic }),
      ),
      one('till of Baltic', baltic, till(baltic)),
    ]);
    words = new Map([
      [amber, word()],
      [baltic, word()],
    ]);
    for (const [merchantId, said] of words)
      assert.ok((await mark(server, merchantId, said)) > 20, 'too little bears the word');
    owners = await ownersOf(server);
  }
  before(begin);
  afterEach(() => assert.deepEqual(problems.splice(0), []));
  after(async () => {
    share.tell();
    tell('crawl', `${asked} calls`);
    await server.close();
  });

  const person = (name: string) => people.find((each) => each.name === name)!;

  /** One call, as it is written; its answer has passed all that holds for every answer. */
  async function ask({ method, url, by, token, headers, payload }: Asked) {
    asked++;
    const bearer = token === undefined ? by?.client.token : token;
    const send = () =>
      server.app.inject({
        method: method as 'GET',
        url,
        remoteAddress: `2001:db8:${(asked >> 8).toString(16)}:${(asked & 255).toString(16)}::1`,
        headers: {
          ...(typeof bearer === 'string' && { authorization: `Bearer ${bearer}` }),
          ...(payload !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(payload !== undefined && { payload }),
      });
    // a file that a busy machine cut off for its time: asked for once more
    const reply = await send().catch((error: unknown) => {
      if (method !== 'GET' || (error as { code?: string }).code !== 'LIGHT_ECONNRESET') throw error;
      return send();
    });
    const what = `${by?.name ?? 'nobody'}: ${method} ${url.slice(0, 160)} ${payload?.slice(0, 200) ?? ''}`;
    hold(what, by ?? null, url + (payload ?? ''), {
      status: reply.statusCode,
      headers: reply.headers,
      text: reply.body,
      bodiless: method === 'HEAD',
    });
    return { status: reply.statusCode, text: reply.body, headers: reply.headers };
  }

  function hold(
    what: string,
    by: Person | null,
    said: string,
    answer: {
      status: number;
      headers: Record<string, string | string[] | number | undefined>;
      text: string;
      bodiless?: boolean;
    },
  ) {
    must(() => checkSeen({ what, ...answer }));
    if (!by?.merchantId) return;
    const before = known.get(by.merchantId) ?? '';
    known.set(by.merchantId, `${before} ${(said.match(UUID) ?? []).join(' ')}`);
    // of what its people were refused the audit log says which id they named
    const named = /audit-logs|history/.test(said) ? before + said : said;
    const foreign = foreignIn(answer.text, named, by.merchantId, owners);
    if (foreign.length) problems.push(`${what}: of others ${foreign.slice(0, 3).join()}`);
    for (const [merchantId, theirs] of words)
      if (merchantId !== by.merchantId && answer.text.includes(theirs))
        problems.push(`${what}: words of others`);
  }

  /** Ids for what the path names, of each merchant and of nobody. */
  function idsFor(path: string): string[] {
    const above = path.slice(0, path.indexOf('/{'));
    const known = [...seen].filter(([list]) => list === above).flatMap(([, ids]) => ids);
    const some = known.length ? known : [...seen.values()].flat();
    const one = (merchantId: string | undefined) => {
      const theirs = some.filter((id) => owners.get(id) === merchantId);
      return theirs.length ? [theirs[spread(path, theirs.length)]!] : [];
    };
    return [...one(amber), ...one(baltic), ...one(undefined), NOBODYS];
  }

  test('SB-03, SB-48 every reading by every role, with the ids that staff see: no row, id or word of another merchant', async () => {
    for (const by of [person('administrator'), person('technical')])
      for (const [key, row] of reads) {
        if (row.list?.as !== 'page' || row.params) continue;
        const [method, path] = parted(key);
        const { status, text } = await ask({ method, url: `${path}?size=200`, by });
        if (status !== 200) continue;
        const { content } = JSON.parse(text) as { content: { id?: string }[] };
        seen.set(path, [
          ...(seen.get(path) ?? []),
          ...content.flatMap(({ id }) => (id === undefined ? [] : [id])),
        ]);
      }
    assert.ok([...seen.values()].flat().length > 1000);
    let answered = 0;
    for (const [key, row] of share.of(reads, 'readings', 12)) {
      const [method, path] = parted(key);
      const ids = path.includes('{') ? idsFor(path) : [''];
      for (const by of [...people, null])
        for (const id of ids) {
          const url = everywhere(path, id);
          const { status } = await ask({ method, url, by });
          if (by === null && row.access !== 'public')
            must(() => assert.equal(status, 401, `${key}: nobody`));
          if (status === 200) answered++;
        }
    }
    // of twelve readings in short
    assert.ok(answered > 40, `${answered} answered`);
  });

  test('SB-03, SB-51 no reading without a token of one’s own, however it is written', async () => {
    const { token } = person('operator of Baltic').client;
    for (const [key, row] of share.of(reads, 'tokens', 6)) {
      if (row.access === 'public') continue;
      const [method, path] = parted(key);
      const url = everywhere(path, idsFor(path)[0]!);
      for (const wrong of share.of(tampered(token!), key, 5)) {
        const { status } = await ask({ method, url, token: wrong });
        must(() => assert.equal(status, 401, `${key} by ${wrong}`));
      }
      const elsewhere: Record<string, string>[] = [
        { cookie: `token=${token}; session=${token}; __Host-paydesk=${token}` },
        { authorization: `Basic ${token}` },
        { 'x-access-token': token! },
      ];
      for (const headers of elsewhere)
        assert.equal((await ask({ method, url, headers, token: null })).status, 401, key);
      const inside = `${url}?token=${token}&access_token=${token}`;
      assert.equal((await ask({ method, url: inside })).status, 401, key);
    }
  });

  test('SB-05, SB-48 lists take what no list expects as wrong or as nothing', async () => {
    for (const [key, row] of reads) {
      if (!row.list) continue;
      const [method, path] = parted(key);
      const url = everywhere(path, idsFor(path)[0]!);
      const columns = Object.keys(row.list.resource.columns);
      const by = people[spread(key, people.length)]!;
      const filters = columns.flatMap((name) =>
        FRAGMENTS.map((text) => `f_${name}=${encodeURIComponent(text)}`),
      );
      const sorts = columns.map((name) => `sort=${name},asc;--&sort=${name},desc`);
      for (const query of share.of([...QUERIES, ...filters, ...sorts], key, 150))
        await ask({ method, url: `${url}?${query}`, by });
    }
  });

  test('SB-51 a path that is written otherwise, another method or a header open nothing that was closed', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const by = person('operator of Baltic');
    const closed = rows.filter(
      ([key, { access, roles, params, answerType }]) =>
        key.startsWith('GET ') &&
        !params &&
        answerType === undefined &&
        Array.isArray(access) &&
        !access.some((one) => one.includes('MERCHANT')) &&
        !roles,
    );
    assert.ok(closed.length > 20);
    for (const [key] of share.of(closed, 'paths', 6)) {
      const [, path] = parted(key);
      for (const write of PATHS)
        for (const one of [by, null]) {
          const written = write(path);
          const answer = await over(port, written, one?.client.token ?? null);
          hold(`${one?.name ?? 'nobody'}: GET ${written}`, one, written, answer);
          must(() => assert.ok(answer.status >= 400, `${written}: ${answer.status}`));
        }
    }
    for (const [key, row] of share.of(rows, 'methods', 4)) {
      const [own, path] = parted(key);
      const url = everywhere(path, randomUUIDv7());
      const known = rows.map(([each]) => parted(each)).filter(([, each]) => each === path);
      for (const method of METHODS) {
        if (known.some(([each]) => each === method) || staysOpen(row)) continue;
        const { status } = await ask({ method, url, by });
        must(() => assert.ok(status === 405 || status === 404, `${method} ${url}: ${status}`));
      }
      if (own !== 'GET' || staysOpen(row)) continue;
      for (const headers of share.of(HEADERS, key, 5)) {
        const plain = await ask({ method: own, url, token: null });
        const tricked = await ask({ method: own, url, token: null, headers });
        must(() =>
          assert.equal(tricked.status, plain.status, `${key}: ${JSON.stringify(headers)}`),
        );
      }
    }
  });

  /** By the people of Baltic, by nobody and by a token that is none: what no case of Amber's lets them do. */
  async function tryAsOthers(key: Changing, row: Endpoint, call: ReturnType<typeof written>) {
    if (row.access === 'public') return;
    for (const by of people.filter(({ merchantId }) => merchantId === baltic)) {
      // their own account is theirs to change, and to leave
      if (isMachines(row.access) || row.scope === 'self' || key === 'POST /api/logout') continue;
      await ask({ ...call, by });
    }
    const wrong = tampered(person('owner of Amber').client.token!);
    for (const token of [null, wrong[spread(key, wrong.length)]!])
      assert.equal((await ask({ ...call, token })).status, 401, key);
  }

  test('SB-03, SB-46 every change by nobody, by a tampered token and by another merchant’s people changes nothing of a merchant’s', async () => {
    // one at a time: what one case makes can be in the way of another
    for (const [key, row] of share.of(changing, 'changes', 8)) {
      const change = await CHANGES[key](server);
      try {
        const before = await sumsOf(server, amber);
        await tryAsOthers(key, row, written(key, change));
        const after = await sumsOf(server, amber);
        must(() => assert.deepEqual(after, before, key));
      } finally {
        await change.finish?.();
      }
    }
  });

  test('SB-03, SB-04, SB-48 hostile text, no text and more than was asked in every field: no error of ours, and nobody gains a right', async () => {
    // a case is made once on a server, and those of the changes were
    await server.close();
    await begin();
    const rights = () =>
      server.all<object>(
        `select id, merchant_id, user_role from users
         where (merchant_id is null) <> (user_role like 'BACKOFFICE%') or merchant_id = $1 order by id`,
        [baltic],
      );
    const held = await rights();
    for (const [key] of share.of(changing, 'fields', 8)) {
      const change = await CHANGES[key](server);
      const before = await sumsOf(server, baltic);
      const { body, by, whose } = change;
      const who = by ?? person('owner of Amber').client;
      const call = written(key, change);
      const caller: Person = {
        name: 'whoever may',
        client: whose === undefined ? who : server.anonymous,
        merchantId: null,
      };
      const headers = change.headers ?? {};
      const send = (payload: string) =>
        ask({
          ...call,
          by: caller,
          token: whose === undefined ? who.token : null,
          headers,
          payload,
        });
      const given = (body && typeof body === 'object' ? body : {}) as Record<string, unknown>;
      const fields = Object.keys(given).filter((name) => typeof given[name] === 'string');
      const hostile = fields.flatMap((name) => [
        ...FRAGMENTS.map((text) => JSON.stringify({ ...given, [name]: text })),
        ...NO_TEXTS.map((json) =>
          JSON.stringify({ ...given, [name]: '§' }).replace('"§"', () => json),
        ),
      ]);
      try {
        for (const payload of share.of(hostile, key, 20)) await send(payload);
        for (const [name, value] of share.of(Object.entries(MASS), key, 4))
          if (!(name in given)) await send(JSON.stringify({ ...given, [name]: value }));
        await send(JSON.stringify({ ...given, merchantId: baltic, id: randomUUIDv7() }));
        await send(
          `{"__proto__":{"userRole":"BACKOFFICE_ADMIN"},${JSON.stringify(given).slice(1)}`,
        );
        const after = await sumsOf(server, baltic);
        must(() => assert.deepEqual(after, before, key));
      } finally {
        await change.finish?.();
      }
    }
    assert.deepEqual(await rights(), held);
    assert.equal(({} as Record<string, unknown>)['userRole'], undefined);
  });
});

/** Over a socket, by a client that leaves the path as it is written. */
const over = (port: number, path: string, token: string | null) =>
  new Promise<{
    status: number;
    headers: Record<string, string | string[] | undefined>;
    text: string;
  }>((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path,
        agent: false,
        headers: token === null ? {} : { authorization: `Bearer ${token}` },
      },
      (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (part: string) => (text += part))
          .on('end', () =>
            resolve({ status: response.statusCode!, headers: response.headers, text }),
          );
      },
    );
    call.on('error', reject).end();
  });
