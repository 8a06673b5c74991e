import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Call } from '@paydesk/contract/index.ts';
import {
  applicationOf,
  ROUTE_SETS,
  type Actor,
  type Application,
  type RouteSet,
} from '@paydesk/contract/permissions.ts';
import { decide, isAllowed, type Decision, type Requirement } from '@paydesk/contract/policy.ts';
import { call } from './api.ts';
import { KEPT, queryOf } from './query.ts';
import type { Route } from './routing.ts';
import { sessionFrom, type Session } from './session-record.ts';
import { endSession, getSession, sessionStore, startSession } from './session-store.ts';
import { useStore } from './store.ts';

export type Me = Call<'GET /api/users/me'>['answer'];

/** The own user, asked once for a session (NG-12); invalidate it when the profile changes. */
export const meQuery = queryOptions({
  ...queryOf('GET /api/users/me'),
  meta: KEPT,
  staleTime: Infinity,
  gcTime: Infinity,
});

/** Asks for the own user again, whatever is known of them: what they may do has changed. */
export const refreshMe = (client: QueryClient) => client.fetchQuery({ ...meQuery, staleTime: 0 });

/** The installation's words and addresses. */
export const consoleSettingsQuery = queryOptions({
  ...queryOf('GET /api/settings/console'),
  staleTime: Infinity,
  gcTime: Infinity,
});

/** The own picture as a data URL; a failure is no picture, and nobody hears of it (SH-29). */
export const avatarQuery = queryOptions({
  ...queryOf('GET /api/users/me/avatar'),
  meta: KEPT,
  queryFn: ({ signal }) =>
    call('GET /api/users/me/avatar', { signal }).catch(() => ({ image: null })),
  staleTime: Infinity,
});

/** Signed in by what the server has answered. */
export function begin(login: Call<'POST /api/login'>['answer'], timezone: string): Session {
  const session = sessionFrom(login, timezone, Date.now());
  startSession(session);
  return session;
}

/** Leaves at once; the server hears of it as well as it can (AM-60). */
export function signOut(): void {
  if (getSession()) call('POST /api/logout').catch(() => undefined);
  endSession('signedOut');
}

export const useSession = (): Session | null => useStore(sessionStore);

/** The own user; only below the guard, which has asked for it. */
export function useMe(): Me {
  const { data } = useQuery({ ...meQuery, enabled: false });
  if (!data) throw new Error('No user below the guard');
  return data;
}

export function actorOf(me: Me): Actor {
  return {
    userId: me.id,
    userRole: me.userRole,
    permissions: me.userPermissions,
    merchantId: me.merchantId,
    role: me.role,
  };
}

export function useActor(): Actor {
  const me = useMe();
  return useMemo(() => actorOf(me), [me]);
}

/** What a route set asks for; no set asks nothing of whoever is signed in. */
const requirementOf = (set: RouteSet | undefined): Requirement =>
  set === undefined ? {} : { anyOf: ROUTE_SETS[set] };

/** True if the actor may open the routes of the set, and their own role does not close this one. */
export const can = (actor: Actor, set: RouteSet | undefined, name?: string): boolean =>
  isAllowed(actor, requirementOf(set)) && !isClosed(actor, name);

const isClosed = ({ role }: Actor, name: string | undefined): boolean =>
  name !== undefined && role?.closes?.includes(name) === true;

/**
 * Whether a screen opens to this person: by its route (NG-10), and by what its calls ask of a merchant's people
 * beyond that (AM-115).
 */
export const opening = (
  actor: Actor,
  { set, name, asks }: Route & { name: string },
): [route: Decision, calls: Decision] => [
  decide(actor, { ...requirementOf(set), right: isClosed(actor, name) ? 'RESERVED' : null }),
  decide(actor, (actor.merchantId && asks) || {}),
];

/** AM-78 */
const CONSOLE_TITLES: Readonly<Record<Application, string>> = {
  BACKOFFICE: 'Back Office',
  MERCHANT_CONSOLE: 'Merchant Console',
  PAYMENT_APP: 'Payment App',
};

export const consoleTitle = (actor: Actor) => CONSOLE_TITLES[applicationOf(actor)];
