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

const STAFF = { userId: null, userName: 'Vera Vale', address: null };

describe('a loan beside which another institution keeps silent', () => {
  let server: TestServer;
  let lenders: Lenders;
  let merchantId: string;
  before(async () => {
    server = await testServer({
      screening: () => ({ screen: async () => [] }),
      institution: (own) => ({
        ...own,
        // whoever was not chosen can't be reached
        cancelApplication: async (one) => {
          if (one.route?.of === lenders.paper.institutionId) throw new Error('No answer');
          return own.cancelApplication(one);
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

  test('AM-118, AM-102 it is given up once the one that has it says so', async () => {
    const loan = await signed('confirmedLater');
    assert.equal((await loan.view()).status, 'WAITING_FOR_CONFIRMATION');
    // this institution thinks for longer than any machine is slow
    await server.pool.query(
      `update institution_sandbox.requests set decided_date = now() + interval '1 hour'
       where operation_id = (select id from loan_operations where consumer_credit_id = $1 and kind = 'ACCEPT')`,
      [loan.loanId],
    );
    await cancelLoan(
      server.services,
      loan.loanId,
      { code: 'CANCELLED_BY_STAFF', note: 'Twice' },
      STAFF,
    );
    await until(loan, 'FAILED');
  });
});
