import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  canRefundLoan,
  leftToRefund,
  refundLoan,
} from '@paydesk/contract/resources/consumer-credits/actions.ts';
import { CREDIT_REFUND_REASONS } from '@paydesk/contract/resources/consumer-credits/refund-words.ts';
import {
  CONSUMER_CREDIT_STATUSES,
  type ConsumerCreditStatus,
} from '@paydesk/contract/kernel/loan-statuses.ts';
import { insertLoan } from '../../seed/factories/financing.ts';
import { testServer, type Client, type TestServer } from '../../testing/server.ts';

const statuses = Object.keys(CONSUMER_CREDIT_STATUSES) as ConsumerCreditStatus[];
const LOAN = '/api/financing/consumer-credits/{id}';

test('LN-35 the eleven statuses of a loan', () => {
  assert.deepEqual(
    statuses.join(' '),
    'DRAFT CUSTOMER_RISK_EVALUATION_SUCCEEDED APPLICATION_CREATED OFFER_SELECTION OFFER_CHOSEN SIGNING_DOCUMENTS_PREPARED AGREEMENT_DOCUMENT_SIGNED WAITING_FOR_CONFIRMATION CONFIRMED REFUNDED FAILED',
  );
});

test('LN-18 the reasons end in OTHER', () => {
  assert.deepEqual(Object.keys(CREDIT_REFUND_REASONS), [
    'PRODUCT_OUT_OF_STOCK',
    'RETURNED_PRODUCT',
    'CANCELLED_SERVICE',
    'PRICE_ADJUSTMENT',
    'OTHER',
  ]);
});

test('AM-91 what is left is exact, where a float would not be', () => {
  const loan = {
    status: { name: 'CONFIRMED' as const },
    amount: 0.3,
    totalRequestedRefundsAmount: 0.1,
    currency: 'EUR',
    institution: {
      instantDecision: true,
      remoteSigning: true,
      partialRefund: true,
      ownGateway: false,
    },
    institutionMissing: false,
  };
  assert.equal(leftToRefund(loan), 0.2);
  assert.equal((refundLoan.fieldsOf!(loan, {} as never).amount as { max?: number }).max, 0.2);
});

describe('a refund of a loan, by its status and by what is left', () => {
  let server: TestServer;
  const callers = {} as Record<string, Client>;
  before(async () => {
    server = await testServer();
    for (const name of ['owner@amber.test', 'operator@amber.test'])
      callers[name] = await server.as(name);
    for (const name of ['admin@paydesk.test', 'technical@paydesk.test'])
      callers[name] = await server.as(name);
  });
  after(() => server.close());

  for (const status of statuses)
    for (const requestedCents of [0n, 400_00n, 1000_00n])
      test(`LN-14, LN-15, SB-39, AM-82 ${status}, ${requestedCents} cents of 100000 requested: button and server agree`, async () => {
        const allowed = ['CONFIRMED', 'REFUNDED'].includes(status) && requestedCents < 1000_00n;
        for (const [name, caller] of Object.entries(callers)) {
          const { id } = await insertLoan(server.pool, {
            merchantId: await server.merchantId('Amber & Oak'),
            status,
            totalRequestedRefundsCents: requestedCents,
          });
          const { body: loan } = await caller.call(`GET ${LOAN}`, { params: { id } });
          assert.equal(canRefundLoan(loan) === null, allowed, name);
          const reply = await caller.call(`POST ${LOAN}/refund-requests`, {
            params: { id },
            body: { amount: 1, reason: 'OTHER' },
          });
          assert.equal(reply.status, allowed ? 200 : 400, `${name}: ${reply.text}`);
          if (allowed)
            assert.equal(
              reply.body.totalRequestedRefundsAmount,
              loan.totalRequestedRefundsAmount + 1,
            );
          else
            assert.deepEqual(reply.error.errors, [
              { field: 'status', message: canRefundLoan(loan) },
            ]);
        }
      });
});
