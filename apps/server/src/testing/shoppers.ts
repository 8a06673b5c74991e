import type { Acquirer, TokenCard } from '../gateways/acquirer.ts';

/** What goes wrong on the line to an acquirer, and when the process that asks is killed. */
export const FAULTS = ['lost', 'unanswered', 'killedBefore', 'killedAfter'] as const;
export type Fault = (typeof FAULTS)[number] | null;

/** Numbers that follow from a seed alone. */
export class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }
  /** Mulberry32: from 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }
  chance = (share: number): boolean => this.next() < share;
  pick = <T>(of: readonly T[]): T => of[Math.floor(this.next() * of.length)]!;
  int = (least: number, most: number): number =>
    least + Math.floor(this.next() * (most - least + 1));
}

/** One shopper's luck: which card, and what befalls each call about their payment. */
export interface Luck {
  token: 'test_approved' | 'test_declined' | 'test_challenge';
  /** Whether the card has been typed by now. */
  typed: boolean;
  fault: () => Fault;
}

class Killed extends Error {}

/**
 * The acquirer as shoppers of bad luck meet it, by their merchant's id: answers get lost before and after it has
 * done what it was asked, and the asking process is killed there, which is an end that nothing catches: what was
 * committed stays, and nothing else happens. Cards are typed without a page.
 */
export function unlucky(
  acquirer: Acquirer,
  luckOf: (merchantId: string) => Luck | undefined,
): Acquirer {
  async function meet<A>(
    of: string | null | undefined,
    ask: () => Promise<A>,
  ): Promise<A | { outcome: 'unknown'; reason: string }> {
    const fault = (of && luckOf(of)?.fault()) || null;
    if (fault === 'killedBefore') throw new Killed('killed');
    if (fault === 'lost') return { outcome: 'unknown', reason: 'lost on the way there' };
    const answer = await ask();
    if (fault === 'killedAfter') throw new Killed('killed');
    return fault === 'unanswered' ? { outcome: 'unknown', reason: 'lost on the way back' } : answer;
  }
  return {
    openCardPage: (request) =>
      meet(request.merchantId, async () => ({
        outcome: 'opened',
        url: `https://acquirer.test/card/${request.sessionId}`,
        framed: true,
      })),
    inquireCard: (_, route) =>
      meet(route?.of, async () => {
        const { token, typed } = luckOf(route!.of!)!;
        return typed ? { outcome: 'card', card: cardOf(token) } : { outcome: 'open' };
      }),
    authorise: (request) => meet(request.route?.of, () => acquirer.authorise(request)),
    inquireAuthorisation: (id, route) =>
      meet(route?.of, () => acquirer.inquireAuthorisation(id, route)),
    move: (request) => meet(request.route?.of, () => acquirer.move(request)),
    inquire: (id, route) => meet(route?.of, () => acquirer.inquire(id, route)),
    inquirePayment: (payment) => acquirer.inquirePayment(payment),
    settlement: (day, route) => acquirer.settlement(day, route),
    close: () => acquirer.close(),
  };
}

const cardOf = (token: string): TokenCard => ({
  token,
  first6: '424242',
  last4: '4242',
  scheme: 'VISA',
  expires: '2039-12',
  type: 'CREDIT',
  issuer: null,
});

/** Whether it was a kill that ended what was done, and nothing else. */
export const wasKilled = (error: unknown): boolean => error instanceof Killed;
