import { expect, type Page } from '@playwright/test';
import { caseDescription, type Case } from '../apps/server/src/seed/cases.ts';
import type { Paydesk } from './server.ts';
import { rowsOf } from './support.ts';

/** What the journeys of one transaction share. */

/** The id of one of the demo cases of Amber & Oak. */
export async function caseId(paydesk: Paydesk, name: Case): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    paydesk,
    'select id from transactions where description = $1 and refunded_transaction_id is null',
    [caseDescription('AO', name)],
  );
  if (!row) throw new Error(`No case ${name}`);
  return row.id;
}

/** Opens the detail of one transaction by its address, and waits until it is there. */
export async function openTransaction(page: Page, id: string): Promise<void> {
  await page.goto(`/transactions/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: /EUR$/ })).toBeVisible();
}

/** The terms and values of a card, in their order. */
export async function fieldsOf(page: Page, card: string): Promise<[string, string][]> {
  const region = page.getByRole('region', { name: card, exact: true });
  await expect(region).toBeVisible();
  // raw fields are folded, until somebody has opened them
  const folded = region.locator('details:not([open]) > summary');
  if (await folded.count()) await folded.click();
  const terms = await region.getByRole('term').allInnerTexts();
  const values = await region.getByRole('definition').allInnerTexts();
  return terms.map((term, at) => [term, values[at]?.trim() ?? '']);
}

export interface Sent {
  action: string;
  key: string | undefined;
  body: unknown;
}

/** The actions that the page sends from now on. */
export function sentActions(page: Page): Sent[] {
  const sent: Sent[] = [];
  page.on('request', (request) => {
    const action = /\/actions\/(\w+)$/.exec(new URL(request.url()).pathname)?.[1];
    if (!action) return;
    const key = request.headers()['idempotency-key'];
    sent.push({ action, key, body: request.postDataJSON() as unknown });
  });
  return sent;
}

/** Presses the button of an action and gives its dialog. */
export async function openAction(page: Page, label: string) {
  const direct = page.getByRole('button', { name: label, exact: true });
  if (await direct.count()) await direct.click();
  else {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: label }).click();
  }
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

/** What a select offers, as its words. */
export const optionsOf = (page: Page, label: string) =>
  page.getByRole('dialog').getByLabel(label, { exact: true }).getByRole('option').allInnerTexts();
