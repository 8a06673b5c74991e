import assert from 'node:assert/strict';
import { booksClose, booksHold } from './books.ts';
import { Callers } from './callers.ts';
import { Aim, type Found } from './moments.ts';
import { Paydesk } from './paydesk.ts';
import { planOf, type Kind, type Moment, type Victim } from './plan.ts';

export interface Kill extends Found {
  history: number;
  kind: Kind;
  victim: Victim;
  moment: Moment;
  /** Until it was ready again. */
  upMs: number;
}

export interface History {
  kills: Kill[];
  /** Calls with an outcome, by it. */
  done: number;
  open: number;
  refused: number;
  /** Calls that had to be repeated for want of an answer, and answers of 5xx by status. */
  cut: number;
  faults: Record<number, number>;
}

/** Plays one history, or those of its rounds that are given, on a Paydesk of its own; throws where the books are wrong. */
export async function play(number: number, rounds = planOf(number)): Promise<History> {
  const paydesk = new Paydesk();
  let aim: Aim | undefined;
  try {
    await paydesk.start();
    const callers = new Callers(paydesk);
    await callers.settleIn();
    const kills: Kill[] = [];
    for (const round of rounds) {
      const { kind, victim, moment } = round;
      aim = new Aim(paydesk, round);
      await aim.arm();
      const before = callers.sent;
      const calls = Promise.all(round.steps.map((steps) => callers.run(steps)));
      // heard below, when the callers have been answered
      calls.catch(() => undefined);
      await aim.wait(() => callers.sent - before);
      const backend = victim === 'backend' ? await aim.backend() : 0;
      const found = await aim.found(callers.inFlight);
      const killed = performance.now();
      if (victim === 'database' || victim === 'both') paydesk.killPostmaster();
      if (victim === 'server' || victim === 'both') await paydesk.killServer();
      if (backend) process.kill(backend, 'SIGKILL');
      if (victim !== 'server') await aim.sessionEnds();
      aim.release();
      if (!paydesk.serverRuns) await paydesk.start();
      await paydesk.ready();
      const upMs = performance.now() - killed;
      await calls;
      kills.push({ history: number, kind, victim, moment, upMs, ...found });
      await booksHold(paydesk, callers.heard);
    }
    const outcomes = [...callers.heard.values()].map(({ status }) => status);
    const count = (wanted: number) => outcomes.filter((status) => status === wanted).length;
    const heard = { done: count(200), open: count(202), refused: count(400) };
    await booksClose(paydesk, callers.heard);
    // the outcome of an open one is known by now, and a repeat of a done one does nothing
    await callers.repeat();
    assert.ok([...callers.heard.values()].every(({ status }) => status !== 202));
    await booksClose(paydesk, callers.heard);
    assert.equal(paydesk.unasked, 0, 'the server outlives its database');
    return { kills, ...heard, cut: callers.cut, faults: callers.faults };
  } finally {
    aim?.release();
    await paydesk.stop();
  }
}
