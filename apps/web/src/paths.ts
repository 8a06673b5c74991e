import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';
import { searchText, type Search } from './platform/search-text.ts';
import { ROUTES, type PathOf, type RouteName, type Routes } from './route-table.ts';

function url(path: string, search?: Search): string {
  const text = search ? searchText(search) : '';
  return text ? `${path}?${text}` : path;
}

type Camel<N extends string> = N extends `${infer A}-${infer B}`
  ? `${A}${Capitalize<Camel<B>>}`
  : N;
const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

type ParamOf<P> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamOf<Rest> : never;

/** The parameters of a route's address. */
export type ParamsOf<N extends RouteName> = { readonly [K in ParamOf<PathOf<N>>]: string };
/** What may stand behind its question mark. */
export type SearchOf<N extends RouteName> = Routes[N] extends { search: readonly (infer K)[] }
  ? { readonly [O in K & string]?: string }
  : Search;

type Link<N extends RouteName> = [ParamOf<PathOf<N>>] extends [never]
  ? (search?: SearchOf<N>) => string
  : (id: string, search?: SearchOf<N>) => string;

const links = Object.fromEntries(
  // of several addresses of a route the first comes last, and stays
  ROUTES.toReversed().map(({ name, path }) => [
    camel(name),
    path.includes('{')
      ? (id: string, search?: Search) =>
          url(path.replace(/\{\w+\}/, encodeURIComponent(id)), search)
      : (search?: Search) => url(path, search),
  ]),
) as { readonly [N in RouteName as Camel<N>]: Link<N> };

/** The only builders of URLs, one for each route by its name; one without its parameter does not compile. */
export const paths = {
  ...links,
  /** Staff see any merchant, a merchant's user their own (AM-06). */
  merchantOf: (actor: Actor, merchantId: string) =>
    AUDIENCES.staff(actor) ? links.merchantById(merchantId) : links.merchant(),
};

/** What is served beside the console: no screen of its own. */
export const files = {
  apiReference: () => '/api/docs',
  openApi: () => '/api/openapi.json',
  logo: (name: string, type: 'svg' | 'png') => `/logo/${name}.${type}`,
  commit: () => '/commit.json',
  version: () => '/version.json',
};
