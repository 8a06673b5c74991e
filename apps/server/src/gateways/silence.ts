import { LeftAlone } from '../platform/outbox/work.ts';

/** What fails sooner holds nobody up: it is asked as often as there is reason to. */
const SLOW_MS = 1000;
/** After so many without an answer in a row an address is left alone for a while. */
const OPEN_AFTER = 3;
const PAUSE_MS = 30_000;

/**
 * Which addresses do not answer: each question to one takes a hand of those that ask the others too, until its time is
 * over (ADR 214). Each process learns it for itself, which costs three questions.
 */
export function silences(now: () => number = () => performance.now()) {
  const known = new Map<string, { times: number; until: number }>();

  /** Asks, and learns from it. */
  async function heard<T>(address: string, ask: () => Promise<T>): Promise<T> {
    const asked = now();
    try {
      const answer = await ask();
      known.delete(address);
      return answer;
    } catch (error) {
      if (now() - asked < SLOW_MS) known.delete(address);
      else {
        const times = (known.get(address)?.times ?? 0) + 1;
        known.set(address, { times, until: times < OPEN_AFTER ? 0 : now() + PAUSE_MS });
      }
      throw error;
    }
  }

  return {
    heard,
    /** Asks, unless the address is left alone: then it throws, and one question asks each time the pause is over. */
    async unlessSilent<T>(address: string, ask: () => Promise<T>): Promise<T> {
      const one = known.get(address);
      if (one && one.until > now())
        throw new LeftAlone('It has not answered of late: it is asked again in half a minute');
      // the others wait for what this one hears
      if (one && one.times >= OPEN_AFTER) one.until = now() + PAUSE_MS;
      return heard(address, ask);
    },
  };
}
