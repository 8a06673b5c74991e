import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startScratchCluster } from '../../apps/server/src/platform/db/testing/cluster.ts';
import { root } from '../repo/sources.ts';
import { EQUIVALENT } from './equivalent.ts';
import { KINDS, type Kind } from './faults.ts';
import { judge, type Verdict } from './judge.ts';
import { commitNow, read, write, writeSection } from './kept.ts';
import { places, type Place } from './places.ts';
import { proof } from './proof.ts';

/**
 * npm run prove -- mutants [--kind K] [--seed N] [--each N] [--only FILE] [--most N] [--jobs N] [--minutes N] [--again] [--list]:
 * faults put into a copy of the tree one by one, the fitting tests run. It goes on where it stopped;
 * `--again` judges anew what survived, `--most` says how many test files a survivor must outlive.
 */
/** In the tree: hours of a machine's time, and the next one goes on from them. */
const KEPT = join(root, 'scripts/prove/verdicts.json');

export type Judged = Place & { verdict?: Verdict & { commit: string }; because?: string };

export async function mutants(args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    options: {
      kind: { type: 'string', multiple: true },
      seed: { type: 'string', default: '12' },
      each: { type: 'string', default: '13' },
      only: { type: 'string' },
      most: { type: 'string', default: '8' },
      jobs: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '600' },
      again: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  });
  const kinds = (values.kind ?? KINDS) as Kind[];
  const unknown = kinds.find((kind) => !KINDS.includes(kind));
  if (unknown) throw new Error(`No kind is called ${unknown}: ${KINDS.join(', ')}`);
  const each = Number(values.each);
  // of every kind one, then of every kind another: what is stopped early is spread
  const drawn = (wanted: readonly Kind[]) => {
    const ofKinds = wanted.map((kind) => places(Number(values.seed), [kind], values.only));
    return Array.from({ length: each }, (_, nth) =>
      ofKinds.flatMap((all) => all.slice(nth, nth + 1)),
    ).flat();
  };
  const asked = drawn(kinds);
  const known = read<Record<string, Verdict & { commit: string }>>(KEPT);
  const isOpen = (place: Place) => {
    const verdict = known[place.id];
    return !because(place) && (!verdict || (values.again && verdict.by === null));
  };
  if (values.list) {
    for (const place of asked) console.log(told(place, known[place.id]?.by));
    return true;
  }
  const waiting = asked.filter(isOpen);
  console.log(`${asked.length} faults, ${waiting.length} to judge`);
  const commit = commitNow();
  const until = Date.now() + Number(values.minutes) * 60_000;
  const database = await startScratchCluster();
  try {
    await Promise.all(
      Array.from({ length: Number(values.jobs) }, async () => {
        const { verdict, close } = judge(database.url);
        for (let place = waiting.shift(); place && Date.now() < until; place = waiting.shift()) {
          const found = await verdict(place, Number(values.most));
          known[place.id] = { ...found, commit };
          write(KEPT, known);
          console.log(
            `${found.by ? '✔' : '✖ SURVIVED'} ${told(place, found.by)} (${found.seconds} s)`,
          );
        }
        close();
      }),
    );
  } finally {
    await database.stop();
  }
  const judged = (place: Place): Judged => {
    const reason = because(place);
    return {
      ...place,
      ...(known[place.id] && { verdict: known[place.id] }),
      ...(reason && { because: reason }),
    };
  };
  if (!values.only) {
    const of = drawn(KINDS).map(judged);
    writeSection('Faults put in, and what catches them', proof(of, values.seed, commit));
  }
  return asked.map(judged).every(({ verdict, because: reason }) => reason || verdict?.by);
}

const because = (place: Place): string | undefined =>
  EQUIVALENT.find(
    (one) =>
      one.kind === place.kind &&
      one.file === place.file &&
      one.before === place.before &&
      (one.after ?? place.after) === place.after,
  )?.because;

const told = ({ kind, file, line, before, after }: Place, by?: string | null) =>
  `${kind} ${file}:${line}\n    - ${before.slice(0, 160)}\n    + ${after.slice(0, 160)}\n    ${by ? `caught by ${by}` : ''}`.trimEnd();
