import type { Machines } from '@paydesk/contract/kernel/access.ts';
import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import { asksStepUp } from '@paydesk/contract/kernel/sensitive.ts';
import type { FastifyRequest } from 'fastify';
import { isAudience, type Actor } from '@paydesk/contract/permissions.ts';
import { opensOf } from '@paydesk/contract/machine-groups.ts';
import { authenticateMachine, type Machine } from '../auth/machines.ts';
import { authenticateCore, type Core } from '../auth/provider-keys.ts';
import type { SignedCall } from '../auth/signatures.ts';
import { findSession, type SignedIn } from '../auth/sessions.ts';
import type { Config } from '../config.ts';
import { forbidden, refuseUnless, Refusal, unauthorized } from '../errors.ts';
import type { Database } from '../db/database.ts';
import type { Services } from '../services.ts';
import { typedBase } from './callers.ts';
import { rightOf } from '@paydesk/contract/rights.ts';

/** Reads the bearer token; a cookie alone opens nothing (SB-51). */
export async function authenticate(
  database: Database,
  authorization: string | undefined,
  address: string,
  idle: string | string[] | undefined,
  config: Config,
): Promise<SignedIn> {
  const [, token] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
  const seconds = typeof idle === 'string' && /^\d{1,8}$/.test(idle) ? Number(idle) : null;
  const signedIn = token ? await findSession(database, token, address, config, seconds) : null;
  if (!signedIn) throw unauthorized();
  return signedIn;
}

/** Whose system calls a row that is no person's. */
export async function machineOf(
  access: Machines,
  key: string,
  request: FastifyRequest,
  services: Services,
): Promise<Machine | Core> {
  if (access === 'provider')
    return authenticateCore(services.database, request.headers.authorization, request.ip);
  const machine = await authenticateMachine(services, signedCallOf(request, services), request.ip);
  const group = opensOf(key);
  if (machine.opens && !(group && machine.opens.includes(group)))
    throw forbidden('The API key does not open this call');
  return machine;
}

/** A call as its signature covers it: under the address that the caller typed, a proxy or not. */
export function signedCallOf(
  request: FastifyRequest,
  services: Pick<Services, 'config' | 'installation'>,
): SignedCall {
  const base = typedBase(request, services);
  const { origin, pathname } = new URL(base ?? 'unknown:');
  return {
    method: request.method,
    targetUri: base && origin + pathname.replace(/\/$/, '') + request.raw.url,
    header: (name) => {
      const value = request.headers[name];
      return (Array.isArray(value) ? value.join(', ') : value)?.trim() ?? null;
    },
    body: request.bodyText,
  };
}

/** Staff, where the settings say so, and the people of a merchant that does. */
export const isFactorRequired = (
  actor: Actor & Pick<SignedIn, 'secondFactor'>,
  config: Pick<Config, 'STAFF_SECOND_FACTOR'>,
) =>
  actor.secondFactor.ofMerchant ||
  (config.STAFF_SECOND_FACTOR === 'required' && isAudience(actor, 'staff'));

const WHILE_VIEWING = new Set(['DELETE /api/users/me/view-as', 'POST /api/logout']);

/** Refuses what the row of the table does not open to this person (SB-02, RO-07). */
export function authorize(key: string, row: Endpoint, actor: SignedIn, config: Config): void {
  if (actor.passwordExpired) {
    if (!row.whileExpired) throw new Refusal('PASSWORD_EXPIRED');
  } else if (!row.beforeSecondFactor && !actor.secondFactor.on && isFactorRequired(actor, config))
    throw new Refusal('SECOND_FACTOR_MISSING');
  // whoever looks as somebody else changes nothing, and is shown no secret
  if (
    actor.viewing &&
    !WHILE_VIEWING.has(key) &&
    (!key.startsWith('GET ') || row.sensitive || row.secondPerson)
  )
    throw new Refusal('VIEWING');
  refuseUnless(actor, {
    anyOf: Array.isArray(row.access) ? row.access : undefined,
    roles: row.roles,
    right: rightOf(key),
  });
  if (asksStepUp(row) && actor.secondFactor.on && !actor.secondFactor.fresh)
    throw new Refusal('SECOND_FACTOR_STALE');
}
