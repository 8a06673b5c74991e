import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertMerchant } from '../../seed/factories.ts';
import {
  authenticate,
  begunLoan,
  choose,
  onlyTheseLend,
  sign,
  tick,
  type Borrowing,
  type Lenders,
} from '../../testing/loans.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { cancelLoan } from './by-hand.ts';
import { repayEarly } from './closing.ts';

const LOAN = '/api/financing/consumer-credits/{id}';
const STAFF = { userId: null, userName: 'Vera Vale', address: null };

describe('a loan beside which another institution keeps silent', () => {
  let server: TestServer;
  let lenders: Lenders;
  let merchantId: string;
  /** The one that was chosen is not reached either. */
  let silent = false;
  before(async () => {
    server = await testServer({
      screening: () => ({ screen: async () => [] }),
      institution: (own) => ({
        ...own,
        // whoever was not chosen can't be reached
        cancelApplication: async (one) => {
          if (silent || one.route?.of === lenders.paper.institutionId) throw new Error('No answer');
          return own.cancelApplication(one);
        },
        settleEarly: async (one) => {
          if (silent) throw new Error('No answer');
          return own.settleEarly(one);
        },
      }),
    });
    lenders = await onlyTheseLend(server);
    ({ id: merchantId } = await insertMerchant(server.pool));
  });
  after(() => server.close());

  const signed = async (name?: Parameters<typeof begunLoan>[2]): Promise<Borrowing> => {
    const loan = await begunLoan(server, merchantId, name);
    await choose(server, loan, lenders.online);
    await authenticate(server, loan);
    await sign(server, loan);
    return loan;
  };
  const until = async (loan: Borrowing, status: string) => {
    for (let tries = 0; tries < 100 && (await loan.view()).status !== status; tries++) {
      await tick(server);
      await new Promise((done) => setTimeout(done, 50));
    }
    assert.equal((await loan.view()).status, status);
  };

  test('LN-35, AM-102 the one that was chosen is asked, and lends', async () => {
    const loan = await signed();
    await until(loan, 'CONFIRMED');
  });

  test('FI-01, AM-80 while its institution is asked to end it staff read that, ask again and ask for nothing else', async () => {
    const loan = await signed();
    await until(loan, 'CONFIRMED');
    const staff = await server.as('admin@paydesk.test');
    const params = { id: loan.loanId };
    const stands = async () => {
      const { body } = await staff.call(`GET ${LOAN}`, { params });
      return [body.ended, body.endAsked];
    };
    silent = true;
    await repayEarly(server.services, loan.loanId, STAFF);
    assert.deepEqual(await stands(), [null, 'REPAID']);
    for (const name of ['withdraw', 'repay'] as const) {
      const { status, text } = await staff.call(`POST ${LOAN}/actions/${name}`, { params });
      assert.equal(status, 400, text);
      assert.match(text, /The institution is being asked to end the loan already/);
    }
    silent = false;
    const again = await staff.call(`POST ${LOAN}/actions/ask-again`, { params });
    assert.equal(again.status, 200, again.text);
    assert.deepEqual(await stands(), ['REPAID', null]);
  });

  test('AM-118, AM-102 it is given up once the one that has it says so, and not asked for again until then', async () => {
    const loan = await signed('confirmedLater');
    assert.equal((await loan.view()).status, 'WAITING_FOR_CONFIRMATION');
    // this institution thinks for longer than any machine is slow
    await server.pool.query(
      `update institution_sandbox.requests set decided_date = now() + interval '1 hour'
       where operation_id = (select id from loan_operations where consumer_credit_id = $1 and kind = 'ACCEPT')`,
      [loan.loanId],
    );
    assert.equal((await loan.view()).mayCancel, true);
    silent = true;
    await cancelLoan(
      server.services,
      loan.loanId,
      { code: 'CANCELLED_BY_STAFF', note: 'Twice' },
      STAFF,
    );
    const { status, until: end, mayCancel } = await loan.view();
    assert.deepEqual([status, end, mayCancel], ['WAITING_FOR_CONFIRMATION', null, false]);
    silent = false;
    await until(loan, 'FAILED');
  });
});
