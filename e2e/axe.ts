import { expect, type Page } from '@playwright/test';
import axe, { type AxeResults, type ElementContext, type RunOptions } from 'axe-core';

/** WCAG 2.2 AA, as far as axe can tell; in the dark only what colours change. */
export const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** All alike: a few of them are looked at. */
export const MORE_ROWS = ['tbody tr:nth-child(n+6)', '[data-href]:nth-child(n+6)'];

/** A finding, and where. */
export interface Violation {
  id: string;
  help: string;
  nodes: { target: string; failureSummary: string | undefined }[];
}

/**
 * What axe finds on the page as it stands; without frames, of which the console has none. axe goes
 * into a document once, however often it is asked there, and only what is wrong comes back: that
 * is half of its time. `without` leaves out what is like the rest, `within` all but itself. What is
 * asked for anew is dimmed for a moment, and nobody's colours.
 */
export async function violationsOf(
  page: Page,
  runOnly?: string[],
  without: string[] = [],
  within?: string,
): Promise<Violation[]> {
  await expect(page.locator('main :is([data-dimmed], [data-old])')).toHaveCount(0);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ options, exclude, only }) => {
      const { axe: here } = globalThis as unknown as {
        axe: { run(context: ElementContext, options: RunOptions): Promise<AxeResults> };
      };
      const { violations } = await here.run({ include: only ?? document, exclude }, options);
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        nodes: nodes.map(({ target, failureSummary }) => ({
          target: target.join(' '),
          failureSummary,
        })),
      }));
    },
    {
      options: { resultTypes: ['violations'], ...(runOnly && { runOnly }) } as RunOptions,
      exclude: without,
      only: within,
    },
  );
}
