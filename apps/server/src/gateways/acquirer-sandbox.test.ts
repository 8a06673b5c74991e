import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { testDatabase, type TestDatabase } from '../platform/db/testing.ts';
import { sandboxReference } from './acquirer-sandbox/booking.ts';
import { SANDBOX_AMOUNTS, sandboxAcquirer } from './acquirer-sandbox.ts';
import type { Acquirer, MoneyRequest } from './acquirer.ts';
import { withTimeout } from './with-timeout.ts';

/** For what is never answered. */
const TIMEOUT_MS = 150;
const LATE_MS = 2000;
/** For all others: a new connection and two statements took longer than a short one, on a busy machine. */
const PATIENT_MS = 15_000;

let database: TestDatabase;
let client: Client;
const open: Acquirer[] = [];

function acquirer(timeoutMs = PATIENT_MS): Acquirer {
  const made = sandboxAcquirer({ databaseUrl: database.url, timeoutMs });
  open.push(made);
  return made;
}

const request = (amountCents: bigint, given: Partial<MoneyRequest> = {}): MoneyRequest => ({
  operationId: randomUUIDv7(),
  kind: 'REFUND',
  transactionId: randomUUIDv7(),
  amountCents,
  currency: 'EUR',
  ...given,
});

async function booked(operationId: string): Promise<string[]> {
  const { rows } = await client.query<{ amount_cents: string }>(
    'select amount_cents from acquirer_sandbox.ledger where operation_id = $1',
    [operationId],
  );
  return rows.map((row) => row.amount_cents);
}

const approved = ({ operationId }: MoneyRequest) => ({
  outcome: 'approved',
  reference: sandboxReference(operationId),
});
const NO_RECORD = {
  outcome: 'declined',
  reason: 'The acquirer has no record of the request',
};

describe('the sandbox acquirer', () => {
  before(async () => {
    database = await testDatabase();
    client = new Client(database.url);
    await client.connect();
  });
  after(async () => {
    for (const each of open) await each.close();
    await client.end();
    await database.drop();
  });

  it('AM-103 makes its own tables, also for two that start at once, and approves', async () => {
    const asked = [request(12_50n), request(9999_05n, { kind: 'REVERSAL' })];
    const answers = await Promise.all(asked.map((each) => acquirer().move(each)));
    assert.deepEqual(answers, asked.map(approved));
    assert.match(sandboxReference(asked[0]!.operationId), /^\d{8}$/);
    const { rows } = await client.query(
      `select operation_id, kind, transaction_id, amount_cents, currency, reference
       from acquirer_sandbox.ledger order by kind`,
    );
    assert.deepEqual(
      rows,
      asked.map((each) => ({
        operation_id: each.operationId,
        kind: each.kind,
        transaction_id: each.transactionId,
        amount_cents: String(each.amountCents),
        currency: 'EUR',
        reference: sandboxReference(each.operationId),
      })),
    );
  });

  it('AM-103 moves nothing twice for one id, not even when ten arrive at once', async () => {
    const asked = request(40_00n);
    const line = acquirer();
    const other = acquirer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? line : other).move(asked)),
    );
    assert.deepEqual(answers, Array(10).fill(approved(asked)));
    assert.deepEqual(await booked(asked.operationId), ['4000']);
  });

  it('AM-103 declines another request under a known id, and keeps the first', async () => {
    const asked = request(40_00n);
    const line = acquirer();
    await line.move(asked);
    for (const other of [{ amountCents: 41_00n }, { transactionId: randomUUIDv7() }]) {
      assert.deepEqual(await line.move({ ...asked, ...other }), {
        outcome: 'declined',
        reason: 'The acquirer knows another request by this id',
      });
    }
    assert.deepEqual(await booked(asked.operationId), ['4000']);
    assert.deepEqual(await line.inquire(asked.operationId), approved(asked));
  });

  it('AM-103 declines 9999.01 in plain words, and says the same when asked again', async () => {
    const asked = request(SANDBOX_AMOUNTS.declined);
    const line = acquirer();
    const answer = { outcome: 'declined', reason: 'The acquirer declined the amount' };
    assert.deepEqual(await line.move(asked), answer);
    assert.deepEqual(await line.inquire(asked.operationId), answer);
    assert.deepEqual(await line.move(asked), answer);
    assert.deepEqual(await booked(asked.operationId), []);
  });

  it('AM-103 leaves 9999.02 without an answer and knows nothing of it', async () => {
    const asked = request(SANDBOX_AMOUNTS.lost);
    const line = acquirer(TIMEOUT_MS);
    const started = performance.now();
    assert.equal((await line.move(asked)).outcome, 'unknown');
    assert.ok(performance.now() - started >= TIMEOUT_MS - 5);
    assert.deepEqual(await acquirer().inquire(asked.operationId), NO_RECORD);
    assert.deepEqual(await booked(asked.operationId), []);
  });

  it('AM-103 does 9999.03 and loses the answer', async () => {
    const asked = request(SANDBOX_AMOUNTS.unanswered);
    assert.equal((await acquirer(TIMEOUT_MS).move(asked)).outcome, 'unknown');
    // who waits no longer may be there before it is done
    for (let tries = 0; tries < 100 && !(await booked(asked.operationId)).length; tries++)
      await sleep(20);
    assert.deepEqual(await booked(asked.operationId), ['999903']);
    const line = acquirer();
    assert.deepEqual(await line.inquire(asked.operationId), approved(asked));
    assert.deepEqual(await line.move(asked), approved(asked));
    assert.deepEqual(await booked(asked.operationId), ['999903']);
  });

  it('AM-103 books 9999.04 late, over a restart too', async () => {
    const asked = request(SANDBOX_AMOUNTS.late);
    const first = sandboxAcquirer({
      databaseUrl: database.url,
      timeoutMs: TIMEOUT_MS,
      lateMs: LATE_MS,
    });
    assert.equal((await first.move(asked)).outcome, 'unknown');
    assert.equal((await first.inquire(asked.operationId)).outcome, 'unknown');
    assert.deepEqual(await booked(asked.operationId), []);
    await first.close();
    const second = acquirer();
    assert.equal((await second.inquire(asked.operationId)).outcome, 'unknown');
    await sleep(LATE_MS);
    assert.deepEqual(await second.inquire(asked.operationId), approved(asked));
    assert.deepEqual(await booked(asked.operationId), ['999904']);
  });

  it('AM-113 says whether it took the money of a payment, and that question books and refuses nothing', async () => {
    const line = acquirer();
    const charge = (amountCents: bigint) => {
      const id = randomUUIDv7();
      return request(amountCents, { operationId: id, transactionId: id, kind: 'CHARGE' });
    };
    const taken = charge(80_00n);
    const unheard = { outcome: 'notTaken', reason: 'The acquirer has no record of the payment' };
    assert.deepEqual(await line.inquirePayment(taken), unheard);
    await line.move(taken);
    assert.deepEqual(await line.inquirePayment(taken), {
      outcome: 'taken',
      reference: sandboxReference(taken.operationId),
    });
    const less = await line.inquirePayment({ ...taken, amountCents: 79_99n });
    assert.equal(less.outcome, 'notTaken', 'another amount is another payment');
    const declined = charge(SANDBOX_AMOUNTS.declined);
    await line.move(declined);
    assert.deepEqual(await line.inquirePayment(declined), {
      outcome: 'notTaken',
      reason: 'The acquirer declined the amount',
    });
    // a refund of it is no payment
    const refund = request(10_00n);
    await line.move(refund);
    assert.equal((await line.inquirePayment(refund)).outcome, 'notTaken');
  });

  it('AM-102 never books a request after it said that there is no record of it', async () => {
    const asked = request(70_00n);
    const line = acquirer();
    assert.deepEqual(await line.inquire(asked.operationId), NO_RECORD);
    assert.deepEqual(await line.move(asked), NO_RECORD);
    assert.deepEqual(await booked(asked.operationId), []);
  });

  it('AM-102 answers question and request that meet with one and the same outcome', async () => {
    const line = acquirer();
    for (let round = 0; round < 25; round++) {
      const asked = request(5_00n);
      const ask = () => line.inquire(asked.operationId);
      const move = () => line.move(asked);
      const meeting = round % 2 ? [ask(), move()] : [move(), ask()];
      const [one, known] = await Promise.all(meeting);
      assert.deepEqual(one, known);
      const amounts = await booked(asked.operationId);
      assert.deepEqual(amounts, known?.outcome === 'approved' ? ['500'] : []);
    }
  });

  it('answers unknown while its database is away', async () => {
    const away = new URL(database.url);
    away.pathname = '/paydesk_absent';
    const line = sandboxAcquirer({ databaseUrl: away.href, timeoutMs: 2000 });
    open.push(line);
    assert.equal((await line.move(request(1_00n))).outcome, 'unknown');
    assert.equal((await line.inquire(randomUUIDv7())).outcome, 'unknown');
  });
});

const silence = () => new Promise<never>(() => {});

describe('withTimeout', () => {
  it('turns silence, a throw and the end of the line into unknown', async () => {
    let closed = false;
    const line = withTimeout(
      {
        openCardPage: silence,
        inquireCard: silence,
        authorise: silence,
        inquireAuthorisation: silence,
        settlement: silence,
        move: silence,
        inquire: () => Promise.reject(new Error('cut')),
        inquirePayment: silence,
        close: async () => void (closed = true),
      },
      60_000,
    );
    assert.equal((await line.inquire('any')).outcome, 'unknown');
    const waiting = line.move(request(1n));
    await line.close();
    assert.equal((await waiting).outcome, 'unknown');
    assert.ok(closed);
  });
});
