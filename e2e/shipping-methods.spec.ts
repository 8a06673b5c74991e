import type { Page } from '@playwright/test';
import { insertMerchant, insertShippingMethod } from '../apps/server/src/seed/factories.ts';
import type { ShippingMethodRow } from '../apps/server/src/seed/tables.ts';
import { expect, test, type Paydesk } from './server.ts';
import { insertPerson, onDatabase, PEOPLE, rowsOf, signIn } from './support.ts';

/** A merchant that no other test knows, with its administrator and these methods. */
async function shopOf(paydesk: Paydesk, methods: Partial<ShippingMethodRow>[] = []) {
  const { merchant, made } = await onDatabase(paydesk, async (client) => {
    const merchant = await insertMerchant(client);
    const made: ShippingMethodRow[] = [];
    for (const given of methods)
      made.push(await insertShippingMethod(client, { ...given, merchantId: merchant.id }));
    return { merchant, made };
  });
  const person = await insertPerson(paydesk, {
    merchantId: merchant.id,
    firstName: 'Rūta',
    lastName: 'Zvirbule',
  });
  return { merchant, made, person };
}

const nameOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('RT-22, SM-01..05, SM-06, GT-05, GT-12, SM-02 the list: columns, Yes and No with a check, a checkbox that filters, sorted by ID', async ({
  page,
  paydesk,
}) => {
  const { made, person } = await shopOf(paydesk, [
    { name: 'By courier', extId: 'c', enabled: true },
    { name: 'By post', extId: 'p', enabled: false },
    { name: 'By bicycle', extId: 'b', enabled: true },
  ]);
  await signIn(page, person);
  await page.goto('/shipping-methods');
  await expect(page).toHaveTitle('Shipping Methods · Paydesk');
  await expect(page.getByRole('columnheader')).toHaveText([
    /ID/,
    /Name/,
    /Method/,
    /External ID/,
    /Enabled/,
  ]);
  const rows = page.locator('tbody tr');
  await expect(rows).toHaveCount(3);
  const enabled = (name: string) => rows.filter({ hasText: name }).locator('td[data-kind=boolean]');
  await expect(enabled('By courier')).toHaveText('Yes');
  await expect(enabled('By courier').locator('svg')).toBeVisible();
  await expect(enabled('By post')).toHaveText('No');
  await expect(enabled('By post').locator('svg')).toHaveCount(0);
  await expect(rows.filter({ hasText: 'By post' })).toContainText('Courier');

  const box = page.getByRole('checkbox', { name: /^Filter by Enabled/ });
  expect(await box.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
  const asked = page.waitForRequest((request) => request.url().includes('f_enabled=true'));
  await box.click();
  await asked;
  await expect(rows).toHaveCount(2);
  await expect(box).toBeChecked();
  await box.click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('By post');
  await expect(page).toHaveURL(/f_enabled=false/);
  await box.click();
  await expect(rows).toHaveCount(3);

  await page.getByRole('button', { name: 'ID', exact: true }).click();
  await expect(page).toHaveURL(/sort=id,ASC/);
  const links = page.locator('tbody tr[data-href]');
  const sorted = made.map(({ id }) => id).sort();
  const inOrder = (ids: string[]) =>
    expect
      .poll(() => links.evaluateAll((found) => found.map((row) => row.getAttribute('data-href'))))
      .toEqual(ids.map((id) => `/shipping-method/${id}`));
  await inOrder(sorted);
  await page.getByRole('button', { name: 'ID', exact: true }).click();
  await inOrder(sorted.toReversed());

  await rows.filter({ hasText: 'By post' }).click();
  await expect(nameOf(page, 'By post')).toBeVisible();
});

test('RT-23, SM-07, SM-08, SM-19, SM-20, SM-21, SM-24, SM-28 Add opens the form; what is wrong stands by its field; Save adds', async ({
  page,
  paydesk,
}) => {
  const { merchant, person } = await shopOf(paydesk, [{ name: 'First', extId: 'taken' }]);
  await signIn(page, person);
  await page.goto('/shipping-methods');
  await page.getByRole('link', { name: 'Add' }).click();
  await expect(page).toHaveURL('/shipping-methods/add');
  await expect(page).toHaveTitle('Shipping Method · Paydesk');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expect(page.getByText('External ID is required')).toBeVisible();
  await expect(page.getByText('Method is required')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Method' }).locator('option')).toHaveText([
    'Choose',
    'Courier',
    'Digital delivery',
    'Freight',
    'Parcel locker',
    'Pick-up in store',
    'Post office',
  ]);
  await page.getByLabel('Name').fill('x'.repeat(256));
  await page.getByLabel('External ID').fill('x'.repeat(256));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Maximum length is 255 characters')).toHaveCount(2);
  await page.getByLabel('Name').fill('Locker');
  await page.getByLabel('External ID').fill('taken');
  await page.getByRole('combobox', { name: 'Method' }).selectOption({ label: 'Parcel locker' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('form').getByText('Another shipping method has this')).toBeVisible();
  await expect(page.getByLabel('External ID')).toBeFocused();
  await page.getByLabel('External ID').fill('locker');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Method successfully added')).toBeVisible();
  await expect(page).toHaveURL('/shipping-methods');
  await expect(page.locator('tbody tr')).toHaveCount(2);
  const saved = await rowsOf(
    paydesk,
    `select s.name, g.name as method, enabled, created_by from shipping_methods s
     join generic_shipping_methods g on g.id = generic_method_id
     where merchant_id = $1 and ext_id = 'locker'`,
    [merchant.id],
  );
  expect(saved).toEqual([
    { name: 'Locker', method: 'Parcel locker', enabled: true, created_by: 'Rūta Zvirbule' },
  ]);
});

test('RT-24, SM-09 both paths open the same form; Cancel goes back and sends nothing', async ({
  page,
  paydesk,
}) => {
  const { person } = await shopOf(paydesk);
  await signIn(page, person);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  for (const path of ['/shipping-methods/add', '/add-shipping-method']) {
    await page.goto(path);
    await expect(nameOf(page, 'Shipping Method')).toBeVisible();
    await page.getByLabel('Name').fill('Never');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/shipping-methods');
    await expect(page.getByText('There is no shipping method yet.')).toBeVisible();
  }
  expect(sent).toEqual([]);
});

test('RT-25, SM-10..13, SM-18, SM-25 the detail: name, who and when, an Active chip; the form updates it', async ({
  page,
  paydesk,
}) => {
  const { made, person } = await shopOf(paydesk, [
    { name: 'By cart', extId: 'cart', createdBy: 'Anna Ozola', createdDate: new Date(1.7e12) },
  ]);
  await signIn(page, person);
  await page.goto(`/shipping-method/${made[0]!.id}`);
  await expect(nameOf(page, 'By cart')).toBeVisible();
  await expect(page.getByText('Active: Yes')).toBeVisible();
  const history = page.getByRole('region', { name: 'Record' });
  await expect(history).toContainText('15.11.2023 00:13');
  await expect(history).toContainText('Anna Ozola');
  await expect(page.getByLabel('External ID')).toHaveValue('cart');
  await page.getByLabel('Name').fill('By horse cart');
  await page.getByRole('combobox', { name: 'Method' }).selectOption({ label: 'Freight' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Shipping method successfully updated')).toBeVisible();
  await expect(nameOf(page, 'By horse cart')).toBeVisible();
  await expect(history).toContainText('Rūta Zvirbule');
  await page.getByLabel('Name').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
});

test('SM-14, SM-15, SM-16, SM-17, SM-26, SM-27, AM-99 disabled and activated at once without a question; the chip flips without a reload, and stays on a failure', async ({
  page,
  paydesk,
}) => {
  const { made, person } = await shopOf(paydesk, [{ name: 'By boat' }]);
  await signIn(page, person);
  await page.goto(`/shipping-method/${made[0]!.id}`);
  const actions = page.getByRole('region', { name: 'Actions' });
  await page.evaluate(() => Object.assign(window, { stayed: true }));

  await page.route(/\/disable$/, (route) =>
    route.fulfill({
      status: 500,
      json: { errorCode: 'SERVER_ERROR', message: 'x', errors: [], requestId: 'r' },
    }),
  );
  await actions.getByRole('button', { name: 'Disable method' }).click();
  await expect(page.getByText('Server error. Please try again later.')).toBeVisible();
  await expect(page.getByText('Active: Yes')).toBeVisible();
  await expect(actions.getByRole('button', { name: 'Disable method' })).toBeVisible();
  await page.unroute(/\/disable$/);

  await actions.getByRole('button', { name: 'Disable method' }).click();
  await expect(page.getByText('Shipping method successfully disabled')).toBeVisible();
  await expect(page.getByText('Active: No')).toBeVisible();
  await expect(actions.getByRole('button')).toHaveText('Activate method');
  await expect(actions.getByRole('button')).toBeFocused();
  await actions.getByRole('button', { name: 'Activate method' }).click();
  await expect(page.getByText('Shipping method successfully activated')).toBeVisible();
  await expect(page.getByText('Active: Yes')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true);
});

test('SM-28, RO-29..31 an operator sees list and detail, and no way to add or change', async ({
  page,
}) => {
  await signIn(page, PEOPLE.operator);
  await page.goto('/shipping-methods');
  await expect(page.locator('tbody tr')).toHaveCount(6);
  await expect(page.getByRole('link', { name: 'Add' })).toHaveCount(0);
  await page.locator('tbody tr').filter({ hasText: 'Parcel locker' }).click();
  await expect(nameOf(page, 'Parcel locker, all sizes')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('locker');
  await expect(page.getByRole('region', { name: 'Actions' })).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.goto('/add-shipping-method');
  await expect(page.getByLabel('Name')).toHaveCount(0);
});
