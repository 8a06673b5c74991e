import { randomUUIDv7 } from 'node:crypto';
import { DEMO_PASSWORD } from '../seed/seed.ts';
import { withPasskey } from './authenticator.ts';
import type { Change } from './changes.ts';
import {
  aConnection,
  BINDING,
  insertConnection,
  insertNowhere,
  lyingProvider,
} from './identities.ts';
import type { Client, TestServer } from './server.ts';

type Case = (server: TestServer) => Promise<Change>;
type Somebody = (server: TestServer) => Promise<Client>;

/** A connection of the owner's merchant, as a statement left it. */
const onOne =
  (action: string, state: string, more: Partial<Change> = {}): Case =>
  async (server) => {
    const id = await insertNowhere(server, await server.merchantId('Amber & Oak'));
    await server.pool.query(`update sso_connections set ${state} where id = $1`, [id]);
    await server.pool.query(
      'update sso_domains set verified_date = now() where connection_id = $1',
      [id],
    );
    return { action, params: { id }, ...more };
  };

/** Somebody who is away at a provider that is there. */
async function away(server: TestServer, by: Client) {
  const { url, state, close } = await lyingProvider();
  const domain = `${randomUUIDv7()}.test`;
  const { id } = await insertConnection(server, by, aConnection(url, domain));
  await server.pool.query(
    'update sso_connections set tried_date = now(), is_on = true where id = $1',
    [id],
  );
  const finish = async () => void (await close());
  return { id, url, state, email: `clerk@${domain}`, finish };
}

/** What changes connections, or goes by them. */
export const ssoChanges = (somebody: Somebody) =>
  ({
    'POST /api/sso/connections': async () => ({
      action: 'CREATE',
      body: aConnection('https://id.test', `${randomUUIDv7()}.test`),
    }),
    'PUT /api/sso/connections/{id}': async (server) => {
      const change = await onOne('UPDATE', 'is_on = true')(server);
      const { domain } = await server.one<{ domain: string }>(
        'select domain from sso_domains where connection_id = $1',
        [change.params!['id']],
      );
      return { ...change, body: aConnection('https://id.test', domain) };
    },
    'DELETE /api/sso/connections/{id}': onOne('DELETE', 'is_on = true'),
    'POST /api/sso/connections/{id}/actions/verify': onOne('VERIFY_DOMAINS', 'is_on = false'),
    'POST /api/sso/connections/{id}/actions/try': async (server) => {
      const { id, finish } = await away(server, await server.as('owner@amber.test'));
      return { action: 'TRY', params: { id }, body: { binding: BINDING }, plain: true, finish };
    },
    'POST /api/sso/connections/{id}/actions/turn-on': onOne('TURN_ON', 'tried_date = now()'),
    'POST /api/sso/connections/{id}/actions/turn-off': onOne('TURN_OFF', 'is_on = true'),
    'POST /api/sso/connections/{id}/actions/leave-free': onOne(
      'LEAVE_FREE',
      'is_on = true, enforced = true',
    ),
    'POST /api/sso/connections/{id}/actions/provision': onOne('PROVISION', 'is_on = true'),
    'POST /api/sso/connections/{id}/actions/stop-provisioning': onOne(
      'STOP_PROVISIONING',
      'is_on = true',
    ),
    'POST /api/sso/connections/{id}/actions/enforce': async (server) => {
      const by = await somebody(server);
      await withPasskey(by, DEMO_PASSWORD);
      const body = { breakGlass: [by.userId!] };
      return onOne('ENFORCE', 'is_on = true', { by, body })(server);
    },
    'POST /api/sso/begin': async (server) => {
      const { id, email, finish } = await away(server, await server.as('owner@amber.test'));
      const body = { email, binding: BINDING };
      return { action: 'SSO_BEGIN', body, whose: null, entityId: id, plain: true, finish };
    },
    'POST /api/sso/finish': async (server) => {
      const { email, url, state, finish } = await away(server, await server.as('owner@amber.test'));
      const begun = await server.anonymous.call('POST /api/sso/begin', {
        body: { email, binding: BINDING },
      });
      const asked = new URL(begun.body!.url).searchParams;
      state.nonce = asked.get('nonce')!;
      state.claims = { sub: 'clerk', email, email_verified: true };
      const merchantId = await server.merchantId('Amber & Oak');
      const { userId } = await server.person({ merchantId, email });
      const body = { state: asked.get('state'), code: 'any', iss: url, binding: BINDING };
      return { action: 'LOGIN', body, whose: userId!, entityId: userId!, plain: true, finish };
    },
  }) satisfies Record<string, Case>;
