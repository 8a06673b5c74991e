import type { Page } from '@playwright/test';
import { holdsAny, ROLE_PERMISSIONS, ROUTE_SETS } from '../packages/contract/src/permissions.ts';
import type { RouteSet } from '../packages/contract/src/permissions.ts';
import type { Person } from './support.ts';

/** What the console's route table says of a route, as far as the journeys look at it. */
export interface Route {
  path: string;
  name: string;
  title?: string;
  set?: RouteSet;
  access?: 'open' | 'login' | 'renewal' | 'secondFactor';
  parent?: string | readonly string[];
}

// by a computed name: the types of the screens behind the table are none of the journeys' business
const table = new URL('../apps/web/src/route-table.ts', import.meta.url).href;

export const ROUTES = ((await import(table)) as { ROUTES: readonly Route[] }).ROUTES;

/** An id that no record has, in the shape of one. */
export const NOBODY = '0197c3f2-8a41-7d0e-9b55-0000000000aa';

/** An address of the route: parameters filled in, `/*` as a path that is none. */
export function addressOf({ path }: Pick<Route, 'path'>): string {
  return path.replace(/\{\w+\}/g, NOBODY).replace('/*', '/no-such-page');
}

export function mayOpen({ userRole }: Pick<Person, 'userRole'>, set: RouteSet | undefined) {
  return (
    set === undefined || holdsAny({ permissions: ROLE_PERMISSIONS[userRole] }, ROUTE_SETS[set])
  );
}

/** Of merchants they stand below their payments or settings; in the back office’s menu nothing stands above them. */
const ON_THEIR_OWN = ['disputes', 'approvals', 'approval-thresholds', 'roles', 'sso-connections'];

/** The route above: of several the first that the person may open. */
export function parentOf(person: Pick<Person, 'userRole'>, { name, parent = [] }: Route) {
  if (person.userRole.startsWith('BACKOFFICE') && ON_THEIR_OWN.includes(name)) return undefined;
  const above = [parent].flat().map(routeNamed);
  return above.find(({ set }) => mayOpen(person, set)) ?? above[0];
}

export function routeNamed(name: string): Route {
  const route = ROUTES.find((one) => one.name === name);
  if (!route) throw new Error(`No route ${name}`);
  return route;
}

/** Within the open console, as a link or Back would; the guard is asked as at a fresh start. */
export async function goWithin(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, address);
}
