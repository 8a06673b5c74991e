import type { Locator, Page } from '@playwright/test';
import { expect, test } from './server.ts';
import { insertTransaction, PEOPLE, signIn } from './support.ts';

test.use({ sharedTab: true });

/** Counts what a hand does: clicks, and fields that are filled in. */
function handOn(page: Page) {
  const count = { clicks: 0, fields: 0 };
  return {
    count,
    click: async (
      role: 'button' | 'option' | 'link',
      name: string | RegExp,
      at: Page | Locator = page,
    ) => {
      count.clicks++;
      await at.getByRole(role, { name }).first().click();
    },
    fill: async (label: string, text: string) => {
      count.fields++;
      await page.getByLabel(label, { exact: true }).fill(text);
    },
  };
}

test('journeys, counted: yesterday’s business 0 clicks, why a payment failed 2, last month’s export 4, an operator invited 3 and 4 fields', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, {
    cardPan: '511111******7321',
    amountCents: 71_29n,
    status: 'FAILED',
    externalErrorCode: '61',
  });
  await signIn(page, PEOPLE.owner);

  await page.goto('/');
  const yesterday = page.getByRole('region', { name: /^Yesterday/ });
  await expect(yesterday.getByText(/\d EUR/).first()).toBeVisible({ timeout: 20_000 });

  const failed = handOn(page);
  await failed.click('link', 'Transactions');
  failed.count.clicks++;
  await page.locator(`tr[data-href="/transactions/${id}"] td`).nth(3).click();
  await expect(page.getByText('The amount exceeds the card’s limit.')).toBeVisible();
  expect(failed.count.clicks).toBe(2);

  await page.goto('/');
  const exported = handOn(page);
  await exported.click('button', 'Search');
  await page.getByRole('combobox', { name: 'Search' }).fill('export');
  await exported.click('option', 'Export transactions');
  const dialog = page.getByRole('dialog', { name: 'Export transactions to csv file' });
  await expect(dialog).toBeVisible();
  await exported.click('button', 'Last Month', dialog);
  await exported.click('button', 'Export to CSV', dialog);
  await expect(dialog).toHaveCount(0);
  expect(exported.count.clicks).toBe(4);

  await page.goto('/');
  const invited = handOn(page);
  await invited.click('button', 'Search');
  await page.getByRole('combobox', { name: 'Search' }).fill('new employee');
  await invited.click('option', 'New employee');
  await invited.fill('First name', 'Nils');
  await invited.fill('Last name', 'Counted');
  await invited.fill('Email', 'nils.counted@amber.test');
  await invited.fill('Phone', '+371 2000 7321');
  await invited.click('button', 'Create and invite');
  await expect(page.getByText('User successfully created')).toBeVisible();
  expect(invited.count).toEqual({ clicks: 3, fields: 4 });
});
