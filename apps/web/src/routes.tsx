import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  useChildMatches,
  type AnyRoute,
  type RouteComponent,
} from '@tanstack/react-router';
import { use, useLayoutEffect, type ComponentType, type ReactNode } from 'react';
import type { None } from '@paydesk/contract/kernel/once.ts';
import { applicationOf, type Actor } from '@paydesk/contract/permissions.ts';
import { groupOf, menuOf, standsIn } from './menu.ts';
import { paths } from './paths.ts';
import { Banner, ViewingBanner } from './platform/Banner.tsx';
import type { Crumb } from './platform/Crumbs.tsx';
import { Above } from './platform/Above.tsx';
import { Failed } from './platform/Failed.tsx';
import { BareFrame, SkipLink } from './platform/Frame.tsx';
import { redirectOf, type RouteAccess } from './platform/guard.ts';
import { mayLeave } from './platform/leave.ts';
import { keepList, leftList } from './platform/last-lists.ts';
import { STORES } from './platform/own-store.ts';
import { Refused } from './platform/Refused.tsx';
import { noticeReady } from './platform/SessionNotice.tsx';
import { arrived } from './platform/arrived.ts';
import { notify } from './platform/notify.tsx';
import { queryClient } from './platform/query.ts';
import type { Screen } from './platform/routing.ts';
import { actorOf, can, meQuery, opening, useActor } from './platform/session.ts';
import { getSession } from './platform/session-store.ts';
import { readSearch, searchText, type Search } from './platform/search-text.ts';
import { Shell } from './platform/Shell.tsx';
import { tabTitle } from './platform/title.ts';
import { Closing } from './ui/closing.ts';
import {
  crumbsOf,
  isAbove,
  ROUTES,
  rowsAbove,
  type RouteName,
  type RouteRow,
  type Routes,
} from './route-table.ts';
import { SLOTS } from './slots.ts';

/** The stored session, proved by the own user (NG-05, NG-12); null when there is none any more. */
async function autoLogin(client: QueryClient) {
  const session = getSession();
  if (!session || session.passwordExpired) return session;
  try {
    await client.ensureQueryData(meQuery);
  } catch (error) {
    // refused: the session has ended meanwhile, or only its password has; anything else is a failure
    const left = getSession();
    if (left && !left.passwordExpired) throw error;
  }
  return getSession();
}

function guard(access: RouteAccess) {
  return async ({ location }: { location: { href: string } }) => {
    const session = await autoLogin(queryClient);
    const factor = queryClient.getQueryData(meQuery.queryKey)?.secondFactor;
    const visitor = session && {
      passwordExpired: session.passwordExpired,
      secondFactorMissing: factor?.required === true && !factor.on,
    };
    const elsewhere = redirectOf({ access, session: visitor, href: location.href });
    if (elsewhere !== null) throw redirect({ href: elsewhere, replace: true });
  };
}

const rootRoute = createRootRoute({
  component: () => (
    <Closing value={mayLeave}>
      <SkipLink />
      <Banner />
      <ViewingBanner />
      <Outlet />
      <Above />
    </Closing>
  ),
  errorComponent: FailedAlone,
});

const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async (match) => {
    await guard('signedIn')(match);
    const me = queryClient.getQueryData(meQuery.queryKey);
    if (me) await noticeReady(queryClient, actorOf(me));
  },
  component: ShellOfRoute,
  // no user, no shell
  errorComponent: FailedAlone,
});

const bareRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'bare',
  component: () => (
    <BareFrame>
      <Outlet />
    </BareFrame>
  ),
});

function FailedAlone({ error }: { error: unknown }): ReactNode {
  return (
    <BareFrame>
      <Failed error={error} />
    </BareFrame>
  );
}

function ShellOfRoute(): ReactNode {
  const row = useChildMatches({ select: (matches) => matches.at(-1)?.staticData.row });
  const actor = useActor();
  const menu = menuOf(applicationOf(actor));
  const mayOpen = ({ set, name }: Pick<RouteRow, 'set' | 'name'>) => can(actor, set, name);
  const inMenu = (name: string) => standsIn(menu, name);
  const current = row ? rowsAbove(row, mayOpen, inMenu).map(({ name }) => name) : [];
  const crumbs = row ? crumbsOf(row, groupOf(menu, current.at(-1)), mayOpen, inMenu) : [];
  return (
    <Shell menu={menu} current={current} crumbs={crumbs.map((crumb) => asLeft(crumb, actor))}>
      <Outlet />
    </Shell>
  );
}

/** The way back to a list leads to its filters, order and page (SH-27). */
function asLeft(crumb: Crumb, { userId }: Actor): Crumb {
  const search = crumb.href ? leftList(STORES, userId, crumb.href) : '';
  return search ? { ...crumb, href: `${crumb.href}${search}` } : crumb;
}

/** What a screen is given, at hand or after it has come. */
type Arrived<S> = S extends () => Promise<infer G> ? G : S;
type Slots = Readonly<Record<string, unknown>>;

/** The screens that ask for more than their slots give them, and slots of no route. */
type Lacking<Slots> = {
  [N in RouteName | keyof Slots]: N extends RouteName
    ? Routes[N]['screen'] extends Screen<infer M, infer K>
      ? M[K & keyof M] extends (props: infer P) => unknown
        ? (N extends keyof Slots ? Arrived<Slots[N]> : object) extends P
          ? never
          : N
        : N
      : never
    : N;
}[RouteName | keyof Slots];
const slots: Readonly<Record<string, Slots | (() => Promise<Slots>) | undefined>> =
  SLOTS satisfies None<Lacking<typeof SLOTS>, 'is no route, or its screen asks for more'>;

async function slotsOf(name: string): Promise<Slots | undefined> {
  const given = slots[name];
  return typeof given === 'function' ? given() : given;
}

/** The screen of a row below its guard, with the row's title in the tab. */
function screenOf(row: RouteRow): RouteComponent {
  let Shown: ComponentType | undefined;
  let coming: Promise<void> | undefined;
  const come = () =>
    (coming ??= Promise.all([
      row.screen() as Promise<ComponentType<Slots>>,
      slotsOf(row.name),
    ]).then(([Screen, given]) => {
      Shown = () => <Screen {...given} />;
    }));
  // here before it is drawn, but for who may open it only since then
  const Come = () => {
    if (!Shown) use(come());
    return Shown && <Shown />;
  };
  const title =
    row.title ?? ROUTES.find(({ name }) => name === [row.parent ?? []].flat().at(-1))?.title;
  const useTabTitle = () =>
    useLayoutEffect(() => {
      document.title = tabTitle(title);
    }, []);
  const Open = () => {
    useTabTitle();
    return <Come />;
  };
  const Guarded = () => {
    useTabTitle();
    const open = opening(useActor(), row);
    const isOpen = open.every(({ allowed }) => allowed);
    return isOpen ? <Come /> : <Refused of={open} title={title ?? ''} />;
  };
  const preload = async () => {
    const me = queryClient.getQueryData(meQuery.queryKey);
    const allowed = row.access !== undefined || (me && can(actorOf(me), row.set, row.name));
    const isAwaited = () => router.state.isLoading && rowAt(router.state.location.pathname) === row;
    if (allowed && !Shown) await arrived(come(), isAwaited);
  };
  return Object.assign(row.access ? Open : Guarded, { preload });
}

function routeOf(row: RouteRow, parent: AnyRoute): AnyRoute {
  return createRoute({
    getParentRoute: () => parent,
    path: row.path.replace(/\{(\w+)\}/g, '$$$1').replace(/\*$/, '$'),
    staticData: { row },
    component: screenOf(row),
    ...(row.access ? { beforeLoad: guard(row.access) } : {}),
  });
}

/** Home leads whoever may see it to the dashboard (RT-02, AM-01). */
function homeRoute(row: RouteRow): AnyRoute {
  return createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    staticData: { row },
    component: screenOf(row),
    beforeLoad: () => {
      const me = queryClient.getQueryData(meQuery.queryKey);
      if (me && can(actorOf(me), 'TRANSACTION_DASHBOARD', 'business-days'))
        throw redirect({ href: paths.businessDays(), replace: true });
    },
  });
}

const others = ROUTES.filter(({ name }) => name !== 'home');

const routeTree = rootRoute.addChildren([
  bareRoute.addChildren(others.filter((row) => row.access).map((row) => routeOf(row, bareRoute))),
  shellRoute.addChildren([
    ...ROUTES.filter((row) => row.name === 'home').map(homeRoute),
    ...others.filter((row) => !row.access).map((row) => routeOf(row, shellRoute)),
  ]),
]);

export const router = createRouter({
  routeTree,
  // '?f_status=SUCCESS&page=2' as it stands: strings, no JSON
  parseSearch: (text) => readSearch(text.replace(/^\?/, '')),
  stringifySearch: (search) => {
    const text = searchText(search as Search);
    return text && `?${text}`;
  },
  scrollRestoration: true,
  scrollToTopSelectors: ['#main'],
  defaultErrorComponent: ({ error }) => <Failed error={error} />,
});
router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
  if (pathChanged) notify.left();
});

const PARENTS = new Set(ROUTES.filter(isAbove).map(({ path }) => path));
router.subscribe('onResolved', ({ toLocation: { pathname, searchStr } }) => {
  const session = getSession();
  if (session && PARENTS.has(pathname)) keepList(STORES, session.userId, pathname, searchStr);
});

function rowAt(pathname: string): RouteRow | undefined {
  const [, , found] = router.getMatchedRoutes(pathname);
  return found?.options.staticData?.row;
}

/** What draws the screen at this address comes while it is asked who is there: it is no secret. */
export const fetchScreen = (pathname: string) =>
  void rowAt(pathname)
    ?.screen()
    .catch(() => undefined);
