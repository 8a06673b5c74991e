import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { table, type Key } from '@paydesk/contract/index.ts';
import { isMachines } from '@paydesk/contract/kernel/access.ts';
import type { Endpoint, Method } from '@paydesk/contract/kernel/endpoint.ts';
import { ROLE_PERMISSIONS } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { isOfMerchants, rightOf, rightsOf, type GivenRight } from '@paydesk/contract/rights.ts';
import { workers } from './platform/db/testing/nodes.ts';
import { lists } from './resources.ts';
import { CHANGES, type Changing } from './testing/changes.ts';
import { foreignIn } from './testing/crawl/checks.ts';
import { mark, ownersOf, sumsOf, word } from './testing/crawl/ground.ts';
import { insertPurchase, insertTransaction } from './seed/factories.ts';
import { insertThreshold } from './testing/approvals.ts';
import { mailsOf } from './testing/mails.ts';
import { insertPayment } from './testing/money.ts';
import { listen } from './testing/streams.ts';
import { withRole } from './testing/roles.ts';
import { testServer, TRYING_OUT, type Client, type TestServer } from './testing/server.ts';

/** A role of the house that reaches some merchants (ADR 182): whatever its people call, of the others there is nothing. */

type Row = readonly [Key, Endpoint];
const rows = (Object.entries(table) as unknown as Row[]).filter(
  ([, { access, answerType }]) =>
    access !== 'public' && !isMachines(access) && answerType !== 'text/event-stream',
);
const base = 'BACKOFFICE_ADMIN';
const rights = rightsOf(base).filter(isOfMerchants);
const parted = (key: string) => key.split(' ') as [Method, string];
const cents = (euros: number) => Math.round(euros * 100);
const isRead = (key: string) => key.startsWith('GET ');
const NOBODYS = '0198c1de-0000-7000-8000-000000000000';

/** What a person of such a role is let do at all. */
const opens = (key: Key, { access, roles }: Endpoint): boolean => {
  const right = rightOf(key);
  return (
    (right === null || rights.includes(right as GivenRight)) &&
    isAllowed(
      { userRole: base, permissions: ROLE_PERMISSIONS[base] },
      { anyOf: Array.isArray(access) ? access : undefined, roles },
    )
  );
};

const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

describe('SB-03, SB-46 a role that reaches some merchants', () => {
  let server: TestServer;
  let admin: Client;
  let confined: Client & { roleId: string };
  let amber: string;
  let baltic: string;
  let third: string;
  let theirs: string[];
  let strange: string;
  let owners: Map<string, string>;

  before(async () => {
    server = await testServer({
      ...TRYING_OUT,
      settings: { ...TRYING_OUT.settings, CALLBACK_ALLOW: '127.0.0.1' },
    });
    admin = await server.as('admin@paydesk.test');
    amber = await server.merchantId('Amber & Oak');
    baltic = await server.merchantId('Baltic Books');
    third = (
      await server.one<{ id: string }>(
        `select merchant_id as id from transactions where merchant_id <> all($1)
         group by 1 order by count(*) desc, 1 limit 1`,
        [[amber, baltic]],
      )
    ).id;
    theirs = [baltic, third];
    confined = await withRole(server, { base, rights, merchants: theirs, name: 'Two of them' });
    for (const merchantId of [amber, baltic]) await insertPayment(server, { merchantId });
    strange = word();
    assert.ok((await mark(server, amber, strange)) > 20, 'too little bears the word');
    owners = await ownersOf(server);
  });
  after(() => server.close());

  const ask = async (by: Client, method: Method, url: string, payload?: string) => {
    const reply = await server.app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${by.token}`,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      },
      ...(payload !== undefined && { payload }),
    });
    return { status: reply.statusCode, text: reply.body };
  };

  /** What the log said last of an error of our own. */
  const why = () => server.logLines.findLast((line) => line.includes('"err"'))?.slice(0, 400);

  const foreign = (text: string, asked: string) =>
    foreignIn(text, asked, baltic, owners).filter((id) => !theirs.includes(owners.get(id)!));

  test('every reading of the table, with ids of theirs and of others: of another merchant no row, id or word, and of theirs what there was', async () => {
    const seen = new Map<string, string[]>();
    for (const [key, row] of rows) {
      if (!isRead(key) || row.list?.as !== 'page' || row.params) continue;
      const [, path] = parted(key);
      const { status, text } = await ask(admin, 'GET', `${path}?size=200`);
      if (status !== 200) continue;
      const { content } = JSON.parse(text) as { content: { id?: string }[] };
      seen.set(
        path,
        content.flatMap(({ id }) => (id === undefined ? [] : [id])),
      );
    }
    const all = [...seen.values()].flat();
    /** Of these merchants, of the list above the path where there is one. */
    const idOf = (path: string, mine: boolean) => {
      const above = seen.get(path.slice(0, path.indexOf('/{')));
      return (above?.length ? above : all).find((id) => {
        const owner = owners.get(id);
        return owner !== undefined && theirs.includes(owner) === mine;
      });
    };
    const wrong: string[] = [];
    let answered = 0;
    for (const [key, row] of rows) {
      if (!isRead(key)) continue;
      const [, path] = parted(key);
      const open = opens(key, row);
      const named = path.includes('{');
      for (const mine of named ? [true, false] : [true]) {
        const url = path.replace(/\{\w+\}/g, (named && idOf(path, mine)) || NOBODYS);
        const reply = await ask(confined, 'GET', url);
        const what = `${key} ${url}: ${reply.status} ${reply.text.slice(0, 200)}`;
        if (reply.status >= 500) wrong.push(`${what} ${why()}`);
        if (!open && reply.status < 400) wrong.push(`opened ${what}`);
        if (named && !mine && reply.status === 200 && rightOf(key) !== null)
          wrong.push(`of another ${what}`);
        if (foreign(reply.text, url).length) wrong.push(`ids of another ${what}`);
        if (reply.text.includes(strange)) wrong.push(`words of another ${what}`);
        if (!open || !mine || rightOf(key) === null) continue;
        const { status } = await ask(admin, 'GET', url);
        if (status !== reply.status) wrong.push(`an administrator had ${status}: ${what}`);
        if (reply.status === 200) answered++;
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(answered > 60, `${answered} answered`);
  });

  test('every change of the table on a record of another merchant: refused, and nothing of it is other than before', async () => {
    const changing = rows.filter(([key]) => !isRead(key)) as unknown as [Changing, Endpoint][];
    const wrong: string[] = [];
    const made = [];
    for (const [key, row] of changing) {
      // their own account is theirs to change, and to leave
      if (row.scope === 'self' || key === 'POST /api/logout') continue;
      if (!opens(key, row)) {
        const [method, path] = parted(key);
        const { status } = await ask(confined, method, path.replace(/\{\w+\}/g, NOBODYS), '{}');
        if (status < 400) wrong.push(`opened ${key}: ${status}`);
        continue;
      }
      const change = await CHANGES[key](server);
      made.push({ key, change });
    }
    assert.ok(made.length > 25, String(made.length));
    owners = await ownersOf(server);
    const before = await sumsOf(server, amber);
    for (const { key, change } of made) {
      const [method, path] = parted(key);
      const { params = {}, body } = change as { params?: Record<string, string>; body?: unknown };
      const url = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const reply = await ask(confined, method, url, payload);
      const about = Object.values(params).map((id) => owners.get(id));
      const what = `${key} ${url}: ${reply.status} ${reply.text.slice(0, 200)}`;
      if (reply.status >= 500) wrong.push(`${what} ${why()}`);
      if (about.includes(amber) && reply.status < 400) wrong.push(`done ${what}`);
      if (reply.text.includes(strange)) wrong.push(`words of another ${what}`);
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(await sumsOf(server, amber), before);
    // of theirs it is done
    const own = await withRole(server, { base, rights, merchants: [amber] });
    let done = 0;
    const undone: string[] = [];
    for (const { key, change } of made) {
      const [method, path] = parted(key);
      const { finish } = change;
      const { params = {}, body } = change as { params?: Record<string, string>; body?: unknown };
      if (!Object.values(params).some((id) => owners.get(id) === amber)) continue;
      const url = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
      const payload = body === undefined ? undefined : JSON.stringify(body);
      // that of somebody else’s hand is nobody’s to give back
      if (url.endsWith('/give-back')) continue;
      const reply = await ask(own, method, url, payload);
      if (reply.status >= 400)
        undone.push(`${key} ${reply.status} ${reply.text.slice(0, 300)} ${why()}`);
      else done++;
      await finish?.();
    }
    assert.deepEqual(undone, []);
    assert.ok(done > 8, `${done} were done`);
  });

  test('every table that it may touch is under a policy, but those that are the same for everybody; none is deleted from but its own views', async () => {
    const touched = await server.all<{ name: string; secured: boolean; deletes: boolean }>(
      `select c.relname as name, has_table_privilege('paydesk_confined', c.oid, 'delete') as deletes,
         c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid
           and 'paydesk_confined'::regrole = any(p.polroles)) as secured
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
         and c.relname !~ '^citus_'
         and (has_any_column_privilege('paydesk_confined', c.oid, 'select, insert, update')
           or has_table_privilege('paydesk_confined', c.oid, 'delete')) order by 1`,
    );
    assert.ok(touched.length > 50, String(touched.length));
    assert.deepEqual(
      touched.flatMap(({ name, secured }) => (secured ? [] : [name])),
      [
        'delivery_companies',
        'delivery_company_methods',
        'delivery_methods',
        'meta_data',
        'rule_versions',
        'rules',
      ],
    );
    assert.deepEqual(
      touched.flatMap(({ name, deletes }) => (deletes ? [name] : [])),
      ['default_views', 'saved_views'],
    );
    const role = await server.one<object>(
      `select rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = 'paydesk_confined'`,
    );
    // machines are asked as whoever asks
    const rolcanlogin = workers.length > 0;
    assert.deepEqual(role, { rolsuper: false, rolbypassrls: false, rolcanlogin });
  });

  test('without merchants its statements see no row of anybody', async () => {
    await server.services.database.transaction({ merchantIds: [], userId: NOBODYS }, async (tx) => {
      for (const name of ['transactions', 'purchases', 'customers', 'cards', 'merchants', 'users'])
        assert.equal(
          (
            await tx
              .selectFrom(name as 'transactions')
              .select('id')
              .limit(1)
              .execute()
          ).length,
          0,
          name,
        );
    });
  });

  test('what some merchants come to on each day is the sum of theirs, and one of others is nothing', async () => {
    const query = { from: daysAgo(80), to: daysAgo(1) };
    const days = async (by: Client, f_merchantId?: string) =>
      (
        await by.call('GET /api/reports/business-days', {
          query: { ...query, ...(f_merchantId && { f_merchantId }) } as never,
        })
      ).body;
    const [all, first, second] = [
      await days(confined),
      await days(admin, theirs[0]),
      await days(admin, theirs[1]),
    ];
    for (const [nth, day] of all.entries())
      for (const name of ['debitTransactions', 'creditTransactions', 'debitReversals'] as const) {
        assert.equal(day[name], first[nth]![name] + second[nth]![name], `${day.date} ${name}`);
        const amount = `${name}Amount` as const;
        assert.equal(
          cents(day[amount]),
          cents(first[nth]![amount]) + cents(second[nth]![amount]),
          `${day.date} ${amount}`,
        );
      }
    assert.ok(all.some(({ debitTransactions }) => debitTransactions > 0));
    assert.deepEqual(await days(confined, baltic), first);
    assert.ok((await days(confined, amber)).every((day) => day.debitTransactions === 0));
    const figures = async (by: Client, f_merchantId?: string) =>
      (
        await by.call('GET /api/reports/figures', {
          query: { ...query, ...(f_merchantId && { f_merchantId }) } as never,
        })
      ).body.now;
    const [some, one, other] = [
      await figures(confined),
      await figures(admin, theirs[0]),
      await figures(admin, theirs[1]),
    ];
    assert.deepEqual(
      some.statuses.map(({ count }) => count),
      one.statuses.map(({ count }, nth) => count + other.statuses[nth]!.count),
    );
  });

  test('a role of some merchants is made, changed and told by their names; what is of all at once is refused, and open sessions follow', async () => {
    const some = ['PAYMENTS', 'REFUND'] as const;
    const make = (given: object) =>
      admin.call('POST /api/roles', {
        body: { name: `Of some ${word()}`, base: 'BACKOFFICE_TECHNICAL', ...given } as never,
      });
    const wide = await make({ rights: ['SETTINGS'], merchants: [amber] });
    assert.match(wide.error.errors[0]!.message, /is of all merchants at once/);
    const unknown = await make({ rights: some, merchants: [NOBODYS] });
    assert.match(unknown.error.errors[0]!.message, /no such merchant/);
    const made = await make({ rights: some, merchants: [amber] });
    assert.deepEqual([made.status, made.body.merchantNames], [200, ['Amber & Oak']]);
    const { id } = made.body;
    const person = await server.person({ userRole: 'BACKOFFICE_TECHNICAL', merchantId: null });
    await server.pool.query('update users set role_id = $1 where id = $2', [id, person.userId]);
    const whose = async () =>
      new Set(
        (
          await person.call('GET /api/transactions', { query: { size: 200 } as never })
        ).body.content.map(({ id: one }) => owners.get(one) ?? 'of nobody known'),
      );
    owners = await ownersOf(server);
    assert.deepEqual([...(await whose())], [amber]);
    const edit = (given: object) =>
      admin.call('PUT /api/roles/{id}', {
        params: { id },
        body: { name: made.body.name, rights: some, ...given } as never,
      });
    assert.equal((await edit({ merchants: [baltic] })).status, 200);
    assert.deepEqual([...(await whose())], [baltic]);
    // what a call leaves out stays
    assert.deepEqual((await edit({})).body.merchantNames, ['Baltic Books']);
    const told = await admin.call('GET /api/rights');
    assert.deepEqual(told.body.find((held) => held.id === id)?.merchants, ['Baltic Books']);
    const [log] = await server.all<{ changes: object }>(
      `select details->'changes' as changes from audit_logs
       where entity_id = $1 and action = 'UPDATE_ROLE' order by created_date, id limit 1`,
      [id],
    );
    assert.deepEqual(log!.changes, {
      merchants: { before: ['Amber & Oak'], after: ['Baltic Books'] },
    });
    // as an administrator sees it who looks as this role
    await admin.call('POST /api/users/me/view-as', { body: { roleId: id } });
    const seen = await admin.call('GET /api/transactions', { query: { size: 1 } as never });
    await admin.call('DELETE /api/users/me/view-as');
    const { n } = await server.one<{ n: bigint }>(
      'select count(*) as n from transactions where merchant_id = $1',
      [baltic],
    );
    assert.equal(seen.body.totalElements, Number(n));
    assert.equal((await edit({ merchants: [] })).body.merchantNames.length, 0);
    assert.ok((await whose()).size > 1);
    // a merchant's people name none
    const owner = await server.as('owner@amber.test');
    const own = await owner.call('POST /api/roles', {
      body: {
        name: 'Till of some',
        base: 'MERCHANT_OPERATOR',
        rights: [],
        merchants: [amber],
      } as never,
    });
    assert.match(own.error.errors[0]!.message, /your own merchant alone/);
  });

  const found = async (by: Client, q: string) =>
    (await ask(by, 'GET', `/api/search?q=${encodeURIComponent(q)}`)).text;

  test('search and files by a word find nothing of others, and what happens is told of theirs alone', async () => {
    const [foreignPayment, own] = [
      await insertPayment(server, { merchantId: amber }),
      await insertPayment(server, { merchantId: baltic }),
    ];
    assert.ok((await found(admin, foreignPayment)).includes(foreignPayment));
    assert.equal(await found(confined, foreignPayment), '[]');
    assert.ok((await found(confined, own)).includes(own));
    for (const [id, lines] of [
      [foreignPayment, 0],
      [own, 1],
    ] as const) {
      const { status, text } = await ask(confined, 'GET', `/api/transactions.csv?f_id=${id}`);
      assert.equal(status, 200, text);
      assert.equal(text.split(id).length - 1, lines, id);
    }
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const line = await listen(`http://127.0.0.1:${port}`, confined.token!, {
      query: { watch: '/api/transactions' },
    });
    assert.equal(line.status, 200);
    const [another, theirsNow] = [
      await insertTransaction(server.pool, { merchantId: amber }),
      await insertTransaction(server.pool, { merchantId: baltic }),
    ];
    // in the order in which they were written: when theirs has come, the other's would have
    assert.ok(await line.first(({ data }) => data.new?.includes(theirsNow.id)));
    assert.ok(!JSON.stringify(line.events).includes(another.id));
    await line.close();
  });

  test('lists count what the tables have of these merchants, and their totals are those of the rows', async () => {
    let counted = 0;
    for (const { resource, tenant, from, where, parent } of lists) {
      const key = `GET ${resource.path}` as Key;
      const row = table[key] as Endpoint | undefined;
      if (!row || parent || resource.scope === 'own' || !opens(key, row)) continue;
      if (!tenant) continue;
      const { n } = await server.one<{ n: bigint }>(
        `select count(*) as n from ${from} where ${tenant} = any($1) and ${where ?? 'true'}`,
        [theirs],
      );
      const { status, text } = await ask(confined, 'GET', `${resource.path}?size=1`);
      assert.equal(status, 200, `${key} ${text}`);
      const { totalElements } = JSON.parse(text) as { totalElements: number };
      assert.equal(totalElements, Number(n), key);
      counted++;
    }
    assert.ok(counted > 8, `${counted} lists`);
    const { text } = await ask(confined, 'GET', '/api/transactions/totals');
    const { totals: sums } = JSON.parse(text) as { totals: { count: number; sum: number }[] };
    const { n, sum } = await server.one<{ n: bigint; sum: number }>(
      `select count(*) as n, sum(amount_cents)::float / 100 as sum from transactions where merchant_id = any($1)`,
      [theirs],
    );
    assert.deepEqual(
      [
        sums.reduce((all, one) => all + one.count, 0),
        Math.round(sums.reduce((all, one) => all + one.sum * 100, 0)),
      ],
      [Number(n), Math.round(sum * 100)],
    );
  });

  test('of a batch with records of others among theirs the others’ are refused as absent and stay as they are, before and again under its key', async () => {
    const [another, own, next] = await Promise.all(
      [amber, baltic, baltic].map(async (merchantId) => {
        const { id } = await insertPurchase(server.pool, { merchantId, status: 'SIGNED' });
        return id;
      }),
    );
    const ids = [own!, another!, NOBODYS, next!];
    const before = await sumsOf(server, amber);
    const verdicts = (of: { status: number; text: string }) => {
      assert.equal(of.status, 200, of.text);
      const told = (JSON.parse(of.text) as { verdicts: Record<string, unknown>[] }).verdicts;
      const by = new Map(told.map(({ id, ...rest }) => [id, rest]));
      assert.deepEqual(by.get(another), by.get(NOBODYS), 'another’s is told from nobody’s');
      return ids.map((id) => by.get(id)!['verdict']);
    };
    const path = '/api/purchases/many/actions/cancel';
    const checked = await ask(confined, 'GET', `${path}?ids=${ids.join()}`);
    assert.deepEqual(verdicts(checked), ['POSSIBLE', 'REFUSED', 'REFUSED', 'POSSIBLE']);
    for (const _ of ['first', 'again']) {
      const { status, text } = await confined.call('POST /api/purchases/many/actions/cancel', {
        body: { ids, reasonNote: 'Twice' },
        headers: { 'idempotency-key': `batch ${own}` },
      });
      assert.deepEqual(verdicts({ status, text }), ['DONE', 'REFUSED', 'REFUSED', 'DONE']);
    }
    assert.deepEqual(await sumsOf(server, amber), before);
    const states = await server.all<{ id: string; status: string }>(
      'select id, status from purchases where id = any($1)',
      [[own, another, next]],
    );
    assert.deepEqual(
      new Map(states.map(({ id, status }) => [id, status])),
      new Map([
        [own, 'CANCELLED'],
        [another, 'SIGNED'],
        [next, 'CANCELLED'],
      ]),
    );
  });

  test('what waits for a second person at another merchant is told to nobody of such a role: by no mail, list or record, and by no word of theirs', async () => {
    const agreeing = await withRole(server, {
      base,
      rights: [...rights, 'APPROVE'],
      merchants: theirs,
    });
    const unconfined = await server.person({ userRole: base });
    const addressOf = async ({ userId }: Client) =>
      (await server.one<{ email: string }>('select email from users where id = $1', [userId]))
        .email;
    const mails = [await addressOf(agreeing), await addressOf(unconfined)];
    await insertThreshold(server, { kind: 'REFUND', amountCents: 0n, merchantId: amber });
    const operator = await server.as('operator@amber.test');
    const reply = await operator.call('PUT /api/transactions/{id}/actions/refund', {
      params: { id: await insertPayment(server, { merchantId: amber }) },
      body: { amount: 1, currency: 'EUR', refundReason: 'OTHER_REFUND' },
      headers: { 'second-person-reason': strange },
    });
    const { approvalId: id } = JSON.parse(reply.text) as { approvalId: string };
    assert.equal(reply.status, 202, reply.text);
    const told = await Promise.all(mails.map((to) => mailsOf(server, to)));
    assert.deepEqual(
      told.map((sent) => JSON.stringify(sent).includes(strange)),
      [false, true],
    );
    const listed = await ask(agreeing, 'GET', '/api/approvals?size=200');
    assert.ok(!listed.text.includes(id) && !listed.text.includes(strange), listed.text);
    assert.equal((await ask(agreeing, 'GET', `/api/approvals/${id}`)).status, 404);
    for (const action of ['approve', 'decline', 'withdraw']) {
      const { status, text } = await ask(
        agreeing,
        'POST',
        `/api/approvals/${id}/actions/${action}`,
        '{}',
      );
      assert.ok(status >= 400 && status < 500 && !text.includes(strange), `${action} ${text}`);
    }
    const { status } = await server.one<{ status: string }>(
      'select status from approvals where id = $1',
      [id],
    );
    assert.equal(status, 'PENDING');
  });

  test('a view that somebody of the house shares tells such a role of no other merchant; its own stays its own', async () => {
    const body = { list: 'transactions', search: `f_merchantId=${amber}`, shared: true };
    const keep = (by: Client, name: string) =>
      by.call('POST /api/saved-views', { body: { ...body, name } });
    const theirsName = word();
    const { id } = (await keep(admin, strange)).body;
    const own = await keep(confined, theirsName);
    assert.equal(own.status, 200, own.text);
    const { text } = await ask(confined, 'GET', '/api/saved-views');
    assert.ok(text.includes(theirsName));
    assert.ok(!text.includes(strange) && !text.includes(id), text);
    for (const [method, path, payload] of [
      ['PUT', '/default', { isDefault: true }],
      ['PUT', '', { name: 'Mine now', search: '', shared: false }],
      ['DELETE', '', undefined],
    ] as const) {
      const url = `/api/saved-views/${id}${path}`;
      const reply = await ask(confined, method, url, payload && JSON.stringify(payload));
      assert.equal(reply.status, 404, `${method} ${url} ${reply.text}`);
    }
    // opened with another's merchant, the list has nothing
    const seen = await ask(confined, 'GET', `/api/transactions?${body.search}`);
    assert.equal((JSON.parse(seen.text) as { totalElements: number }).totalElements, 0);
  });
});
