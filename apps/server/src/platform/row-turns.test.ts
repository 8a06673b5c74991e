import assert from 'node:assert/strict';
import { setImmediate as breathe } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { Refusal } from './errors.ts';
import { rowTurns } from './row-turns.ts';

describe('turns at a row', () => {
  test('AM-102 a few at once, in their order; who ends goes before who begins, other rows wait for nobody', async () => {
    const inTurn = rowTurns({ atOnce: 2 });
    const began: string[] = [];
    const gates = new Map<string, () => void>();
    const enter = (name: string, which: 'begins' | 'ends' = 'begins', row = 'one') =>
      inTurn(
        row,
        () => {
          began.push(name);
          return new Promise<string>((done) => gates.set(name, () => done(name)));
        },
        which,
      );
    const all = [enter('a'), enter('b'), enter('c'), enter('d'), enter('e', 'ends')];
    const other = enter('elsewhere', 'begins', 'two');
    await breathe();
    assert.deepEqual(began, ['a', 'b', 'elsewhere']);
    for (const [name, next] of [
      ['b', 'e'],
      ['a', 'c'],
      ['e', 'd'],
    ]) {
      gates.get(name!)!();
      await breathe();
      assert.equal(began.at(-1), next);
    }
    for (const name of ['c', 'd', 'elsewhere']) gates.get(name)!();
    assert.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd', 'e']);
    assert.equal(await other, 'elsewhere');
  });

  test('AM-102 a fault hands the turn on; who waits too long is sent away, and nothing was begun for them', async () => {
    const inTurn = rowTurns({ atOnce: 1, patienceMs: 20 });
    await assert.rejects(
      inTurn('one', () => Promise.reject(new Error('a fault')), 'begins'),
      /a fault/,
    );
    const opened = Promise.withResolvers<void>();
    const first = inTurn('one', () => opened.promise, 'begins');
    let begun = false;
    const late = async () => {
      begun = true;
    };
    await assert.rejects(inTurn('one', late, 'begins'), (error) => error instanceof Refusal);
    const ends = inTurn('one', async () => 'ended', 'ends');
    opened.resolve();
    await first;
    assert.equal(await ends, 'ended', 'what was begun is ended, however long it waits');
    assert.equal(begun, false);
    assert.equal(await inTurn('one', async () => 'free', 'begins'), 'free');
  });
});
