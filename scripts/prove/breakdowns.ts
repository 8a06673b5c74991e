import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import type { EventData } from 'node:test';
import { startScratchCluster } from '../../apps/server/src/platform/db/testing/cluster.ts';
import { root } from '../repo/sources.ts';
import { keep } from './kept.ts';

/**
 * npm run prove -- faults [WORD …]: what befalls an installation, what Paydesk should do then, and what it did: each is
 * a test, run in its full form, or those alone whose line here has one of the words.
 */
export interface Breakdown {
  fault: string;
  should: string;
  file: string;
  /** A part of the test's title that no other one of the file has. */
  title: string;
}

const SERVER = 'apps/server/src';
const [MAIN, STANDSTILL, FAULTS, OUTBOX] = [
  `${SERVER}/main.test.ts`,
  `${SERVER}/standstill.test.ts`,
  `${SERVER}/faults.test.ts`,
  `${SERVER}/platform/outbox.test.ts`,
] as const;

export const BREAKDOWNS: readonly Breakdown[] = [
  {
    fault: 'Ten merchants’ callbacks hang or answer 500 for an hour',
    should: 'Everybody else’s leave within 5 s',
    file: `${SERVER}/domain/callbacks/lanes.test.ts`,
    title: 'while ten others hang or answer 500 for an hour',
  },
  {
    fault: 'The database stands still (SIGSTOP)',
    should: 'Every call is a 503 in time, and all is well when it goes on',
    file: STANDSTILL,
    title: 'while it stands still every call is a 503',
  },
  {
    fault: 'All connections are taken (53300)',
    should: 'A call is served or a 503, never a 500',
    file: STANDSTILL,
    title: 'with all connections of the database taken',
  },
  {
    fault: 'The database says that its disk is full (53100)',
    should: 'A 503, and not ready until it can write again',
    file: STANDSTILL,
    title: 'a full disk is a 503 too',
  },
  {
    fault: 'The disk of the database is full',
    should: '503, never a 500; goes on by itself once there is room',
    file: FAULTS,
    title: 'a full disk under the database',
  },
  {
    fault: 'The disk of the log’s archive is full',
    should: 'Payments go on, it is told, nothing is missing once there is room',
    file: FAULTS,
    title: 'a full disk under the archive',
  },
  {
    fault: 'The log’s archive can’t be written until the database is short of room',
    should: 'The log is let go, the gap is said, a backup is begun',
    file: `${SERVER}/platform/backup/log-archive.test.ts`,
    title: 'short of room it is let go',
  },
  {
    fault: 'The machine is lost with refunds under way',
    should: 'A restore until a moment holds exactly what was committed by then',
    file: `${SERVER}/point-in-time.test.ts`,
    title: 'restored until a moment',
  },
  {
    fault: 'The encryption key is lost, or another one',
    should: 'The start is refused in one line; none is made in its place',
    file: MAIN,
    title: 'another encryption key, or none',
  },
  {
    fault: 'The owner may not create roles',
    should: 'The start is refused with the statement that mends it',
    file: MAIN,
    title: 'an owner who may not create roles',
  },
  {
    fault: 'A pooler in transaction mode',
    should: 'Refused, unless DATABASE_DIRECT_URL leads past it',
    file: MAIN,
    title: 'a pooler in transaction mode, unless',
  },
  {
    fault: 'The port is taken',
    should: 'Refused before anything is started',
    file: MAIN,
    title: 'a port that is taken',
  },
  {
    fault: 'The folder can’t be written, or is of another PostgreSQL',
    should: 'Refused with the remedy',
    file: MAIN,
    title: 'a folder that can’t be written',
  },
  {
    fault: 'The database is of a later version',
    should: 'Refused, or served where the later version allows it',
    file: MAIN,
    title: 'a database of a later version',
  },
  {
    fault: 'The clock jumps by hours, forward and back',
    should: 'Refunds, sessions and tasks go on; nothing is done twice',
    file: FAULTS,
    title: 'a clock that jumps by hours',
  },
  {
    fault: 'The mail server greylists (4xx)',
    should: 'The mail is tried again after longer and longer pauses, and sent once',
    file: OUTBOX,
    title: 'a 4xx is tried again',
  },
  {
    fault: 'The mail server refuses a receiver for good (5xx)',
    should: 'Given up at once; where it refuses us, the mail waits',
    file: OUTBOX,
    title: 'refused for good is given up at once',
  },
  {
    fault: 'The mail server is away',
    should: 'The mail waits, and is sent when it is back',
    file: OUTBOX,
    title: 'a mail server that is away',
  },
  {
    fault: 'The mail server takes the call and says nothing',
    should: 'It is left after a moment',
    file: OUTBOX,
    title: 'takes the call and says nothing',
  },
  {
    fault: 'The process is short of memory under load',
    should: 'Where it dies it is started again; nothing is lost or done twice',
    file: FAULTS,
    title: 'a process short of memory',
  },
  {
    fault: 'Processes are killed in the middle of money',
    should: 'What was acknowledged is done, once',
    file: `${SERVER}/kills.test.ts`,
    title: 'of the server or the database',
  },
];

interface Outcome {
  passed: boolean;
  ms: number;
  words: string;
}

/** The table, as it came out; false where one did not do what it should, or was not tried. */
export async function breakdowns(words: readonly string[]): Promise<boolean> {
  const wanted = BREAKDOWNS.filter(
    ({ fault, should, title }) =>
      !words.length ||
      words.some((word) => `${fault} ${should} ${title}`.toLowerCase().includes(word)),
  );
  const begun = performance.now();
  const database = await startScratchCluster();
  Object.assign(process.env, { PROVE: '1', TEST_DATABASE_URL: database.url });
  delete process.env['DATABASE_URL'];
  const outcomes = new Map<Breakdown, Outcome>();
  const notes = new Map<string, string[]>();
  try {
    for (const [file, rows] of Map.groupBy(wanted, (one) => one.file)) {
      const events = run({
        files: [join(root, file)],
        testNamePatterns: rows.map(({ title }) => title.replaceAll(/[()]/g, String.raw`\$&`)),
        timeout: 3_600_000,
      });
      const note = (
        name: string,
        passed: boolean,
        data: EventData.TestPass | EventData.TestFail,
      ) => {
        const row = rows.find(({ title }) => name.includes(title));
        if (!row || data.details.type === 'suite') return;
        const skipped = data.skip !== undefined && data.skip !== false;
        const why = passed ? '' : String((data as EventData.TestFail).details.error.cause);
        const said = skipped ? `not tried: ${String(data.skip)}` : why.split('\n')[0]!;
        outcomes.set(row, {
          passed: passed && !skipped,
          ms: data.details.duration_ms,
          words: said,
        });
        console.error(`${passed ? '✔' : '✖'} ${row.fault}`);
      };
      events.on('test:pass', (data) => note(data.name, true, data));
      events.on('test:fail', (data) => note(data.name, false, data));
      // a figure comes after the test that it is of
      let last = '';
      events.on('test:pass', ({ name }) => (last = name));
      events.on('test:diagnostic', ({ message, nesting }) => {
        if (nesting) notes.set(last, [...(notes.get(last) ?? []), message]);
      });
      events.on('test:stderr', ({ message }) => process.stderr.write(message));
      await Array.fromAsync(events, () => 0);
    }
  } finally {
    await database.stop();
  }
  console.log('\n| fault | should | did |\n| --- | --- | --- |');
  for (const row of wanted) console.log(lineOf(row, outcomes.get(row), notes));
  const failed = wanted.filter((row) => !outcomes.get(row)?.passed);
  if (!words.length)
    keep('faults', {
      minutes: (performance.now() - begun) / 60_000,
      passed: wanted.length - failed.length,
      failed: failed.length,
      said: failed.map(({ fault }) => `did not, or was not tried: ${fault}`),
    });
  return failed.length === 0;
}

function lineOf(
  { fault, should, title }: Breakdown,
  outcome: Outcome | undefined,
  notes: Map<string, string[]>,
): string {
  const [, figures = []] = [...notes].find(([name]) => name.includes(title)) ?? [];
  const words = [outcome?.words, ...figures].filter(Boolean).join('; ');
  const did = outcome
    ? `${outcome.passed ? 'did' : '**did not**'} (${(outcome.ms / 1000).toFixed(1)} s)${words ? `: ${words}` : ''}`
    : '**no such test**';
  return `| ${fault} | ${should} | ${did} |`;
}

/** Where a row's test should stand, and does not. */
export const missing = (): string[] =>
  BREAKDOWNS.filter(
    ({ file, title }) => readFileSync(join(root, file), 'utf8').split(title).length !== 2,
  ).map(({ fault, file }) => `${fault}: ${relative('.', file)}`);
