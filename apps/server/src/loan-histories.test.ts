import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { LOAN_MOVES } from '@paydesk/contract/lending.ts';
import type { ConsumerCreditStatus } from '@paydesk/contract/kernel/loan-statuses.ts';
import { TEST_APPLICANT_NAMES } from '@paydesk/contract/test-applicants.ts';
import { isFull, runs, tell } from '@paydesk/contract/testing/proof.ts';
import { beginLoan } from './domain/lending/begin.ts';
import { cancelLoan, sendAgain, signAtMerchant } from './domain/lending/by-hand.ts';
import { chooseOffer } from './domain/lending/choose.ts';
import { repayEarly, withdrawLoan } from './domain/lending/closing.ts';
import { continueLoan } from './domain/lending/continue.ts';
import { beginAuthentication, beginSigning } from './domain/lending/identify.ts';
import { loanView } from './domain/lending/view.ts';
import { beginPayment } from './domain/payments/begin.ts';
import type { FinancingInstitution } from './gateways/financing-institution.ts';
import { keptCount } from './platform/db/testing/kept.ts';
import { Refusal } from './platform/errors.ts';
import { insertMerchant } from './seed/factories.ts';
import {
  askedBy,
  authenticate,
  begunLoan,
  choose,
  onlyTheseLend,
  openLoanCheckout,
  press,
  sign,
  tick,
  type Borrowing,
  type Lenders,
} from './testing/loans.ts';
import { LOAN_CALLS, STANDS, type LoanCall } from './testing/loan-worker.ts';
import { Dice } from './testing/shoppers.ts';
import { testServer, type TestServer } from './testing/server.ts';

const WORKER = new URL('testing/loan-worker.ts', import.meta.url).href;
const STAFF = { userId: null, userName: 'Vera Vale', address: null };

class Lost extends Error {}

/** Whatever is refused is refused, and what is lost is lost: both are no fault. */
const tried = (work: () => Promise<unknown>) =>
  work().catch((error: unknown) => {
    if (!(error instanceof Lost) && !(error instanceof Refusal)) throw error;
  });

const together = (times: number, work: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: times }, () => tried(work)));

describe('histories of borrowers, institutions and lost answers', () => {
  let server: TestServer;
  let lenders: Lenders;
  let merchantId: string;
  let dice: Dice;
  let calm = false;
  const ends = new Map<string, number>();

  async function meet<A>(ask: () => Promise<A>): Promise<A> {
    const fault = calm ? null : dice.pick([null, null, null, 'before', 'after'] as const);
    if (fault === 'before') throw new Lost('lost on the way there');
    const answer = await ask();
    if (fault === 'after') throw new Lost('lost on the way back');
    return answer;
  }
  /** Its answers get lost, on the way there and on the way back. */
  const unlucky = (own: FinancingInstitution): FinancingInstitution => ({
    ...own,
    apply: (one) => meet(() => own.apply(one)),
    accept: (one) => meet(() => own.accept(one)),
    cancelApplication: (one) => meet(() => own.cancelApplication(one)),
    withdraw: (one) => meet(() => own.withdraw(one)),
    settleEarly: (one) => meet(() => own.settleEarly(one)),
  });

  before(async () => {
    server = await testServer({
      institution: unlucky,
      screening: () => ({ screen: async () => [] }),
    });
    lenders = await onlyTheseLend(server);
    ({ id: merchantId } = await insertMerchant(server.pool));
  });
  after(() => server.close());

  async function live(seed: number): Promise<void> {
    dice = new Dice(seed);
    calm = false;
    const { services } = server;
    const opened = await openLoanCheckout(server, merchantId);
    const { checkoutId, orderId } = opened;
    // who is never answered waits for days
    const names = TEST_APPLICANT_NAMES.filter((name) => name !== 'lost' && name !== 'shortOffer');
    const asked = await askedBy(server, checkoutId, dice.pick([...names, 'offered', 'offered']));
    const view = () => loanView(services, checkoutId);
    const of = async (work: (id: string) => Promise<unknown>) => {
      const loan = await view();
      if (loan) await tried(() => work(loan.id));
    };
    const begin = () => beginLoan(services, checkoutId, asked);
    const goOn = () => of((id) => continueLoan(services, id));
    const choose = async () => {
      const loan = await view();
      const offer = loan?.offers[dice.int(0, 1)] ?? loan?.offers[0];
      if (offer) await chooseOffer(services, loan!.id, offer.id);
    };
    const method = dice.pick(['SMART_ID', 'MOBILE_ID', 'BANK_LINK', 'ID_CARD'] as const);
    const identify = async (answer: 'approve' | 'refuse' | 'else') => {
      await of((id) => beginAuthentication(services, id, { method, frame: false }));
      const url = (await view())?.authentication?.url;
      if (url) await press(url, answer);
      await goOn();
    };
    const sign = async (answer: 'approve' | 'refuse') => {
      const loan = await view();
      const paper = loan?.documents.find(({ kind }) => kind === 'AGREEMENT');
      if (!loan || !paper) return;
      if (loan.signing?.where === 'MERCHANT') {
        await tried(() => signAtMerchant(services, loan.id, STAFF));
        return;
      }
      const agreementSha256 = paper.sha256;
      await tried(() => beginSigning(services, loan.id, { method, frame: false, agreementSha256 }));
      const url = (await view())?.signing?.url;
      if (url) await press(url, answer);
      await goOn();
    };
    const codes = ['WITHDRAWN_BY_SHOPPER', 'CANCELLED_BY_MERCHANT', 'CANCELLED_BY_STAFF'] as const;
    const steps: readonly (() => Promise<unknown>)[] = [
      () => together(dice.int(1, 3), begin),
      () => together(dice.int(1, 3), begin),
      () => together(dice.int(1, 3), choose),
      () => together(dice.int(1, 3), choose),
      () => together(dice.int(1, 3), goOn),
      () => identify('approve'),
      () => identify(dice.pick(['approve', 'refuse', 'else'])),
      () => sign('approve'),
      () => sign(dice.pick(['approve', 'refuse'])),
      () => tried(() => tick(server)),
      () => of((id) => sendAgain(services, id, STAFF)),
      () => of((id) => withdrawLoan(services, id)),
      () => of((id) => repayEarly(services, id, STAFF)),
      () => tried(() => beginPayment(services, checkoutId, { frame: false })),
      () =>
        dice.chance(0.4)
          ? of((id) => cancelLoan(services, id, { code: dice.pick(codes) }))
          : tried(choose),
    ];
    await tried(begin);
    for (let step = dice.int(6, 16); step > 0; step--) {
      const work = [() => dice.pick(steps)()];
      if (dice.chance(0.3)) work.push(() => dice.pick(steps)());
      await Promise.all(work.map((one) => one()));
    }
    calm = true;
    await settled(orderId);
    await check(seed, orderId);
  }

  /** Until nobody is asked any more. */
  async function settled(orderId: string): Promise<void> {
    for (let turn = 0; turn < 40; turn++) {
      await tick(server);
      const { open } = await server.one<{ open: bigint }>(
        `select count(*) as open from loan_operations o join consumer_credits c on c.id = o.consumer_credit_id and c.merchant_id = o.merchant_id
         where c.order_id = $1 and o.status = 'PENDING'`,
        [orderId],
      );
      if (!open) return;
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  /** For whoever has to find out. */
  const storyOf = (id: string) =>
    server.all<object>(
      `select to_char(created_date, 'MI:SS.MS') as at, kind, status_after as to, detail as what, user_name as by
         from loan_events where consumer_credit_id = $1
       union all select to_char(created_date, 'MI:SS.MS'), 'ASKED ' || kind, status,
         coalesce(error, decline_reason, reference), to_char(settled_date, 'MI:SS.MS')
         from loan_operations where consumer_credit_id = $1 order by 1`,
      [id],
    );

  /** What holds of an order and its loans, whatever happened to them. */
  async function check(seed: number | string, orderId: string): Promise<void> {
    const loans = await server.all<{
      id: string;
      status: ConsumerCreditStatus;
      ended: string | null;
    }>('select id, status, ended from consumer_credits where order_id = $1', [orderId]);
    const { status } = await server.one<{ status: string }>(
      'select status from orders where id = $1',
      [orderId],
    );
    const lent = loans.filter((one) => one.status === 'CONFIRMED');
    assert.equal(status === 'PAID', lent.length === 1, `${seed}: ${status}, ${lent.length} lent`);
    assert.ok(loans.filter((one) => one.status !== 'FAILED').length <= 1, `${seed}: two loans`);
    for (const loan of loans) {
      ends.set(loan.ended ?? loan.status, (ends.get(loan.ended ?? loan.status) ?? 0) + 1);
      const moves = await server.all<{ from: ConsumerCreditStatus; to: ConsumerCreditStatus }>(
        `select status_before as from, status_after as to from loan_events
         where consumer_credit_id = $1 and kind = 'MOVED' order by created_date, id`,
        [loan.id],
      );
      for (const { from, to } of moves) assert.ok(LOAN_MOVES[from].includes(to), `${from} ${to}`);
      assert.equal(moves.at(-1)?.to ?? 'DRAFT', loan.status, `${seed}: its story ends elsewhere`);
      const books = await server.one<Record<'lent' | 'ended' | 'open' | 'chosen', number>>(
        `select (select count(*) from institution_sandbox.loans where loan_id = $1 and not exists (
             select from institution_sandbox.cancelled where request_id = acceptance_id))::int as lent,
           (select count(*) from institution_sandbox.loan_ends where loan_id = $1)::int as ended,
           (select count(*) from loan_operations where consumer_credit_id = $1
             and status = 'PENDING' and kind <> 'APPLY')::int as open,
           (select count(*) from offers where consumer_credit_id = $1 and status = 'CHOSEN')::int as chosen`,
        [loan.id],
      );
      const isLent = loan.status === 'CONFIRMED' ? 1 : 0;
      if (books.lent !== isLent)
        assert.fail(
          `${seed}: the institution lent ${books.lent}, and the loan is ${loan.status}: ${JSON.stringify(await storyOf(loan.id), null, 1)}`,
        );
      assert.ok(books.ended >= (loan.ended ? 1 : 0), `${seed}: ended here alone`);
      assert.ok(books.chosen <= 1, `${seed}: two offers`);
      if (loan.status !== 'WAITING_FOR_CONFIRMATION')
        assert.equal(books.open, 0, `${seed}: something is asked still`);
    }
  }

  test('LN-35 whatever is lost and whoever clicks, what the institution has lent is what we say, once', async () => {
    const one = process.env['PROVE_HISTORY'];
    const most = one ? 1 : runs(2, 300);
    const kept = isFull && !one ? keptCount('loan-histories') : null;
    if (kept?.passed) process.stdout.write(`goes on after ${kept.passed} that held\n`);
    for (let nth = (kept?.passed ?? 0) + 1; nth <= most; nth++) {
      const seed = Number(one ?? nth);
      await live(seed).catch((error: unknown) => {
        throw new Error(`history ${seed}: ${String(error)}`, { cause: error });
      });
      kept?.say(nth);
      if (kept && nth % 10 === 0) process.stdout.write(`${nth} of ${most} histories hold\n`);
    }
    kept?.end();
    const told = [...ends].map(([end, count]) => `${end} ${count}`).join(', ');
    tell('Histories of loans', `${most}: ${told}`);
  });

  /** As far as the call that a process is to be killed within. */
  async function beforeCall(call: LoanCall): Promise<Borrowing | null> {
    if (call === 'apply') return null;
    const loan = await begunLoan(server, merchantId);
    if (call === 'cancelApplication') {
      await cancelLoan(server.services, loan.loanId, { code: 'WITHDRAWN_BY_SHOPPER' });
      return loan;
    }
    await choose(server, loan, lenders.online);
    if (call === 'begin') return loan;
    const way = { method: 'SMART_ID', frame: false } as const;
    if (call === 'inquire') {
      await beginAuthentication(server.services, loan.loanId, way);
      await press((await loan.view()).authentication!.url!, 'approve');
      return loan;
    }
    await authenticate(server, loan);
    if (call === 'beginSigning') return loan;
    const { documents } = await loan.view();
    const agreementSha256 = documents.find(({ kind }) => kind === 'AGREEMENT')!.sha256;
    if (call === 'accept' || call === 'inquireSigning') {
      await beginSigning(server.services, loan.loanId, { ...way, agreementSha256 });
      await press((await loan.view()).signing!.url!, 'approve');
      return loan;
    }
    await sign(server, loan);
    return loan;
  }

  /** What its shopper finds who comes back to another process, and what is done for whoever never does. */
  async function afterCall(call: LoanCall, loan: Borrowing): Promise<unknown[]> {
    const { services } = server;
    const due = (table: string) =>
      server.pool.query(
        `update ${table} set next_attempt_date = now() - interval '1 second' where consumer_credit_id = $1
           and next_attempt_date is not null`,
        [loan.loanId],
      );
    if (call === 'begin') await authenticate(server, loan);
    if (call === 'beginSigning') await sign(server, loan);
    await due('authentications');
    await due('signatures');
    if (call === 'withdraw') await tried(() => withdrawLoan(services, loan.loanId));
    await settled(loan.orderId);
    const { status, ended } = await loan.view();
    return [status, ended];
  }

  const ENDS: Record<LoanCall, readonly unknown[]> = {
    apply: ['OFFER_SELECTION', null],
    accept: ['CONFIRMED', null],
    cancelApplication: ['FAILED', null],
    withdraw: ['CONFIRMED', 'WITHDRAWN'],
    settleEarly: ['CONFIRMED', 'REPAID'],
    begin: ['SIGNING_DOCUMENTS_PREPARED', null],
    beginSigning: ['CONFIRMED', null],
    inquire: ['SIGNING_DOCUMENTS_PREPARED', null],
    inquireSigning: ['CONFIRMED', null],
  };

  async function killWithin(call: LoanCall, arrives: boolean): Promise<void> {
    const known = await beforeCall(call);
    const opened = known ?? (await openLoanCheckout(server, merchantId));
    const asked = [server.url, { call, arrives, checkoutId: opened.checkoutId }];
    const script = `(await import('${WORKER}')).standStill(...${JSON.stringify(asked)})`;
    const worker = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exit = once(worker, 'exit');
    const stands = new Promise<void>((resolve, reject) => {
      setTimeout(() => reject(new Error(`${call}: it never came to the call`)), 60_000).unref();
      worker.stdout.on('data', (said) => String(said).includes(STANDS) && resolve());
      void exit.then(() => reject(new Error(`${call}: it ended before the call`)));
    });
    await stands;
    worker.kill('SIGKILL');
    assert.equal((await exit)[1], 'SIGKILL');
    const view = async () => (await loanView(server.services, opened.checkoutId))!;
    const loanId = known?.loanId ?? (await view()).id;
    const goOn = () => continueLoan(server.services, loanId);
    const name = `killed within ${call}, which ${arrives ? 'arrived' : 'did not arrive'}`;
    assert.deepEqual(await afterCall(call, { ...opened, loanId, view, goOn }), ENDS[call], name);
    await check(name, opened.orderId);
  }

  test('AM-102 a process killed within any call outside leaves what another one ends as if nothing had been', async () => {
    calm = true;
    const all = LOAN_CALLS.flatMap((call) => [true, false].map((arrives) => ({ call, arrives })));
    // a confirmation that arrived and was not heard is the dearest one
    const kills = isFull ? all : all.filter(({ call, arrives }) => call === 'accept' && arrives);
    for (const { call, arrives } of kills) await killWithin(call, arrives);
    tell('Loans with a process killed within a call', `${kills.length} kills`);
  });
});
