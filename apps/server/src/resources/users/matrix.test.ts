import assert from 'node:assert/strict';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Action } from '@paydesk/contract/kernel/action.ts';
import {
  ROLE_PERMISSIONS,
  ROLES,
  USER_STATUSES,
  type Actor,
  type UserRole,
  type UserStatus,
} from '@paydesk/contract/permissions.ts';
import type { PersonState } from '@paydesk/contract/resources/users/actions.ts';
import { user } from '@paydesk/contract/resources/users/record.ts';
import { Share } from '@paydesk/contract/testing/proof.ts';
import { isCreation } from '@paydesk/contract/kernel/record-keys.ts';
import { insertMerchant, insertUser } from '../../seed/factories.ts';
import { giveFactor } from '../../testing/approvals.ts';
import { askedAddress } from '../../testing/changes.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

type AnyAction = Action<PersonState>;
type ActionKey = Exclude<
  keyof typeof user.actions,
  'POST /api/users' | 'POST /api/user-merchant/employees'
>;

/** Every action that the contract has for people, by its call. */
const actions = Object.entries(user.actions).filter(
  ([key]) => !isCreation(user, key),
) as unknown as [ActionKey, AnyAction][];

const names = <K extends string>(of: Record<K, unknown>) => Object.keys(of) as K[];

const person = { firstName: 'A', lastName: 'B', phoneNumber: '1' };

/** What some of them are sent. */
const bodies: { readonly [K in ActionKey]?: (id: string, userRole: UserRole) => object } = {
  // the address that they have
  'PUT /api/users/{id}': (id) => ({ ...person, email: `${id}@x.test` }),
  // the one that they have
  'POST /api/users/{id}/actions/set-role': (_id, userRole) => ({ userRole }),
  'POST /api/users/{id}/actions/take-off-factor': () => ({ reason: 'Lost' }),
};

/** What the contract says comes of it. */
function expect(
  action: AnyAction,
  actor: Actor,
  target: { id: string; userRole: UserRole; status: UserStatus; merchantId: string },
  employee: boolean,
): { status: number; reason?: string } {
  if (!isAllowed(actor, action.asks)) return { status: 403 };
  const colleague = employee && target.status !== 'DEACTIVATED';
  if (actor.merchantId && !colleague) return { status: 404 };
  const state = {
    id: target.id,
    userRole: target.userRole,
    status: { name: target.status },
    merchantId: employee ? target.merchantId : null,
    onlyAdmin: false,
    firstName: '',
    lastName: '',
    email: '',
    secondFactor: true,
    approvalId: null,
    seconded: true,
    roleId: null,
    roleRights: null,
    roleRefundUpTo: null,
    roleReverseUpTo: null,
  };
  const reason = action.whyNot(state, new Date(), actor);
  return reason ? { status: 400, reason } : { status: 200 };
}

describe('who may do what to whom, out of the contract’s actions', () => {
  let server: TestServer;
  const share = new Share('Who may do what to whom, by roles and status');
  before(async () => {
    server = await testServer();
  });
  after(async () => {
    await server.close();
    share.tell();
  });

  for (const [name, action] of actions)
    test(`EM-19..22, EM-28..33, SB-20..26, AM-76, AM-105 ${name}: the server does what the button offers`, async () => {
      let done = 0;
      const { id: merchantId } = await insertMerchant(server.pool);
      // two, so that neither is the last
      for (let nth = 0; nth < 2; nth++)
        await insertUser(server.pool, { merchantId, userRole: 'MERCHANT_ADMIN' });
      for (const byRole of names(ROLES)) {
        const actor: Actor = {
          userId: '',
          userRole: byRole,
          permissions: ROLE_PERMISSIONS[byRole],
          merchantId: byRole.startsWith('MERCHANT_') ? merchantId : null,
        };
        const client = await server.person({ userRole: byRole, merchantId: actor.merchantId });
        for (const userRole of names(ROLES))
          for (const status of share.of(names(USER_STATUSES), `${name} ${byRole} ${userRole}`, 3)) {
            const what = `${name} by ${byRole} on ${userRole} ${status}`;
            const employee = userRole.startsWith('MERCHANT_');
            const id = randomUUIDv7();
            await insertUser(server.pool, {
              id,
              // the one that an update sends: another asks for the password besides
              email: `${id}@x.test`,
              userRole,
              status,
              merchantId: employee ? merchantId : null,
            });
            if (name === 'DELETE /api/users/{id}/pending-email') await askedAddress(server, id);
            const before = await fingerprint(id);
            if (name === 'POST /api/users/{id}/actions/take-off-factor')
              await giveFactor(server, id);
            const reply = await client.call(name, {
              params: { id },
              ...(bodies[name] && { body: bodies[name](id, userRole) }),
            } as never);
            const expected = expect(action, actor, { id, userRole, status, merchantId }, employee);
            assert.equal(reply.status, expected.status, `${what}: ${reply.text}`);
            if (expected.reason) assert.ok(reply.text.includes(expected.reason), what);
            if (reply.status === 200) done++;
            else assert.deepEqual(await fingerprint(id), before, `${what} changed something`);
          }
      }
      assert.ok(done > 0, 'it works for somebody');
    });

  const fingerprint = (id: string) =>
    server.one(
      `select (select u::text from users u where id = $1) as person,
         (select count(*) from audit_logs where entity_id = $1 and result <> 'REFUSED') as audits,
         (select count(*) from tokens where user_id = $1) as links,
         (select count(*) from outbox) as mails`,
      [id],
    );
});
