import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Action } from '@paydesk/contract/kernel/action.ts';
import {
  REVERSAL_ROLES,
  ROLE_PERMISSIONS,
  type Actor,
  type UserRole,
} from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { Share } from '@paydesk/contract/testing/proof.ts';
import { type TransactionState } from '@paydesk/contract/resources/transactions/rules.ts';
import {
  markRefunded as markRefundedAction,
  markSuccessful as markSuccessfulAction,
  refundTransaction,
  reverseTransaction,
} from '@paydesk/contract/resources/transactions/actions.ts';
import {
  TRANSACTION_STATUSES,
  type TransactionStatus,
} from '@paydesk/contract/kernel/transaction-statuses.ts';
import type { TransactionRow } from '../../seed/tables.ts';
import type { Reply } from '../../testing/answers.ts';
import {
  insertPayment,
  markRefunded,
  markSuccessful,
  read,
  refund,
  reverse,
  standing,
} from '../../testing/money.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

interface Kind {
  row?: Partial<TransactionRow>;
  isRefund?: boolean;
  /** What still waits for the acquirer. */
  waiting?: 'refund' | 'reversal';
  nothingLeft?: boolean;
  /** Marked as successful, and the acquirer has no money of it. */
  byHand?: boolean;
}

/** What a transaction can be besides its status. */
const kinds: Record<string, Kind> = {
  payment: {},
  'partly refunded payment': { row: { refundedCents: 2_500n } },
  'wholly refunded payment': { row: { refundedCents: 10_000n }, nothingLeft: true },
  'payment with a refund waiting': { row: { pendingRefundCents: 2_500n }, waiting: 'refund' },
  'payment with a reversal waiting': { row: { pendingReversalCents: 2_500n }, waiting: 'reversal' },
  'payment marked by hand': { row: { movesMoney: false }, byHand: true },
  refund: { isRefund: true },
  'manual refund': { isRefund: true, row: { movesMoney: false } },
  'refund waiting': { isRefund: true, row: { awaitingAcquirer: true }, waiting: 'refund' },
};

interface Deed {
  action: Action<TransactionState>;
  call: (client: Client, id: string) => Promise<Reply>;
  /** The specification's own words, apart from the contract's functions. */
  possible: (status: TransactionStatus, kind: Kind, role: UserRole) => boolean;
}

const deeds: Record<string, Deed> = {
  reverse: {
    action: reverseTransaction as Action<TransactionState>,
    call: (client, id) => reverse(client, id, 10),
    possible: (status, { waiting, nothingLeft, byHand }, role) =>
      !byHand &&
      ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'].includes(role) &&
      status === 'SUCCESS' &&
      waiting !== 'reversal' &&
      !nothingLeft,
  },
  refund: {
    action: refundTransaction as Action<TransactionState>,
    call: (client, id) => refund(client, id, 10),
    possible: (status, { isRefund, waiting, nothingLeft, byHand }) =>
      !byHand && status === 'SUCCESS' && !isRefund && waiting !== 'reversal' && !nothingLeft,
  },
  'mark as refunded': {
    action: markRefundedAction as Action<TransactionState>,
    call: (client, id) => markRefunded(client, id, 10),
    possible: (status, { isRefund, waiting, nothingLeft }) =>
      status === 'SUCCESS' && !isRefund && waiting !== 'reversal' && !nothingLeft,
  },
  'mark as successful': {
    action: markSuccessfulAction as unknown as Action<TransactionState>,
    call: (client, id) => markSuccessful(client, id),
    possible: (status, { waiting }) => status !== 'SUCCESS' && status !== 'REVERSED' && !waiting,
  },
};

describe('every status by kind by action by role', () => {
  let server: TestServer;
  let merchantId: string;
  const people: [Client, Actor][] = [];
  const share = new Share('What may be done to a payment, by status, kind and role');

  before(async () => {
    server = await testServer();
    merchantId = await server.merchantId('Amber & Oak');
    for (const userRole of Object.keys(ROLE_PERMISSIONS) as UserRole[]) {
      const permissions = ROLE_PERMISSIONS[userRole];
      const actor = { userRole, permissions, merchantId: userRole[0] === 'M' ? merchantId : null };
      const client = await server.person(actor);
      people.push([client, { ...actor, userId: client.userId! }]);
    }
  });
  after(async () => {
    await server.close();
    share.tell();
  });

  async function insert(status: TransactionStatus, { row, isRefund }: Kind): Promise<string> {
    const refundedCents = status === 'SUCCESS' || status === 'REVERSED' ? 10_000n : 0n;
    const refundedTransactionId = isRefund
      ? await insertPayment(server, { merchantId, refundedCents })
      : null;
    return insertPayment(server, { merchantId, status, refundedTransactionId, ...row });
  }

  for (const [name, { action, call, possible }] of Object.entries(deeds))
    test(`TX-47, TX-49, TX-50, TX-51, TX-56, RO-05 ${name}: possible where the specification says so, else refused and nothing changes`, async () => {
      let done = 0;
      for (const status of Object.keys(TRANSACTION_STATUSES) as TransactionStatus[])
        for (const [kindName, kind] of Object.entries(kinds))
          for (const [client, actor] of share.of(people, `${name} ${status} ${kindName}`, 2)) {
            const what = `${name} a ${kindName} in ${status} as ${actor.userRole}`;
            const id = await insert(status, kind);
            const state = await read(client, id);
            const reason = action.whyNot(state, new Date(), actor);
            const allowed = isAllowed(actor, action.asks);
            assert.equal(allowed && !reason, possible(status, kind, actor.userRole), what);
            const earlier = await standing(server, id);
            const reply = await call(client, id);
            if (allowed && !reason) {
              assert.equal(reply.status, 200, `${what}: ${reply.text}`);
              done++;
              continue;
            }
            assert.equal(reply.status, allowed ? 400 : 403, `${what}: ${reply.text}`);
            if (allowed)
              assert.deepEqual(reply.error.errors, [{ field: 'status', message: reason }], what);
            assert.deepEqual(await standing(server, id), earlier, `${what} changed something`);
          }
      assert.ok(done > 0);
    });

  test('AM-02, TX-49, TX-75 the roles that may reverse', () => {
    assert.deepEqual(REVERSAL_ROLES, ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN']);
  });
});

describe('the window of a reversal', () => {
  const now = new Date('2026-11-20T12:00:00.000Z');
  let server: TestServer;
  before(async () => {
    server = await testServer({ now: () => now });
  });
  after(() => server.close());

  test('TX-48, SB-52 it is open for 360 whole days of 24 hours, whatever the clocks do', async () => {
    const owner = await server.as('owner@amber.test');
    const merchantId = await server.merchantId('Amber & Oak');
    const window = 360 * 86_400_000;
    for (const [age, expected] of [
      [359 * 86_400_000, 200],
      [window - 1, 200],
      [window, 400],
      [window + 1, 400],
      [361 * 86_400_000, 400],
    ] as const) {
      const date = new Date(now.getTime() - age);
      const id = await insertPayment(server, { merchantId, date });
      const reply = await reverse(owner, id, 100);
      assert.equal(reply.status, expected, `${age / 86_400_000} days: ${reply.text}`);
      // a refund has no window
      const other = await insertPayment(server, { merchantId, date });
      assert.equal((await refund(owner, other, 100)).status, 200);
    }
  });
});
