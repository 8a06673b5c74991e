import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SavedView } from '@paydesk/contract/kernel/views.ts';
import { refusalOf } from '../testing/answers.ts';
import { testServer, type Client, type TestServer } from '../testing/server.ts';

let server: TestServer;
const people: Record<string, Client> = {};
const who = (name: string) => people[name]!;

before(async () => {
  server = await testServer();
  for (const email of ['owner@amber.test', 'operator@amber.test', 'owner@baltic.test'])
    people[email] = await server.signIn(email);
  for (const email of ['admin@paydesk.test', 'technical@paydesk.test'])
    people[email] = await server.signIn(email);
});
after(() => server.close());

const search = 'f_status=FAILED&sort=amount,DESC&c=amount,status';

async function keep(client: Client, name: string, more: object = {}): Promise<SavedView> {
  const body = { list: 'transactions', name, search, shared: false, ...more };
  const { status, body: view } = await client.call('POST /api/saved-views', { body });
  assert.equal(status, 200);
  return view as SavedView;
}

const namesOf = async (client: Client) => {
  const { body } = await client.call('GET /api/saved-views');
  return (body as SavedView[]).map(({ name }) => name);
};

describe('lists under a name', () => {
  test('a view keeps filters, sort and columns, and is its owner’s alone', async () => {
    const owner = who('owner@amber.test');
    const view = await keep(owner, 'Failed, large first');
    assert.deepEqual(
      { ...view, id: null },
      {
        id: null,
        list: 'transactions',
        name: 'Failed, large first',
        search,
        shared: false,
        owner: 'Anna Ozola',
        mine: true,
        isDefault: false,
      },
    );
    assert.ok((await namesOf(owner)).includes(view.name));
    for (const email of ['operator@amber.test', 'owner@baltic.test', 'admin@paydesk.test'])
      assert.ok(!(await namesOf(who(email))).includes(view.name), email);
  });

  test('a shared one is seen by the same merchant’s people, or the back office, and changed by its owner', async () => {
    const view = await keep(who('owner@amber.test'), 'Amber’s', { shared: true });
    const staffs = await keep(who('admin@paydesk.test'), 'Back office’s', { shared: true });
    assert.ok((await namesOf(who('operator@amber.test'))).includes(view.name));
    assert.ok((await namesOf(who('technical@paydesk.test'))).includes(staffs.name));
    assert.ok(!(await namesOf(who('owner@baltic.test'))).includes(view.name));
    assert.ok(!(await namesOf(who('admin@paydesk.test'))).includes(view.name));
    assert.ok(!(await namesOf(who('operator@amber.test'))).includes(staffs.name));
    const operator = who('operator@amber.test');
    const change = { params: { id: view.id }, body: { name: 'x', search, shared: false } };
    assert.equal((await operator.call('PUT /api/saved-views/{id}', change)).status, 404);
    const { params } = change;
    assert.equal((await operator.call('DELETE /api/saved-views/{id}', { params })).status, 404);
    assert.equal(
      (await who('owner@amber.test').call('PUT /api/saved-views/{id}', change)).status,
      200,
    );
    assert.ok(!(await namesOf(operator)).includes(view.name));
  });

  test('each person has one default a list; a view taken away is nobody’s', async () => {
    const operator = who('operator@amber.test');
    const shared = await keep(who('owner@amber.test'), 'For all', { shared: true });
    const own = await keep(operator, 'For me');
    const choose = (id: string, isDefault: boolean) =>
      operator.call('PUT /api/saved-views/{id}/default', { params: { id }, body: { isDefault } });
    const defaults = async () => {
      const { body } = await operator.call('GET /api/saved-views');
      return (body as SavedView[]).filter((view) => view.isDefault).map(({ name }) => name);
    };
    await choose(own.id, true);
    await choose(shared.id, true);
    assert.deepEqual(await defaults(), ['For all']);
    // not the one in force: nothing changes
    await choose(own.id, false);
    assert.deepEqual(await defaults(), ['For all']);
    await choose(shared.id, false);
    assert.deepEqual(await defaults(), []);
    await choose(shared.id, true);
    await who('owner@amber.test').call('DELETE /api/saved-views/{id}', {
      params: { id: shared.id },
    });
    assert.deepEqual(await defaults(), []);
  });

  test('a name is taken once a list, and what is no view is refused by its field', async () => {
    const client = who('owner@baltic.test');
    await keep(client, 'Once');
    await keep(client, 'Once', { list: 'shipping-methods' });
    const refused = async (more: object) => {
      const body = { list: 'transactions', name: 'Other', search, shared: false, ...more };
      return refusalOf(await client.call('POST /api/saved-views', { body }));
    };
    const fieldOf = async (more: object) => (await refused(more)).errors[0]?.field;
    assert.equal(await fieldOf({ name: ' ONCE ' }), 'name');
    assert.equal(await fieldOf({ name: ' ' }), 'name');
    assert.equal(await fieldOf({ name: 'x'.repeat(61) }), 'name');
    assert.equal(await fieldOf({ list: 'nothing' }), 'list');
    assert.equal(await fieldOf({ search: 'next=https://evil.test' }), 'search');
    assert.equal(await fieldOf({ search: 'x'.repeat(2001) }), 'search');
  });
});
