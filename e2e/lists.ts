import { expect } from './server.ts';
import type { Locator, Page, Request } from '@playwright/test';

/** The list on the screen: its table, its rows, and the calls that fill it. */
export function listOn(page: Page, title: string) {
  const table = page.getByRole('table', { name: title });
  return {
    table,
    rows: table.locator('tbody').getByRole('row'),
    /** What the column says in the row. */
    async cell(row: Locator, label: string): Promise<Locator> {
      // a page that was just opened has no head yet
      await expect(table.getByRole('columnheader').first()).toBeVisible();
      const labels = await headersOf(table);
      const at = labels.indexOf(label);
      if (at < 0) throw new Error(`No column ${label} among ${labels.join(', ')}`);
      // the box of a row stands under no label
      return row
        .getByRole('cell')
        .filter({ hasNot: page.locator('[data-select]') })
        .nth(at);
    },
    header: (label: string) => table.getByRole('columnheader', { name: label, exact: true }),
    // what is chosen of many values is part of its button's name
    filter: (label: string) =>
      table.getByLabel(new RegExp(`^Filter by ${RegExp.escape(label)}(: .*)?$`)),
    chips: page.getByRole('list', { name: 'Active filters' }),
    pages: page.getByRole('navigation', { name: 'Pages' }),
  };
}

/** The labels of the head, one a column, its tools and its arrow left out. */
export async function headersOf(table: Locator): Promise<string[]> {
  const labels = await table.getByRole('columnheader').allInnerTexts();
  return labels.map((label) => label.trim());
}

/** The queries of every call of the list so far, oldest first. */
export function watchCalls(page: Page, path: string): URLSearchParams[] {
  const calls: URLSearchParams[] = [];
  page.on('request', (request: Request) => {
    const url = new URL(request.url());
    if (url.pathname === path) calls.push(url.searchParams);
  });
  return calls;
}
