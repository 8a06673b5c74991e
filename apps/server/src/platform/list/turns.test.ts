import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { fileTurns, type Asker, type Turn } from './turns.ts';

beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] }));
afterEach(() => mock.timers.reset());

const person = (userId: string, merchantId: string | null = null): Asker => ({
  userId,
  merchantId,
});
const never = new AbortController().signal;

const nothing = () => {};

/** A reader of a file, who takes it or does not. */
function reader() {
  let drained = nothing;
  const one = {
    writableNeedDrain: false,
    cut: false,
    on: (_: string, listener: () => void) => void (drained = listener),
    destroy: () => (one.cut = true),
    takes: () => drained(),
  };
  return one;
}
const watched = (turn: Turn) => {
  const one = reader();
  turn.watch(one as never);
  return one;
};

test('SB-06 a person has two turns, so has a merchant, and all four; the rest waits and is told for whom', async () => {
  const turns = fileTurns();
  const take = (asker: Asker, waitMs = 30_000) => turns.take(asker, waitMs, never);
  const begun = async (asker: Asker) => {
    const turn = await take(asker);
    assert.ok('release' in turn, `${asker.userId} begins`);
    return turn;
  };
  const told = async (asker: Asker) => {
    const waiting = take(asker, 3000);
    mock.timers.tick(3000);
    return waiting;
  };
  const first = await begun(person('a', 'amber'));
  await begun(person('a', 'amber'));
  assert.deepEqual(await told(person('a', 'amber')), { ahead: 2, of: 'PERSON' });
  assert.deepEqual(await told(person('b', 'amber')), { ahead: 2, of: 'MERCHANT' });
  await begun(person('c', 'baltic'));
  await begun(person('staff'));
  assert.deepEqual(await told(person('other staff')), { ahead: 4, of: 'EVERYBODY' });

  // whoever asked first comes first, also where they were told to ask again meanwhile
  mock.timers.tick(1000);
  const later = take(person('later'));
  const again = take(person('other staff'));
  first.release();
  const next = await again;
  assert.ok('release' in next);
  next.release();
  assert.ok('release' in (await later));
});

test('SB-06 a reader who stalls is cut after a minute, after five seconds where that gives another a turn', async () => {
  const turns = fileTurns();
  const readers = [];
  for (const id of ['a', 'b', 'c', 'd'])
    readers.push(watched((await turns.take(person(id), 0, never)) as Turn));
  const [slow, brisk, idle, late] = readers as [
    ReturnType<typeof reader>,
    ReturnType<typeof reader>,
    ReturnType<typeof reader>,
    ReturnType<typeof reader>,
  ];
  slow.writableNeedDrain = true;
  brisk.writableNeedDrain = true;
  const pass = (seconds: number) => {
    for (let at = 0; at < seconds; at++) {
      if (at % 3 === 0) brisk.takes();
      mock.timers.tick(1000);
    }
  };
  pass(30);
  assert.equal(slow.cut, false, 'nobody waits');
  const waiting = turns.take(person('e'), 60_000, never);
  pass(1);
  assert.equal(slow.cut, true, 'who has taken nothing for 30 seconds makes room at once');
  assert.deepEqual([brisk.cut, idle.cut, late.cut], [false, false, false]);

  late.writableNeedDrain = true;
  pass(4);
  assert.equal(late.cut, false);
  pass(2);
  assert.equal(late.cut, true, 'while somebody waits five seconds are enough');
  assert.deepEqual(
    [brisk.cut, idle.cut],
    [false, false],
    'who takes it, and whom the database keeps waiting',
  );
  void waiting;
});

test('SB-06 who waits for own files cuts nobody else, and who leaves waits no longer', async () => {
  const turns = fileTurns();
  await turns.take(person('a'), 0, never);
  await turns.take(person('a'), 0, never);
  const other = watched((await turns.take(person('b'), 0, never)) as Turn);
  other.writableNeedDrain = true;
  const leaving = new AbortController();
  const mine = turns.take(person('a'), 60_000, leaving.signal);
  for (let at = 0; at < 20; at++) mock.timers.tick(1000);
  assert.equal(other.cut, false);
  leaving.abort(new Error('left'));
  await assert.rejects(mine, /left/);
});
