import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DEVICES,
  MOST_FIGURES,
  SCREENS_FILE,
  VITALS,
  VITALS_PATH,
  type VitalFigure,
} from '@paydesk/contract/kernel/vitals.ts';
import type { FastifyInstance } from 'fastify';
import { addressKey } from '../auth/attempts.ts';
import { Refusal } from '../errors.ts';
import type { Services } from '../services.ts';
import plugin from './plugin.ts';

/** A minute's work of a fast hand, for several who share an address. */
const CALLS_A_MINUTE = 120;
const BODY_LIMIT = 8 * 1024;

/** The names of the screens that the build has: what else is sent is told together. */
function screensIn(folder: string | null): ReadonlySet<string> {
  const file = folder && join(folder, SCREENS_FILE);
  if (!file || !existsSync(file)) return new Set();
  return new Set(JSON.parse(readFileSync(file, 'utf8')) as string[]);
}

const isFigure = (one: unknown): one is VitalFigure => {
  if (!one || typeof one !== 'object') return false;
  const { what, screen, device, value } = one as Record<string, unknown>;
  return (
    typeof what === 'string' &&
    Object.hasOwn(VITALS, what) &&
    typeof screen === 'string' &&
    DEVICES.some((known) => known === device) &&
    typeof value === 'number' &&
    value >= 0 &&
    value <= VITALS[what as keyof typeof VITALS].most
  );
};

/** How screens feel to those who work with them, told by their browsers without a session (ADR 147). */
export const vitals = plugin(
  async (
    app: FastifyInstance,
    { services, webFolder }: { services: Services; webFolder: string | null },
  ) => {
    const screens = screensIn(webFolder);
    const limit = app.createRateLimit({
      max: CALLS_A_MINUTE,
      timeWindow: '1 minute',
      keyGenerator: ({ ip }) => `vitals ${addressKey(ip)}`,
    });
    app.post(VITALS_PATH, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const state = await limit(request);
      if (!state.isAllowed && state.isExceeded)
        throw new Refusal('TOO_MANY_REQUESTS', [], { 'retry-after': String(state.ttlInSeconds) });
      const { body } = request;
      if (!Array.isArray(body) || body.length > MOST_FIGURES || !body.every(isFigure))
        throw new Refusal('BAD_REQUEST');
      // whatever else is sent is no label
      for (const { what, screen, device, value } of body)
        services.meters.felt({
          what,
          screen: screens.has(screen) ? screen : 'other',
          device,
          value,
        });
      return reply.code(204).send();
    });
  },
);
