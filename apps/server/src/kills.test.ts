import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { play, type History, type Kill } from './testing/kills/history.ts';
import { KINDS, planOf, type Round, type Victim } from './testing/kills/plan.ts';
import { keptResults } from './platform/db/testing/kept.ts';
import { isFull, runs } from '@paydesk/contract/testing/proof.ts';

/** `npm run prove -- kills --history 7` plays that one alone. */
const replayed = process.env['PROVE_HISTORY'];
const HISTORIES = runs(1, 20);
const numbers = replayed
  ? [Number(replayed)]
  : Array.from({ length: HISTORIES }, (_, nth) => nth + 1);

const VICTIMS: Victim[] = ['server', 'database', 'backend', 'both'];

interface Game {
  number: number;
  rounds: Round[];
}

/** The short form is the first history in two halves: of each kind one kill, of the server or of the database in turn. */
function gamesOf(number: number): Game[] {
  const rounds = planOf(number);
  if (replayed || isFull) return [{ number, rounds }];
  const few = rounds.filter(({ kind, victim }) => victim === VICTIMS[KINDS.indexOf(kind) % 2]);
  const half = few.length / 2;
  return [few.slice(0, half), few.slice(half)].map((part) => ({ number, rounds: part }));
}

/** Two at a time, as they mostly wait. All twenty go on where they were stopped. */
async function playAll(games: Game[]): Promise<History[]> {
  const kept = isFull && !replayed ? keptResults<History>('kills') : null;
  const histories: History[] = Object.values(kept?.all ?? {});
  if (kept && histories.length)
    process.stdout.write(`goes on after ${histories.length} that held\n`);
  const left = games.filter(({ number }) => !kept?.all[number]);
  const lane = async () => {
    for (let game = left.shift(); game; game = left.shift()) {
      const { number, rounds } = game;
      const history = await play(number, rounds).catch((cause: unknown) => {
        left.length = 0;
        throw new Error(`History ${number}: npm run prove -- kills --history ${number}`, { cause });
      });
      histories.push(history);
      kept?.say(number, history);
      if (kept) process.stdout.write(`${histories.length} of ${games.length} histories hold\n`);
    }
  };
  const ends = await Promise.allSettled([lane(), lane()]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  kept?.end();
  return histories;
}

const sum = (values: number[]) => values.reduce((total, each) => total + each, 0);

describe('SIGKILL in the middle', { skip: process.platform === 'win32' }, () => {
  test('AM-102, AM-103 of the server or the database: what was acknowledged is done, once, and the journal is the acquirer’s ledger', async (t) => {
    const histories = await playAll(numbers.flatMap(gamesOf));
    const kills = histories.flatMap((history) => history.kills);
    if (replayed) for (const kill of kills) t.diagnostic(line(kill));
    const of = (wanted: Partial<Kill>) =>
      kills.filter((kill) =>
        Object.entries(wanted).every(([key, is]) => kill[key as never] === is),
      );

    for (const kind of KINDS) {
      const found = of({ kind });
      t.diagnostic(
        `${kind}: ${VICTIMS.map((victim) => `${victim} ${of({ kind, victim }).length}`).join(', ')} killed; ` +
          `${words(found)}`,
      );
      for (const victim of isFull ? (['server', 'database'] as const) : [])
        assert.ok(of({ kind, victim }).length >= numbers.length);
      assert.ok(found.length > 0);
    }
    for (const victim of VICTIMS) {
      const up = of({ victim })
        .map(({ upMs }) => upMs)
        .sort((a, b) => a - b);
      const half = up[Math.floor(up.length / 2)];
      if (half)
        t.diagnostic(
          `${victim} killed: up again after ${ms(half)} mostly, ${ms(up.at(-1)!)} at most`,
        );
    }
    const total = (of: (history: History) => number) => sum(histories.map(of));
    t.diagnostic(
      `${kills.length} kills in ${numbers.length} histories; ${total(({ cut }) => cut)} calls cut and repeated; ` +
        `${total(({ done }) => done)} done, ${total(({ open }) => open)} open at first, ` +
        `${total(({ refused }) => refused)} refused or declined; ` +
        `${total(({ faults }) => faults[500] ?? 0)} answers of 500 and ${total(({ faults }) => faults[503] ?? 0)} of 503`,
    );
    // kills that met nothing would prove nothing
    const groups = numbers.length > 1 ? KINDS.map((kind) => of({ kind })) : [kills];
    for (const group of groups)
      for (const what of ['calls', 'reserved', 'halfway', 'deltas'] as const)
        assert.ok(met(group, what) > 0, `no kill of ${group[0]!.kind} met ${what}`);
  });
});

const ms = (value: number) => `${Math.round(value)} ms`;

const met = (kills: Kill[], what: 'calls' | 'reserved' | 'halfway' | 'deltas') =>
  kills.filter((kill) => kill[what] > 0).length;

const words = (kills: Kill[]) =>
  `${met(kills, 'calls')} met calls in flight, ${met(kills, 'reserved')} money reserved and not settled, ` +
  `${met(kills, 'halfway')} a transaction halfway, ${met(kills, 'deltas')} deltas not folded`;

const line = ({ kind, victim, moment, calls, reserved, halfway, deltas, upMs }: Kill) =>
  `${kind}: ${victim} killed at ${moment}, with ${calls} calls in flight, ${reserved} reserved, ` +
  `${halfway} halfway, ${deltas} deltas; up after ${ms(upMs)}`;
