import { insertMerchant } from '../apps/server/src/seed/factories.ts';
import { insertCertificate } from '../apps/server/src/seed/factories/machines.ts';
import { expect, test } from './server.ts';
import { merchantId, onDatabase, PEOPLE, rowsOf, signIn } from './support.ts';
import { fieldsOf } from './transactions.ts';

const pathOf = (id: string, tab: string) => `/merchants/${id}?tab=${tab}`;

test('MB-01..03, AM-05, AM-75, AM-105 staff find a merchant in the list, approve and activate it, and the history says so', async ({
  page,
  paydesk,
}) => {
  const { id, name } = await onDatabase(paydesk, (client) =>
    insertMerchant(client, { name: 'Lighthouse Lamps', status: 'PENDING_APPROVAL' }),
  );
  await signIn(page, PEOPLE.staff);
  await page.goto('/merchants?f_name=lighthouse');
  // on a phone, without heads, a number says what it is
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole('listitem').filter({ hasText: name });
  await expect(card).toContainText(/Merchant ID: \d+/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('table', { name: 'Merchants' }).getByRole('link').first().click();
  await expect(page).toHaveURL(`/merchants/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  const disable = page.getByRole('menuitem', { name: /^Disable/ });
  await expect(disable).toBeDisabled();
  await expect(disable).toContainText('Only a merchant that is active');
  await page.keyboard.press('Escape');

  for (const [action, status] of [
    ['Approve', 'Approved'],
    ['Activate', 'Active'],
  ] as const) {
    await page.getByRole('button', { name: action, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `${action} ${name}?` });
    await dialog.getByRole('button', { name: `${action} ${name}` }).click();
    await expect(page.getByText('Action completed successfully').first()).toBeVisible();
    await expect(page.locator('header').getByText(status, { exact: true })).toBeVisible();
  }
  await page.getByText('Change history').click();
  await expect(page.getByText(/activate/i).first()).toBeVisible();

  // what is typed wrong stays, beside its field
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: `Edit ${name}` });
  await form.getByLabel('IBAN').fill('LV97 HABA 0012 3456 7891 1');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(form.getByText('IBAN is invalid')).toBeVisible();
  await form.getByLabel('IBAN').fill('LV97 HABA 0012 3456 7891 0');
  await form.getByLabel('Country').selectOption('Estonia');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Merchant updated successfully').first()).toBeVisible();
  await expect(page.getByText('LV97 HABA 0012 3456 7891 0').first()).toBeVisible();
  await expect(page.getByText('Estonia').first()).toBeVisible();
});

test('MB-04..08, MB-10, AM-41, AM-95 each tab has an address of its own, and the technical role reads them all', async ({
  page,
  paydesk,
}) => {
  const id = await merchantId(paydesk);
  await signIn(page, PEOPLE.technical);
  await page.goto(`/merchants/${id}`);
  const tabs = page.getByRole('navigation', { name: 'Merchant', exact: true });
  await expect(tabs.getByRole('link')).toHaveText([
    'Overview',
    'Background',
    'Features',
    'Certificates',
    'API key',
    'Employees',
    'Delivery methods',
  ]);
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  for (const [tab, text] of [
    ['Background', 'Beneficial owners'],
    ['Features', 'Its own systems make orders by API key or signature.'],
    ['API key', /^•••• .{4}$/],
    ['Employees', 'owner@amber.test'],
    ['Delivery methods', 'Amber Lockers'],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click();
    await expect(page.getByText(text).first()).toBeVisible();
    await expect(tabs.locator('[aria-current]')).toHaveText(tab);
  }
  await page.reload();
  await expect(page.getByText('Amber Lockers').first()).toBeVisible();
  await tabs.getByRole('link', { name: 'Certificates' }).click();
  const rows = page.getByRole('table', { name: 'Certificates' }).locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Disable certificate' })).toHaveCount(0);
  await rows.first().getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Public Key' })).toBeVisible();
});

test('MB-05, MB-09, SB-43, AM-61, AM-74 the administrator closes a feature, disables a certificate and then the merchant', async ({
  page,
  paydesk,
}) => {
  const { id, name, certificate } = await onDatabase(paydesk, async (client) => {
    const merchant = await insertMerchant(client, { name: 'Anchor Ropes' });
    const made = await insertCertificate(client, { merchantId: merchant.id, name: 'ropes' });
    return { ...merchant, certificate: made };
  });
  const done = page.getByText('Action completed successfully').first();
  await signIn(page, PEOPLE.staff);
  await page.goto(pathOf(id, 'features'));
  const widgets = page.getByRole('listitem', { name: 'Widgets' });
  await widgets.getByRole('button', { name: 'Disable' }).click();
  const closing = page.getByRole('dialog', { name: 'Disable Widgets?' });
  await expect(closing).toContainText('None of its widgets begins a payment from now on');
  await closing.getByRole('button', { name: 'Disable Widgets' }).click();
  await expect(done).toBeVisible();
  await expect(widgets.getByRole('button', { name: 'Enable' })).toBeVisible();
  await expect(widgets).toContainText(PEOPLE.staff.name);

  await page.goto(pathOf(id, 'certificates'));
  await page.getByRole('button', { name: 'Disable certificate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disable certificate ropes' });
  await dialog.getByRole('button', { name: 'Disable certificate' }).click();
  await expect(done).toBeVisible();
  await expect(page.getByText('No certificate is active')).toBeVisible();
  const [row] = await rowsOf<{ disabled_by: string }>(
    paydesk,
    'select disabled_by from certificates where id = $1',
    [certificate.id],
  );
  expect(row!.disabled_by).toBe(PEOPLE.staff.name);

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Disable', exact: true }).click();
  const last = page.getByRole('dialog', { name: `Disable ${name}?` });
  await expect(last).toContainText('API key and certificates are refused from the next call on');
  // nobody is disabled without a word
  await last.getByRole('button', { name: `Disable ${name}` }).click();
  await expect(last).toContainText('Reason is required');
  await last.getByLabel('Reason').fill('Its bank asked us to stop');
  await last.getByRole('button', { name: `Disable ${name}` }).click();
  await expect(page.getByText('Disabled: its people read and change nothing')).toContainText(
    `${PEOPLE.staff.name} wrote: “Its bank asked us to stop”`,
  );
  await page.goto(`/merchants/${id}`);
  expect(new Map(await fieldsOf(page, 'Business profile')).get('Status')).toMatch(
    /^Disabled\s*“Its bank asked us to stop”\s*Elīna Bērziņa, \d/,
  );
  await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeVisible();
});
