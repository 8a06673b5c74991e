import type { Page } from '@playwright/test';
import { mayOpen, ROUTES, type Route } from './routes.ts';
import type { Person } from './support.ts';

/** What is served beside the console: no screen, and everybody's. */
const BESIDE = /^\/(api|logo)\//;

/** Static addresses come before those with a parameter, as the router has them. */
const BY_PATTERN = ROUTES.filter(({ name }) => name !== 'not-found')
  .map((route) => ({
    route,
    pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  .toSorted(
    (one, two) => Number(one.route.path.includes('{')) - Number(two.route.path.includes('{')),
  );

export const routeAt = (path: string): Route | undefined =>
  BY_PATTERN.find(({ pattern }) => pattern.test(path))?.route;

/**
 * The links that stand on a screen and lead this person to 'not allowed' or to no screen at all. Those that the
 * specification shows to everybody say before them that they are not theirs (AM-09, AM-53).
 */
export async function deadEnds(page: Page, person: Pick<Person, 'userRole'>): Promise<string[]> {
  const links = await page.locator('a[href^="/"]').evaluateAll((all) =>
    all.map((link) => ({
      href: link.getAttribute('href')!,
      words: (link.textContent || link.getAttribute('aria-label') || '').trim(),
      shut: link.closest('[data-shut]') !== null,
    })),
  );
  return links.flatMap(({ href, words, shut }) => {
    const path = href.replace(/[?#].*$/, '');
    if (BESIDE.test(path) || shut) return [];
    const route = routeAt(path);
    if (!route) return [`'${words}' leads to ${path}, which is no screen`];
    return mayOpen(person, route.set) ? [] : [`'${words}' leads to ${path}, which is not theirs`];
  });
}
