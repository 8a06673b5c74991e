import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chosen, leftOut, LONG, openOf } from './choose.ts';
import { faultsJudged, type Figures } from './kept.ts';
import { proofs } from './proofs.ts';

const figures = (commit: string, failed = 0): Figures => ({
  commit,
  day: '2026-11-23',
  minutes: 4.5,
  passed: 1,
  failed,
  said: [],
});

const isNow = (commit: string) => commit === 'now';

describe('which proofs are run', () => {
  const all = proofs();

  test('without a word all but the long ones; by a word those with it, long or not', () => {
    const long = all.filter((file) => !chosen(all, []).includes(file));
    assert.deepEqual(long, [
      'apps/server/src/faults.test.ts',
      'apps/server/src/kills.test.ts',
      'apps/server/src/loan-histories.test.ts',
      'apps/server/src/payment-kills.test.ts',
      'apps/server/src/tasks.kills.test.ts',
      'apps/server/src/upgrades.test.ts',
      'apps/server/src/year.test.ts',
      'e2e/shop.spec.ts',
    ]);
    assert.deepEqual(chosen(all, ['kills']), [
      'apps/server/src/kills.test.ts',
      'apps/server/src/payment-kills.test.ts',
      'apps/server/src/tasks.kills.test.ts',
    ]);
    assert.deepEqual(chosen(all, ['nothing is called so']), []);
  });

  test('who goes on leaves out what passed on this tree, and no other', () => {
    const kept = { a: figures('now'), b: figures('before'), c: figures('now', 2) };
    assert.deepEqual(openOf(['a', 'b', 'c', 'd'], kept, isNow), ['b', 'c', 'd']);
    // a run in which nothing passed, as where all was skipped, shows nothing
    assert.deepEqual(openOf(['a'], { a: { ...figures('now'), passed: 0 } }, isNow), ['a']);
  });

  test('each that is left out is named by its word, with its last run', () => {
    const lines = leftOut(
      all,
      {
        'apps/server/src/payment-kills.test.ts': figures('f5de92bd'),
        'clocks, midnight': figures('f4f75371', 3),
        failover: figures('ac827340'),
        'upgrades --rolling': figures('55bee64e'),
      },
      faultsJudged(),
    );
    for (const line of [
      'npm run prove -- kills: apps/server/src/payment-kills.test.ts, passed in 4.5 minutes at f5de92bd, 2026-11-23',
      'npm run prove -- kills: apps/server/src/kills.test.ts, no figures of a run are kept',
      'npm run prove -- clocks: clocks, midnight, 3 failed in 4.5 minutes at f4f75371, 2026-11-23',
      'npm run prove -- failover: failover, passed in 4.5 minutes at ac827340, 2026-11-23',
      'npm run prove -- upgrades: upgrades --rolling, passed in 4.5 minutes at 55bee64e, 2026-11-23',
      'npm run prove -- citus: citus, no figures of a run are kept',
    ])
      assert.ok(lines.includes(line), line);
    assert.match(lines.join('\n'), /^npm run prove -- mutants: mutants, at \w+, \d{4}-\d\d-\d\d$/m);
    assert.ok(!lines.some((line) => line.startsWith('npm run prove -- clocks: clocks, no')));
    for (const word of LONG) assert.ok(lines.some((line) => line.includes(`-- ${word}: `)));
  });
});
