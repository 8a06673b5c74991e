import { joined, type Joined, type None, type Once } from '@paydesk/contract/kernel/once.ts';
import type { Crumb } from './platform/Crumbs.tsx';
import { defineRoutes, screen, type Route } from './platform/routing.ts';
import * as resources from './manifests.ts';

/** What belongs to no resource. */
const house = defineRoutes({
  home: { path: '/', screen: screen(() => import('./platform/Home.tsx'), 'Home') },
  // any other address
  'not-found': { path: '/*', screen: screen(() => import('./platform/NotFound.tsx'), 'NotFound') },
});

type Flat<V> = V extends readonly (infer One)[] ? One : V;
type PathsOf<R, N extends keyof R> = R[N] extends { path: infer P } ? P : `/${N & string}`;
/** What of each route by its name. */
type Paths<R> = { [N in keyof R]: Flat<PathsOf<R, N>> };
type Parents<R> = { [N in keyof R]: R[N] extends { parent: infer P } ? Flat<P> : never };
type PlaceOf<M> = M extends { in: infer I; place: infer P } ? `${I & string} ${P & number}` : never;
type Places<R> = {
  [N in keyof R]: R[N] extends { menu: infer M } ? PlaceOf<Flat<M>> : never;
};

/** What all routes together must be: each name, address and place in the menu there once, and each parent. */
export type Whole<All extends object> = Once<{ [M in keyof All]: keyof All[M] }> &
  Once<Paths<Joined<All>>> &
  Once<Places<Joined<All>>> &
  None<
    Exclude<Parents<Joined<All>>[keyof Joined<All>], keyof Joined<All>>,
    'is a parent and no route'
  >;

const all = { ...resources, house };

/** The routes of all resources by their names. */
export type Routes = Joined<typeof all>;
export type RouteName = Extract<keyof Routes, string>;
/** The address that links lead to: of several the first. */
export type PathOf<N extends RouteName> =
  PathsOf<Routes, N> extends readonly [infer First, ...unknown[]] ? First : PathsOf<Routes, N>;

const routes: Routes = joined(all satisfies Whole<typeof all>);

export interface RouteRow extends Route {
  path: string;
  name: string;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    row?: RouteRow;
  }
}

/** Every route of the console, once (RT-01..36 and the back office's own). */
export const ROUTES: readonly RouteRow[] = Object.entries<Route>(routes).flatMap(([name, route]) =>
  [route.path ?? `/${name}`].flat().map((path) => ({ ...route, name, path })),
);

type InMenu = (name: string) => boolean;
const NOWHERE: InMenu = () => false;

type MayOpen = (row: Pick<RouteRow, 'set' | 'name'>) => boolean;

function aboveOf({ parent }: RouteRow, mayOpen: MayOpen): RouteRow | undefined {
  const rows = [parent ?? []]
    .flat()
    .flatMap((name) => ROUTES.find((one) => one.name === name) ?? []);
  return rows.find(mayOpen) ?? rows.at(-1);
}

/** The route and those above it, for this person: what stands in their menu has nothing above. */
export function rowsAbove(row: RouteRow, mayOpen: MayOpen, menu: InMenu = NOWHERE): RouteRow[] {
  const above = menu(row.name) ? undefined : aboveOf(row, mayOpen);
  return [row, ...(above ? rowsAbove(above, mayOpen, menu) : [])];
}

/** The routes that records are opened from: the way back leads to them as they were left. */
export const isAbove = ({ name }: RouteRow): boolean =>
  ROUTES.some(({ parent }) => [parent ?? []].flat().includes(name));

/**
 * The group of the menu that all of it stands in, the routes above, then the route's own title (SH-27). A parent that the user may not open is words, no link.
 */
export function crumbsOf(
  row: RouteRow,
  group: string | undefined,
  mayOpen: MayOpen,
  menu?: InMenu,
): Crumb[] {
  const above = rowsAbove(row, mayOpen, menu)
    .slice(1)
    .reverse()
    .map(({ title, path, ...row }) => ({
      label: title ?? path,
      ...(mayOpen(row) ? { href: path } : {}),
    }));
  // one that bears the name of what stands first in it is not said twice
  const isSaid = group === (above[0]?.label ?? row.title);
  const top = group && !isSaid ? [{ label: group }, ...above] : above;
  return row.title ? [...top, { label: row.title }] : top;
}
