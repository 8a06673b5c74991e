import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { issueToken } from '../../platform/auth/tokens.ts';
import { aConnection, insertConnection, turnedOn } from '../../testing/identities.ts';
import { insertMerchant } from '../../seed/factories.ts';
import { insertRole } from '../../testing/roles.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const member = (...ids: string[]) => ids.map((value) => ({ value }));
const ROLES = { roleClaim: 'groups', adminValue: 'owners', memberValue: 'clerks' };

interface Answer {
  status: number;
  type: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Record<string, unknown>;
}

const named = (givenName: string, familyName: string) => ({ name: { givenName, familyName } });
const patch = (...Operations: object[]) => ({ schemas: [PATCH], Operations });

const wrong = ({ status, body, type }: Answer, code: number, scimType?: string) => {
  assert.equal(status, code, JSON.stringify(body));
  assert.match(type, /^application\/scim\+json/);
  assert.deepEqual(body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error']);
  assert.equal(body.status, String(code));
  assert.equal(body.scimType, scimType);
};

describe('people by SCIM 2.0 (RFC 7643, 7644)', () => {
  let server: TestServer;
  let amber: string;
  let owner: Client;
  let domains = 0;
  let addresses = 0;
  before(async () => {
    server = await testServer();
    amber = await server.merchantId('Amber & Oak');
    owner = await server.person({ merchantId: amber });
  });
  after(() => server.close());

  const provision = async (id: string, by = owner) =>
    (await by.call('POST /api/sso/connections/{id}/actions/provision', { params: { id } })).body;

  /** A connection with its token, and how its provider calls. */
  async function connected(by = owner, more: object = ROLES) {
    const domain = `firm${++domains}.test`;
    const made = await insertConnection(server, by, aConnection('https://id.test', domain, more));
    await turnedOn(server, made);
    const { id } = made;
    const { token } = await provision(id, by);
    const call = (method: string, path: string, body?: unknown, bearer = token) =>
      ask(method, path, body, { authorization: `Bearer ${bearer}` });
    const join = (name: string, said: object = {}) =>
      call('POST', '/Users', { schemas: [USER], userName: `${name}@${domain}`, ...said });
    return { id, domain, token, call, join };
  }

  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const sent = await server.app.inject({
      method: method as 'GET',
      url: `/scim/v2${path}`,
      remoteAddress: `203.0.113.${(++addresses % 250) + 1}`,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
    return {
      status: sent.statusCode,
      type: String(sent.headers['content-type']),
      headers: sent.headers,
      body: sent.body ? JSON.parse(sent.body) : null,
    };
  }

  const row = (id: string) =>
    server.one<{ status: string; user_role: string; merchant_id: string | null; email: string }>(
      'select status, user_role, merchant_id, email from users where id = $1',
      [id],
    );

  test('SB-07 the token is shown once, kept as its hash, replaced at once and taken away', async () => {
    const one = await connected();
    assert.match(one.token, /^pds_[\w-]{43}$/);
    const list = await owner.call('GET /api/sso/connections');
    assert.doesNotMatch(list.text, /pds_/);
    const { rows } = await server.pool.query('select * from scim_tokens');
    assert.doesNotMatch(JSON.stringify(rows), /pds_/);
    assert.equal((await one.call('GET', '/Users')).status, 200);
    const used = (await owner.call('GET /api/sso/connections')).body.content.find(
      ({ id }) => id === one.id,
    )!;
    assert.ok(used.provisioning!.usedDate && used.provisioning!.address.endsWith('/scim/v2'));
    const { token } = await provision(one.id);
    wrong(await one.call('GET', '/Users'), 401);
    assert.equal((await one.call('GET', '/Users', undefined, token)).status, 200);
    const params = { id: one.id };
    const stop = await owner.call('POST /api/sso/connections/{id}/actions/stop-provisioning', {
      params,
    });
    assert.equal(stop.body.provisioning, null);
    wrong(await one.call('GET', '/Users', undefined, token), 401);
    for (const bad of ['', 'Bearer', `Basic ${token}`, `Bearer ${token}x`, "Bearer pds_' or 1=1"])
      wrong(await ask('GET', '/Users', undefined, { authorization: bad }), 401);
    const session = await server.as('owner@amber.test');
    wrong(await ask('GET', '/Users', undefined, { authorization: `Bearer ${session.token}` }), 401);
    assert.equal(
      (
        await server.app.inject({
          url: '/api/users/me',
          headers: { authorization: `Bearer ${token}` },
        })
      ).statusCode,
      401,
    );
  });

  test('RFC 7643 5-7 it says what it can, by the token alone', async () => {
    const one = await connected();
    const config = await one.call('GET', '/ServiceProviderConfig');
    assert.deepEqual(
      [config.body.patch.supported, config.body.bulk.supported, config.body.filter.supported],
      [true, false, true],
    );
    assert.equal((await one.call('GET', '/ResourceTypes')).body.Resources[0].endpoint, '/Users');
    assert.equal((await one.call('GET', `/Schemas/${USER}`)).body.id, USER);
    assert.equal((await one.call('GET', '/Schemas')).body.totalResults, 2);
    wrong(await one.call('GET', '/Schemas/other'), 404);
    assert.equal((await one.call('GET', '/Groups')).body.totalResults, 0);
    wrong(await one.call('POST', '/Bulk', {}), 404);
    wrong(await ask('GET', '/ServiceProviderConfig'), 401);
  });

  test('RFC 7644 3.3, 3.4 who joins is made with the role that the connection maps, and found by userName and externalId', async () => {
    const one = await connected();
    const made = await one.join('Ana.Kalna', {
      externalId: '00u-1',
      name: { givenName: 'Ana', familyName: 'Kalna' },
      roles: [{ value: 'owners' }],
      emails: [{ value: 'else@elsewhere.test', primary: true }],
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales' },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.equal(made.headers['location'], made.body.meta.location);
    assert.deepEqual(
      [made.body.active, made.body.externalId, made.body.roles[0].value, made.body.name.givenName],
      [true, '00u-1', 'owners', 'Ana'],
    );
    assert.deepEqual(await row(made.body.id), {
      status: 'ACTIVATED',
      user_role: 'MERCHANT_ADMIN',
      merchant_id: amber,
      email: `ana.kalna@${one.domain}`,
    });
    const clerk = await one.join('clerk');
    assert.equal((await row(clerk.body.id)).user_role, 'MERCHANT_OPERATOR', 'the lesser one');
    const find = async (filter: string) =>
      (await one.call('GET', `/Users?filter=${encodeURIComponent(filter)}`)).body;
    assert.equal(
      (await find(`userName eq "ANA.kalna@${one.domain}"`)).Resources[0].id,
      made.body.id,
    );
    assert.equal((await find('externalId eq "00u-1"')).totalResults, 1);
    assert.equal((await find('externalId eq "00U-1"')).totalResults, 0);
    assert.equal((await find(`userName eq "nobody@${one.domain}"`)).totalResults, 0);
    const page = (await one.call('GET', '/Users?startIndex=2&count=1')).body;
    assert.deepEqual([page.totalResults, page.startIndex, page.itemsPerPage], [2, 2, 1]);
    assert.equal((await one.call('GET', '/Users?count=0')).body.Resources.length, 0);
    wrong(await one.join('ana.kalna'), 409, 'uniqueness');
    wrong(await one.join('other', { externalId: '00u-1' }), 409, 'uniqueness');
    wrong(await one.join('other', { roles: [{ value: 'kings' }] }), 400, 'invalidValue');
    wrong(await one.call('POST', '/Users', { schemas: [USER] }), 400, 'invalidValue');
    const gone = { schemas: [USER], userName: 'ana@elsewhere.test' };
    wrong(await one.call('POST', '/Users', gone), 400, 'invalidValue');
  });

  test('RFC 7644 3.5.2 who leaves loses sessions at once, in the words of Okta and of Entra, and comes back without them', async () => {
    const one = await connected();
    for (const [out, back] of [
      // Okta
      [
        { op: 'replace', value: { active: false } },
        { op: 'replace', value: { active: true } },
      ],
      // Entra
      [
        { op: 'Replace', path: 'active', value: 'False' },
        { op: 'Add', path: 'active', value: 'True' },
      ],
    ] as const) {
      const client = await server.person({
        merchantId: amber,
        userRole: 'MERCHANT_OPERATOR',
        email: `p${crypto.randomUUID()}@${one.domain}`,
      });
      assert.equal((await client.call('GET /api/users/me')).status, 200);
      const left = await one.call('PATCH', `/Users/${client.userId}`, patch(out));
      assert.equal(left.status, 200, JSON.stringify(left.body));
      assert.equal(left.body.active, false);
      assert.equal((await client.call('GET /api/users/me')).status, 401);
      const came = await one.call('PATCH', `/Users/${client.userId}`, patch(back));
      assert.equal(came.body.active, true);
      assert.equal((await client.call('GET /api/users/me')).status, 401, 'no session comes back');
      const { rows } = await server.pool.query<{ action: string; user_name: string }>(
        `select action, user_name from audit_logs where entity_id = $1 order by created_date, id`,
        [client.userId],
      );
      assert.deepEqual(
        rows.map(({ action }) => action),
        ['BLOCK', 'ACTIVATE'],
      );
      assert.match(rows[0]!.user_name, /^SCIM /);
    }
  });

  test('RFC 7644 3.5.1, 3.6 PUT says all of it, DELETE takes away, and who is told anew comes back as who they were', async () => {
    const one = await connected();
    const { body } = await one.join('zane', {
      externalId: 'z',
      name: { givenName: 'Zane', familyName: 'A' },
    });
    const put = await one.call('PUT', `/Users/${body.id}`, {
      ...body,
      userName: `zane.b@${one.domain}`,
      name: { givenName: 'Zane', familyName: 'Berga' },
      roles: [{ value: 'owners' }],
      title: 'Head',
    });
    assert.equal(put.status, 200, JSON.stringify(put.body));
    assert.deepEqual(
      [put.body.userName, put.body.name.familyName, put.body.roles[0].value],
      [`zane.b@${one.domain}`, 'Berga', 'owners'],
    );
    assert.equal((await one.call('DELETE', `/Users/${body.id}`)).status, 204);
    assert.equal((await row(body.id)).status, 'BLOCKED');
    wrong(await one.call('GET', `/Users/${body.id}`), 404);
    wrong(await one.call('DELETE', `/Users/${body.id}`), 404);
    const again = await one.join('zane.b', { externalId: 'z2' });
    assert.deepEqual([again.status, again.body.id], [201, body.id]);
    assert.equal((await row(body.id)).status, 'ACTIVATED');
  });

  test('SB-07, SB-46 while it is off nobody becomes an administrator by it, nor does an administrator another address', async () => {
    const { id, domain, call, join } = await connected();
    const there = await join('rita', { roles: [{ value: 'owners' }] });
    const clerk = await join('till', { roles: [{ value: 'clerks' }] });
    assert.deepEqual([there.status, clerk.status], [201, 201]);
    await server.pool.query('update sso_connections set is_on = false where id = $1', [id]);
    wrong(await join('ugo', { roles: [{ value: 'owners' }] }), 403);
    const become = (who: Answer, path: string, value: unknown) =>
      call('PATCH', `/Users/${who.body.id}`, patch({ op: 'replace', path, value }));
    wrong(await become(clerk, 'roles', [{ value: 'owners' }]), 403);
    wrong(await become(there, 'userName', `somebody@${domain}`), 403);
    const group = { schemas: [GROUP], displayName: 'owners', members: member(clerk.body.id) };
    wrong(await call('POST', '/Groups', group), 403);
    const people = await server.all<{ email: string; user_role: string }>(
      'select email, user_role from users where email like $1 order by email',
      [`%@${domain}`],
    );
    assert.deepEqual(
      people.map(({ email, user_role: role }) => [email.split('@')[0], role]),
      [
        ['rita', 'MERCHANT_ADMIN'],
        ['till', 'MERCHANT_OPERATOR'],
      ],
    );
    assert.equal((await become(there, 'active', false)).status, 200, 'leavers leave');
  });

  test('SB-07 the last administrator, who keeps a way in, and who was blocked here are guarded', async () => {
    const staff = await server.person({ userRole: 'BACKOFFICE_ADMIN', merchantId: null });
    const theirs = await connected(staff);
    const boss = await server.person({
      userRole: 'BACKOFFICE_ADMIN',
      merchantId: null,
      email: `boss@${theirs.domain}`,
    });
    const out = patch({ op: 'replace', path: 'active', value: false });
    const others = await server.pool.query<{ id: string }>(
      `update users set status = 'BLOCKED' where user_role = 'BACKOFFICE_ADMIN' and id <> $1
       and status = 'ACTIVATED' returning id`,
      [boss.userId],
    );
    wrong(await theirs.call('PATCH', `/Users/${boss.userId}`, out), 403);
    wrong(await theirs.call('DELETE', `/Users/${boss.userId}`), 403);
    const lesser = patch({ op: 'replace', path: 'roles', value: [{ value: 'clerks' }] });
    wrong(await theirs.call('PATCH', `/Users/${boss.userId}`, lesser), 403);
    assert.equal((await boss.call('GET /api/users/me')).status, 200);
    await server.pool.query(`update users set status = 'ACTIVATED' where id = any($1)`, [
      others.rows.map(({ id }) => id),
    ]);
    await server.pool.query(
      'update sso_connections set break_glass = array[$2::uuid] where id = $1',
      [theirs.id, boss.userId],
    );
    wrong(await theirs.call('PATCH', `/Users/${boss.userId}`, out), 403);
    const one = await connected();
    const blocked = await server.person({ merchantId: amber, email: `b@${one.domain}` });
    await server.pool.query(`update users set status = 'BLOCKED' where id = $1`, [blocked.userId]);
    const back = patch({ op: 'replace', path: 'active', value: true });
    wrong(await one.call('PATCH', `/Users/${blocked.userId}`, back), 403);
    assert.equal((await row(blocked.userId!)).status, 'BLOCKED');
  });

  const byHand = async (what: 'block' | 'activate', id: string) => {
    const said = await owner.call(`POST /api/users/{id}/actions/${what}`, { params: { id } });
    assert.equal(said.status, 200, said.text);
  };
  const statusOf = async (id: string) => (await row(id)).status;

  test('SB-07 who was blocked by hand is let in by hand, whatever their provider put out, took away or sent anew before', async () => {
    const { call, join, domain } = await connected();
    const active = (id: string, value: boolean) =>
      call('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'active', value }));
    const { id: taken } = (await join('taken')).body;
    await byHand('block', taken);
    assert.equal((await call('DELETE', `/Users/${taken}`)).status, 204);
    wrong(await join('taken'), 403);
    assert.equal(await statusOf(taken), 'BLOCKED');
    await byHand('activate', taken);
    assert.equal((await join('taken')).body.id, taken);

    const { id: left } = (await join('left')).body;
    assert.equal((await active(left, false)).status, 200);
    await byHand('activate', left);
    await byHand('block', left);
    wrong(await active(left, true), 403);
    const clerks = { schemas: [GROUP], displayName: 'clerks', members: member(left) };
    assert.equal((await call('POST', '/Groups', clerks)).status, 201);
    assert.equal(await statusOf(left), 'BLOCKED');

    // whom the provider itself put out, it lets in
    const { id: gone } = (await join('gone')).body;
    assert.equal((await call('DELETE', `/Users/${gone}`)).status, 204);
    assert.equal((await join('gone')).body.id, gone);
    assert.equal(await statusOf(gone), 'ACTIVATED', domain);
  });

  test('SB-07 who gets another address by their provider is let in by no link that was mailed to the old one', async () => {
    const { call, domain } = await connected();
    for (const [purpose, status] of [
      ['INVITATION', 'NOT_ACTIVATED'],
      ['RESET', 'ACTIVATED'],
    ] as const) {
      const email = `${purpose}.old@${domain}`.toLowerCase();
      const { userId } = await server.person({ merchantId: amber, email, status });
      const token = await server.database.transaction('all', (tx) =>
        issueToken(tx, { userId: userId!, purpose, minutes: 60 }),
      );
      const other = { op: 'replace', path: 'userName', value: `${purpose}.new@${domain}` };
      assert.equal((await call('PATCH', `/Users/${userId}`, patch(other))).status, 200);
      const body = { token, newPassword: 'violet kettle sails north' };
      const key = purpose === 'RESET' ? 'POST /api/passwords/reset' : 'POST /api/passwords';
      assert.equal((await server.anonymous.call(key, { body })).body, false, purpose);
    }
  });

  test('SB-03 another connection’s people, another merchant’s, staff and people of no proved domain are not there', async () => {
    const one = await connected();
    const other = await connected(
      await server.person({
        merchantId: await server.merchantId('Baltic Books'),
      }),
    );
    const hers = await other.join('hers');
    assert.equal(hers.status, 201);
    const staff = await server.as('admin@paydesk.test');
    const colleague = await server.as('operator@amber.test');
    const sameDomain = await server.person({
      userRole: 'BACKOFFICE_TECHNICAL',
      merchantId: null,
      email: `staff@${one.domain}`,
    });
    const out = patch({ op: 'replace', path: 'active', value: false });
    for (const id of [
      hers.body.id,
      staff.userId,
      colleague.userId,
      sameDomain.userId,
      'x',
      "1' or '1'='1",
      '%2e%2e',
    ])
      for (const [method, body] of [['GET'], ['PATCH', out], ['DELETE']] as const)
        wrong(await one.call(method, `/Users/${encodeURIComponent(id!)}`, body), 404);
    assert.equal((await one.call('GET', '/Users')).body.totalResults, 0);
    for (const id of [staff.userId!, colleague.userId!, sameDomain.userId!])
      assert.equal((await row(id)).status, 'ACTIVATED');
    const taken = { schemas: [USER], userName: `staff@${one.domain}` };
    wrong(await one.call('POST', '/Users', taken), 409, 'uniqueness');
    await server.pool.query(
      'update sso_domains set verified_date = null where connection_id = $1',
      [one.id],
    );
    wrong(await one.join('late'), 400, 'invalidValue');
    await server.pool.query(`update merchants set status = 'DISABLED' where id = $1`, [amber]);
    wrong(await one.call('GET', '/Users'), 401);
    await server.pool.query(`update merchants set status = 'ACTIVE' where id = $1`, [amber]);
  });

  test('RFC 7644 3.12 what makes no sense is refused in SCIM’s words, and changes nothing', async () => {
    const one = await connected();
    const { body } = await one.join('kept');
    for (const filter of [
      'userName co "a"',
      'userName eq "a" or 1 eq 1',
      'userName eq a',
      `userName eq "a' or 'x'='x"x`,
      'password eq "x"',
      'userName eq ""; drop table users',
      '(',
      'userName eq "' + 'a'.repeat(600) + '"',
    ])
      wrong(
        await one.call('GET', `/Users?filter=${encodeURIComponent(filter)}`),
        400,
        'invalidFilter',
      );
    const quoted = encodeURIComponent(`userName eq "a' or '1'='1"`);
    assert.equal((await one.call('GET', `/Users?filter=${quoted}`)).body.totalResults, 0);
    for (const query of ['count=x', 'startIndex=1.5', 'count=99999999999'])
      wrong(await one.call('GET', `/Users?${query}`), 400, 'invalidValue');
    const at = `/Users/${body.id}`;
    for (const [said, kind] of [
      [{}, 'invalidSyntax'],
      [patch(), 'invalidSyntax'],
      [
        patch(...Array.from({ length: 51 }, () => ({ op: 'add', path: 'title', value: 'x' }))),
        'invalidSyntax',
      ],
      [patch({ op: 'move', path: 'active', value: false }), 'invalidSyntax'],
      [patch({ op: 'remove' }), 'noTarget'],
      [patch({ op: 'remove', path: 'userName' }), 'mutability'],
      [patch({ op: 'replace', path: 'a b c', value: 1 }), 'invalidPath'],
      [patch({ op: 'replace', path: 'active', value: 'maybe' }), 'invalidValue'],
      [patch({ op: 'replace', path: 'active', value: { $ne: true } }), 'invalidValue'],
      [patch({ op: 'replace', value: { userName: { a: 1 } } }), 'invalidValue'],
      [patch({ op: 'replace', path: 'name.givenName', value: 'x\r\nBcc: y' }), 'invalidValue'],
      [patch({ op: 'replace', path: 'userName', value: 'x@elsewhere.test' }), 'invalidValue'],
      [[], 'invalidSyntax'],
      ['{"schemas":', 'invalidSyntax'],
      ['{"__proto__":{"active":false}}', 'invalidSyntax'],
    ] as const)
      wrong(await one.call('PATCH', at, said), 400, kind);
    wrong(
      await one.call('POST', '/Users', `{"schemas":["${USER}"],"x":"${'a'.repeat(70_000)}"}`),
      413,
    );
    wrong(
      await ask('POST', '/Users', '<User/>', {
        authorization: `Bearer ${one.token}`,
        'content-type': 'application/xml',
      }),
      415,
    );
    const ignored = patch({
      op: 'replace',
      path: 'phoneNumbers[type eq "work"].value',
      value: '1',
    });
    assert.equal((await one.call('PATCH', at, ignored)).status, 200);
    assert.deepEqual((await one.call('GET', at)).body.userName, body.userName);
    assert.equal((await row(body.id)).status, 'ACTIVATED');
  });

  test('SB-03, RFC 7644 3.12 a name is cut at whole letters; what is no text, no name or no address is refused in SCIM’s words', async () => {
    const one = await connected();
    const smile = '\u{1F600}';
    const made = await one.join('long', named(`${'a'.repeat(24)}${smile}b`, smile.repeat(30)));
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.deepEqual(
      [made.body.name.givenName, made.body.name.familyName],
      [`${'a'.repeat(24)}${smile}`, smile.repeat(25)],
    );
    const at = `/Users/${made.body.id}`;
    const renamed = patch({
      op: 'replace',
      path: 'name.familyName',
      value: `x${smile.repeat(30)}`,
    });
    assert.equal((await one.call('PATCH', at, renamed)).status, 200);
    assert.equal(
      (await one.call('GET', at)).body.name.familyName,
      `x${smile.repeat(24)}`,
      'a change too',
    );

    const half = '\ud83d';
    for (const bad of [half, `a\r\nBcc: x`, 'a\u202eb', 'a\u0000', '\u200b', '4111 1111 1111 1111'])
      wrong(await one.join('bad', named(bad, 'B')), 400, 'invalidValue');
    for (const address of [
      `x\u202e@${one.domain}`,
      `a\u200b@${one.domain}`,
      `<b>@${one.domain}`,
      `"a,b@${one.domain}`,
      `a,b@${one.domain}`,
      `${half}@${one.domain}`,
    ]) {
      const user = { schemas: [USER], userName: address };
      wrong(await one.call('POST', '/Users', user), 400, 'invalidValue');
      const move = patch({ op: 'replace', path: 'userName', value: address });
      wrong(await one.call('PATCH', at, move), 400, 'invalidValue');
    }
    for (const displayName of [half, 'a\u0000', 'a\u202eb', ' '])
      wrong(
        await one.call('POST', '/Groups', { schemas: [GROUP], displayName }),
        400,
        'invalidValue',
      );

    for (const [path, names] of [
      ['/Users', ['userName', 'externalId', 'id']],
      ['/Groups', ['displayName', 'externalId', 'id', 'members.value']],
    ] as const)
      for (const name of names)
        for (const value of [String.raw`\u0000`, String.raw`\ud83d`]) {
          const filter = encodeURIComponent(`${name} eq "${value}"`);
          wrong(await one.call('GET', `${path}?filter=${filter}`), 400, 'invalidFilter');
        }
    const nothing = { toString: 1, valueOf: 2 };
    for (const path of ['/Users', '/Groups'])
      wrong(await one.call('POST', path, { schemas: [nothing] }), 400, 'invalidSyntax');
    const group = await one.call('POST', '/Groups', { schemas: [GROUP], displayName: 'Tills' });
    for (const path of [at, `/Groups/${group.body.id}`]) {
      const asked = (said: object) => one.call('PATCH', path, said);
      wrong(await asked({ schemas: [nothing], Operations: [] }), 400, 'invalidSyntax');
      wrong(await asked(patch({ op: nothing, path: 'active', value: true })), 400, 'invalidSyntax');
      wrong(await asked(patch({ op: 'add', path: nothing, value: true })), 400, 'invalidPath');
    }
  });

  test('SB-25 whom an administrator removed joins anew by the provider’s word, under the name that it had for them', async () => {
    const one = await connected();
    const first = await one.join('fay', { externalId: 'f-1' });
    await owner.call('DELETE /api/user-merchant/employees/{id}', { params: { id: first.body.id } });
    assert.equal((await row(first.body.id)).status, 'DEACTIVATED');
    const again = await one.join('fay', { externalId: 'f-1' });
    assert.equal(again.status, 201, JSON.stringify(again.body));
    assert.notEqual(again.body.id, first.body.id);
    wrong(await one.join('other', { externalId: 'f-1' }), 409, 'uniqueness');
  });

  test('SB-07 thirty wrong tokens from one address are enough', async () => {
    const statuses = new Set<number>();
    for (let at = 0; at < 32; at++) {
      const { statusCode } = await server.app.inject({
        url: '/scim/v2/Users',
        remoteAddress: '198.51.100.200',
        headers: { authorization: `Bearer pds_${'a'.repeat(43)}` },
      });
      statuses.add(statusCode);
    }
    assert.deepEqual([...statuses], [401, 429]);
  });

  const roleOf = (id: string) =>
    server.one<{ user_role: string; role_id: string | null; status: string }>(
      'select user_role, role_id, status from users where id = $1',
      [id],
    );

  const statusIs = async (id: string, status: string) =>
    assert.equal((await roleOf(id)).status, status);

  const grouped = async (more: object = {}) => {
    const till = await insertRole(server, {
      merchantId: amber,
      name: `Till ${++domains}`,
      rights: ['PAYMENTS'],
    });
    const { name } = await server.one<{ name: string }>('select name from roles where id = $1', [
      till,
    ]);
    const made = await connected(owner, {
      adminValue: 'Owners',
      ownRoles: `Tills = ${name}`,
      ...more,
    });
    const group = async (displayName: string, members: object[] = []) => {
      const reply = await made.call('POST', '/Groups', {
        schemas: [GROUP],
        displayName,
        members,
      });
      assert.equal(reply.status, 201, JSON.stringify(reply.body));
      return reply.body.id as string;
    };
    const clerk = async (nick: string) => (await made.join(nick)).body.id as string;
    return { ...made, till, group, clerk };
  };

  describe('groups', () => {
    test('SB-46, SB-22 a role follows from the groups that somebody is in: administrator, one of the own, everybody else', async () => {
      const { group, clerk, till, call } = await grouped();
      const [ana, ben] = [await clerk('ana'), await clerk('ben')];
      const tills = await group('Tills', member(ana));
      const owners = await group('Owners', member(ana, ben));
      assert.equal((await roleOf(ana)).user_role, 'MERCHANT_ADMIN', 'the highest of several');
      // as Entra takes somebody out
      const out = await call(
        'PATCH',
        `/Groups/${owners}`,
        patch({ op: 'Remove', path: 'members', value: member(ana) }),
      );
      assert.equal(out.status, 200, JSON.stringify(out.body));
      assert.deepEqual(await roleOf(ana), {
        user_role: 'MERCHANT_OPERATOR',
        role_id: till,
        status: 'ACTIVATED',
      });
      // and Okta
      await call(
        'PATCH',
        `/Groups/${tills}`,
        patch({ op: 'remove', path: `members[value eq "${ana}"]` }),
      );
      assert.deepEqual(await roleOf(ana), {
        user_role: 'MERCHANT_OPERATOR',
        role_id: null,
        status: 'ACTIVATED',
      });
      await call(
        'PATCH',
        `/Groups/${tills}`,
        patch({ op: 'add', path: 'members', value: member(ben) }),
      );
      await call('DELETE', `/Groups/${owners}`);
      assert.equal((await roleOf(ben)).role_id, till);
      // another name gives another role to all
      await call(
        'PATCH',
        `/Groups/${tills}`,
        patch({ op: 'replace', value: { id: tills, displayName: 'Owners' } }),
      );
      assert.equal((await roleOf(ben)).user_role, 'MERCHANT_ADMIN');
    });

    test('SB-20, SB-46 who is left in no group that gives a role is out at once, and in again with one', async () => {
      const { group, clerk, call } = await grouped({ memberValue: 'Clerks' });
      const ana = await clerk('ana');
      const session = await server.session(ana);
      const clerks = await group('Clerks', member(ana));
      await group('Bowling', member(ana));
      assert.equal((await session.call('GET /api/users/me')).status, 200);
      await call('PUT', `/Groups/${clerks}`, {
        schemas: [GROUP],
        displayName: 'Clerks',
        members: [],
      });
      assert.equal((await roleOf(ana)).status, 'BLOCKED');
      assert.equal((await session.call('GET /api/users/me')).status, 401);
      await call(
        'PATCH',
        `/Groups/${clerks}`,
        patch({ op: 'Add', path: 'members', value: member(ana) }),
      );
      assert.equal((await roleOf(ana)).status, 'ACTIVATED');
    });

    test('SB-07, SB-20 whom their provider itself calls inactive no group lets in, whichever they come into or leave', async () => {
      const { group, clerk, call, join } = await grouped({ memberValue: 'Clerks' });
      const ana = await clerk('ana');
      const [clerks, owners] = [await group('Clerks', member(ana)), await group('Owners')];
      const set = (id: string, path: string, op: string, value: unknown) =>
        call(
          'PATCH',
          `/${path}/${id}`,
          patch({ op, path: path === 'Users' ? 'active' : 'members', value }),
        );
      await set(ana, 'Users', 'replace', false);
      await set(owners, 'Groups', 'add', member(ana));
      await statusIs(ana, 'BLOCKED');
      await call(
        'PATCH',
        `/Groups/${owners}`,
        patch({ op: 'replace', value: { displayName: 'Bosses' } }),
      );
      await statusIs(ana, 'BLOCKED');
      await set(owners, 'Groups', 'remove', member(ana));
      await statusIs(ana, 'BLOCKED');
      // nor whom they told of as one who comes later
      const ben = (await join('ben', { active: false })).body.id as string;
      await set(clerks, 'Groups', 'add', member(ben));
      await statusIs(ben, 'BLOCKED');
      // out for both, each is taken back by itself
      await set(clerks, 'Groups', 'remove', member(ben));
      await set(clerks, 'Groups', 'add', member(ben));
      await statusIs(ben, 'BLOCKED');
      for (const id of [ana, ben]) {
        assert.equal((await set(id, 'Users', 'replace', true)).status, 200);
        await statusIs(id, 'ACTIVATED');
        await set(clerks, 'Groups', 'remove', member(id));
        await statusIs(id, 'BLOCKED');
        await set(clerks, 'Groups', 'add', member(id));
        await statusIs(id, 'ACTIVATED');
      }
    });

    test('SB-03, SB-46 a group knows the people of its connection alone, and another connection does not know it', async () => {
      const { group, call, clerk } = await grouped();
      const ana = await clerk('ana');
      const other = await connected(await server.person({ merchantId: amber }));
      const stranger = (await other.join('eve')).body.id as string;
      const tills = await group('Tills', member(ana));
      for (const id of [stranger, owner.userId!, amber, 'nobody'])
        wrong(
          await call(
            'PATCH',
            `/Groups/${tills}`,
            patch({ op: 'add', path: 'members', value: member(id) }),
          ),
          400,
          'invalidValue',
        );
      for (const method of ['GET', 'DELETE'])
        wrong(await other.call(method, `/Groups/${tills}`), 404);
      assert.equal((await other.call('GET', '/Groups')).body.totalResults, 0);
      const { body } = await call('GET', `/Groups/${tills}`);
      assert.deepEqual(
        body.members.map(({ value }: { value: string }) => value),
        [ana],
      );
      assert.equal(
        (await call('GET', `/Groups/${tills}?excludedAttributes=members`)).body.members,
        undefined,
      );
      for (const filter of [
        'displayName eq "tills"',
        `members.value eq "${ana}"`,
        `members[value eq "${ana}"]`,
      ])
        assert.equal(
          (await call('GET', `/Groups?filter=${encodeURIComponent(filter)}`)).body.totalResults,
          1,
          filter,
        );
      wrong(await call('GET', '/Groups?filter=displayName%20co%20%22t%22'), 400, 'invalidFilter');
      wrong(
        await call('POST', '/Groups', { schemas: [GROUP], displayName: 'TILLS' }),
        409,
        'uniqueness',
      );
      wrong(await call('POST', '/Groups', { schemas: [GROUP] }), 400, 'invalidValue');
      wrong(
        await call(
          'PATCH',
          `/Groups/${tills}`,
          patch({ op: 'move', path: 'members', value: member(ana) }),
        ),
        400,
        'invalidSyntax',
      );
      await call(
        'PATCH',
        `/Groups/${tills}`,
        patch({ op: 'remove', path: 'members', value: member(ana) }),
      );
      assert.equal((await call('DELETE', `/Groups/${tills}`)).status, 204);
      const rows = await server.all<{ action: string; merchant: string; who: string }>(
        `select action, merchant_id as merchant, user_name as who from audit_logs
         where details->>'groupId' = $1 and user_id is null order by id`,
        [tills],
      );
      assert.deepEqual(
        rows.map(({ action }) => action),
        ['CREATE_GROUP', 'DELETE_GROUP'],
      );
      assert.ok(rows.every(({ merchant, who }) => merchant === amber && who.startsWith('SCIM ')));
    });

    test('AM-76, SB-46 the last administrator stays one, and a role that was deleted is given to nobody', async () => {
      const { id: merchantId } = await insertMerchant(server.pool, {});
      const boss = await server.person({ merchantId, userRole: 'MERCHANT_ADMIN' });
      const role = await insertRole(server, { merchantId, name: 'Desk', rights: ['PAYMENTS'] });
      const { call, join } = await connected(boss, {
        adminValue: 'Owners',
        ownRoles: 'Desk = desk',
      });
      await server.pool.query(`update users set status = 'BLOCKED' where id = $1`, [boss.userId]);
      const ana = (await join('ana')).body.id as string;
      const owners = (
        await call('POST', '/Groups', {
          schemas: [GROUP],
          displayName: 'Owners',
          members: member(ana),
        })
      ).body.id as string;
      wrong(await call('DELETE', `/Groups/${owners}`), 403);
      assert.equal((await roleOf(ana)).user_role, 'MERCHANT_ADMIN');
      await server.pool.query('delete from roles where id = $1', [role]);
      const ben = (await join('ben')).body.id as string;
      wrong(
        await call('POST', '/Groups', {
          schemas: [GROUP],
          displayName: 'Desk',
          members: member(ben),
        }),
        400,
        'invalidValue',
      );
      assert.equal((await roleOf(ben)).role_id, null);
    });
  });
});
