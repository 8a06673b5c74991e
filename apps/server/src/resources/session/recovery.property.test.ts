import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { tasksOf } from '../../resources.ts';
import { runs } from '@paydesk/contract/testing/proof.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
before(async () => {
  server = await testServer({ settings: { SEED: 'empty' } });
});
after(() => server.close());

/** How far two samples are apart by their ranks, in standard deviations (Mann and Whitney). */
function separation(ours: number[], theirs: number[]): number {
  const ranked = [
    ...ours.map((value) => ({ value, our: true })),
    ...theirs.map((value) => ({ value, our: false })),
  ].sort((a, b) => a.value - b.value);
  const [n, m] = [ours.length, theirs.length];
  const sum = ranked.reduce((total, { our }, rank) => total + (our ? rank + 1 : 0), 0);
  const u = sum - (n * (n + 1)) / 2;
  return (u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

test('SB-08 a recovery takes the same time for whoever is known and whoever is not', async (t) => {
  // the task works on what is asked, as it would beside a real server
  const outbox = tasksOf(server.services).find(({ name }) => name === 'deliver-outbox')!;
  const kinds = {
    known: ['owner@amber.test', 'admin@paydesk.test', 'operator@baltic.test'],
    unknown: ['nobody@amber.test', 'nothing@paydesk.test', 'no-one@baltic.test'],
  };
  const times = { known: [] as number[], unknown: [] as number[] };
  let address = 0;
  const tries = runs(60, 500);
  let working: Promise<unknown> = Promise.resolve();
  for (let nth = -20; nth < tries; nth++) {
    // in turns and in changing order, so that what else the machine does hits both alike
    const order = nth % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) {
      const body = { email: kinds[kind].at(nth % 3)! };
      address++;
      const from = `10.${address >> 14}.${(address >> 7) & 127}.${address & 127}`;
      const started = performance.now();
      const { status } = await server.anonymous.call('POST /api/passwords/recover', { body, from });
      const took = performance.now() - started;
      assert.equal(status, 200);
      if (nth >= 0) times[kind].push(took);
    }
    if (nth % 10 === 0) {
      await working;
      working = outbox.run();
    }
  }
  await working;
  const apart = separation(times.known, times.unknown);
  const [known, unknown] = [median(times.known), median(times.unknown)];
  t.diagnostic(
    `${tries} tries each: medians ${known.toFixed(2)} and ${unknown.toFixed(2)} ms, ${apart.toFixed(2)} standard deviations apart`,
  );
  // beyond three and a half by chance once in two thousand runs
  assert.ok(Math.abs(apart) < 3.5, `${apart}`);
});

const noise = (scale: number) =>
  Array.from({ length: 500 }, (_, nth) => scale * (5 + (nth % 100) / 40));

test('SB-08 the ranks would show a difference of a tenth', () => {
  assert.ok(Math.abs(separation(noise(1), noise(1))) < 0.5);
  assert.ok(separation(noise(1.1), noise(1)) > 3.5);
});
