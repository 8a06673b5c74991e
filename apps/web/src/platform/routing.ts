import type { ComponentType } from 'react';
import type { RouteSet, UserRole } from '@paydesk/contract/permissions.ts';
import type { Requirement } from '@paydesk/contract/policy.ts';
import type { Icon } from '../ui/icons.ts';
import type { RouteAccess } from './guard.ts';

/** Where a screen is fetched from when it is opened; its module and name there are types alone. */
export type Screen<M = unknown, N = PropertyKey> = (() => Promise<ComponentType>) & {
  readonly of?: readonly [M, N];
};

/** The screen of that name; a module that has none does not compile. */
export const screen =
  <M, const N extends keyof M>(load: () => Promise<M>, name: N): Screen<M, N> =>
  async () =>
    (await load())[name] as ComponentType;

/** Where a menu has a route: who may open it sees it there, unless the place asks for more (CERT_MENU). */
export interface MenuPlace {
  in: string;
  place: number;
  icon?: Icon;
  label?: string;
  set?: RouteSet;
  roles?: readonly UserRole[];
}

/** What the router, the guard, the breadcrumbs, the menu and the links know of a route. */
export interface Route {
  /** Where it is not the route's name; parameters as {name}. Of several, links lead to the first. */
  path?: string | readonly string[];
  title?: string;
  /** At somebody's first visit: what the screen is for, in one line; it comes apart from the first load. */
  intro?: string;
  /** Any one of its permissions opens the route; none: everyone who is signed in. */
  set?: RouteSet;
  /**
   * What its calls ask of a merchant's people beyond the set, which the specification has wider: who
   * opens it without that reads why, and whom to ask (AM-115). Staff are led on by the screen itself.
   */
  asks?: Requirement;
  access?: RouteAccess;
  /** The route above it in the breadcrumbs, by name; of several the first that the person may open. */
  parent?: string | readonly string[];
  /** In the merchants' menu, in staff's, or a place in each. */
  menu?: MenuPlace | readonly MenuPlace[];
  /** What may stand behind its question mark, where it is not a list's. */
  search?: readonly string[];
  screen: Screen;
}

type Named<R> = Readonly<Record<keyof R, Route>>;

/** The routes of a resource by their names, which are the links' too: found from here alone (ADR 84). */
export const defineRoutes = <const R extends Named<R>>(routes: R): R => routes;

/** Those that staff alone open. */
export const backOffice = <const R extends Named<R>>(routes: R): R =>
  Object.fromEntries(
    Object.entries<Route>(routes).map(([name, route]) => [name, { set: 'BACKOFFICE', ...route }]),
  ) as R;
