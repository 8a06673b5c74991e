import { cut } from '@paydesk/contract/kernel/texts.ts';
import { VITALS, type VitalFigure } from '@paydesk/contract/kernel/vitals.ts';
import { Counter, Histogram, Registry } from 'prom-client';
import { errorLine } from './log.ts';
import { gatewaySpan } from './tracing.ts';

/** What one of the outside worlds has answered to this process since it started. */
export interface GatewayFigures {
  calls: number;
  /** Without an answer: no line, none in time. */
  unanswered: number;
  seconds: number;
  lastAnswer: Date | null;
  failure: { date: Date; words: string } | null;
}

/** What this process counts of itself, for /metrics and the System screen. */
export interface Meters {
  registry: Registry;
  /** The gateway with each of its calls counted, by what was answered and how long it took. */
  measured<G extends object>(gateway: string, over: G): G;
  gateway(name: string): GatewayFigures;
  /** A callback left, or did not. */
  callback(outcome: 'delivered' | 'failed'): void;
  /** A browser told how a screen felt; its name is one of those that there are. */
  felt(figure: VitalFigure): void;
}

/** What a gateway may answer; whatever else one says counts as `answered`, so that labels never grow. */
const OUTCOMES =
  /^(approved|declined|unknown|taken|notTaken|opened|refused|card|open|abandoned|action|settled|confirmed|rejected|offered)$/;

const outcomeOf = (answer: unknown): string => {
  const said = (answer as { outcome?: unknown } | null)?.outcome;
  return typeof said === 'string' && OUTCOMES.test(said) ? said : 'answered';
};
const reasonOf = (answer: unknown) =>
  cut(String((answer as { reason?: unknown }).reason ?? 'No answer'), 300);

const nothing = (): GatewayFigures => ({
  calls: 0,
  unanswered: 0,
  seconds: 0,
  lastAnswer: null,
  failure: null,
});

export function openMeters(now: () => Date = () => new Date()): Meters {
  const registry = new Registry();
  const answers = new Histogram({
    name: 'paydesk_gateway_seconds',
    help: 'Time until a gateway answered, by what it said; failed: it did not',
    labelNames: ['gateway', 'operation', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10],
    registers: [registry],
  });
  const callbacks = new Counter({
    name: 'paydesk_callbacks_total',
    help: 'Attempts to deliver a callback, by what came of them',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // a series that is there from the start is told from one that has stopped
  for (const outcome of ['delivered', 'failed']) callbacks.inc({ outcome }, 0);
  const labelNames = ['what', 'screen', 'device'];
  const seconds = new Histogram({
    name: 'paydesk_screen_seconds',
    help: 'Of browsers: until the largest part (lcp) or the first list (list) stood there; from a key or click to its paint (inp)',
    labelNames,
    buckets: [0.05, 0.1, 0.2, 0.5, 1, 1.5, 2.5, 4, 10],
    registers: [registry],
  });
  const shift = new Histogram({
    name: 'paydesk_screen_shift',
    help: 'Of browsers: how far a screen jumped by itself, as a share of the window (cls)',
    labelNames,
    buckets: [0, 0.01, 0.05, 0.1, 0.25],
    registers: [registry],
  });
  const figures = new Map<string, GatewayFigures>();
  const of = (name: string) => figures.getOrInsertComputed(name, nothing);

  function note(gateway: string, operation: string, took: number, outcome: string, words: string) {
    answers.observe({ gateway, operation, outcome }, took);
    const one = of(gateway);
    one.calls++;
    one.seconds += took;
    if (outcome === 'unknown' || outcome === 'failed') {
      one.unanswered++;
      one.failure = { date: now(), words };
    } else one.lastAnswer = now();
  }

  return {
    registry,
    callback: (outcome) => callbacks.inc({ outcome }),
    felt({ value, ...labels }) {
      if (VITALS[labels.what].unit === 'seconds') seconds.observe(labels, value / 1000);
      else shift.observe(labels, value);
    },
    gateway: (name) => ({ ...of(name) }),
    measured: (gateway, over) =>
      new Proxy(over, {
        get(target, name) {
          const member: unknown = Reflect.get(target, name, target);
          if (typeof member !== 'function' || name === 'close') return member;
          return async (...given: unknown[]) => {
            const from = performance.now();
            const took = () => (performance.now() - from) / 1000;
            const operation = String(name);
            try {
              return await gatewaySpan(gateway, operation, async (noteSpan) => {
                const answer: unknown = await member.apply(target, given);
                const outcome = outcomeOf(answer);
                const words = outcome === 'unknown' ? reasonOf(answer) : '';
                note(gateway, operation, took(), outcome, words);
                noteSpan({ 'paydesk.outcome': outcome });
                return answer;
              });
            } catch (error) {
              note(gateway, operation, took(), 'failed', errorLine(error));
              throw error;
            }
          };
        },
      }),
  };
}
