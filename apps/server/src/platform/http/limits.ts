import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '../auth/attempts.ts';
import { Refusal } from '../errors.ts';
import type { Services } from '../services.ts';
import { startTasks } from '../tasks.ts';
import { callCounts } from './call-counts.ts';

const CALLS_A_MINUTE = 6000;
const FAILURES_A_MINUTE = 30;

/** Refuses a call too many with how long to wait (SB-07). */
type Limit = (request: FastifyRequest) => Promise<void>;

/** Counts are exchanged with the other processes from when the server listens until it is closed. */
export async function limitCalls(app: FastifyInstance, services: Services) {
  const { store, exchange } = callCounts(services);
  // the library makes stores with `new`; this one is there already
  const Store = function () {
    return store;
  } as unknown as FastifyRateLimitStoreCtor;
  await app.register(rateLimit, { global: false, store: Store });
  let exchanging: { stop(): Promise<void> } | undefined;
  app.addHook('onListen', async () => {
    exchanging = startTasks([exchange], services);
  });
  app.addHook('onClose', async () => exchanging?.stop());
}

/** What every call is limited by, and what the rows of the table ask for besides. */
export function limitsOf(app: FastifyInstance, callsAMinute = CALLS_A_MINUTE) {
  const limit = (max: number, keyGenerator: (request: FastifyRequest) => string): Limit => {
    const check = app.createRateLimit({ max, timeWindow: '1 minute', keyGenerator });
    return async (request) => {
      const state = await check(request);
      if (!state.isAllowed && state.isExceeded)
        throw new Refusal('TOO_MANY_REQUESTS', [], { 'retry-after': String(state.ttlInSeconds) });
    };
  };
  // one count for all the rows with the same number
  const ofAddress = new Map<number, Limit>();
  return {
    ofCaller: limit(
      callsAMinute,
      ({ signedIn, machine, ip }) => signedIn?.sessionId ?? machine?.userId ?? addressKey(ip),
    ),
    /** Of machines, by the address: only failures count, from the 30th in a minute on a 429. */
    ofFailures: limit(FAILURES_A_MINUTE - 1, ({ ip }) => `machine ${addressKey(ip)}`),
    /** By the address, of rows that are open to everybody. */
    ofRow({ callsAMinute: max }: Endpoint): Limit | undefined {
      if (max === undefined) return undefined;
      const known = ofAddress.get(max) ?? limit(max, ({ ip }) => `${max} ${addressKey(ip)}`);
      ofAddress.set(max, known);
      return known;
    },
    /** By the merchant of whoever is signed in. */
    ofMerchant: (key: string, { callsAMinuteOfMerchant: max }: Endpoint): Limit | undefined =>
      max === undefined
        ? undefined
        : limit(max, ({ signedIn }) => `${key} ${signedIn!.merchantId}`),
  };
}
