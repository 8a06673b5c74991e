import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

/** A finding, and where. */
export interface Violation {
  id: string;
  help: string;
  nodes: { target: string; failureSummary: string | undefined }[];
}

/**
 * What axe finds on the page as it stands; without frames, of which the console has none. axe goes
 * into a document once, however often it is asked there, and only what is wrong comes back: that
 * is half of its time.
 */
export async function violationsOf(page: Page, runOnly?: string[]): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(
    async (options) => {
      const { axe: here } = globalThis as unknown as {
        axe: { run(context: Document, options: RunOptions): Promise<AxeResults> };
      };
      const { violations } = await here.run(document, options);
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        nodes: nodes.map(({ target, failureSummary }) => ({
          target: target.join(' '),
          failureSummary,
        })),
      }));
    },
    { resultTypes: ['violations'], ...(runOnly && { runOnly }) } as RunOptions,
  );
}
