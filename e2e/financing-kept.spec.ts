import { actionOf } from './people.ts';
import { expect, test } from './server.ts';
import { onDatabase, PEOPLE, signIn } from './support.ts';

test('FI-09, FI-10, FI-12, SB-41 staff make an institution, with whom to ask there, and its product, switch it off and delete both', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/financing/financing-institutions');
  const name = `Coast Credit ${Date.now()}`;
  await page.getByRole('button', { name: 'New institution' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'New institution' })).toBeVisible();
  await dialog.getByLabel('Name').fill('northern CREDIT');
  await dialog.getByLabel('Code').fill(name);
  await dialog.getByLabel('Operations email').fill('desk@coast.test');
  await dialog.getByLabel('Operations phone').fill('after nine');
  await dialog.getByRole('button', { name: 'Create institution' }).click();
  await expect(dialog.getByText('Phone must be a phone number')).toBeVisible();
  await dialog.getByLabel('Operations phone').fill('+44 1632 960018');
  await dialog.getByRole('button', { name: 'Create institution' }).click();
  await expect(dialog.getByText('Another institution has this Name')).toBeVisible();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create institution' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('It has no product: it lends nothing yet.')).toBeVisible();
  for (const [text, href] of [
    ['desk@coast.test', 'mailto:desk@coast.test'],
    ['+44 1632 960018', 'tel:+441632960018'],
  ] as const)
    await expect(page.getByRole('link', { name: text })).toHaveAttribute('href', href);

  await page.getByRole('button', { name: 'New product' }).click();
  await expect(dialog.getByLabel('Institution')).toHaveValue(/.{36}/);
  for (const [label, text] of [
    ['Name', 'Instalments'],
    ['Code', name],
    ['Min Amount', '100'],
    ['Max Amount', '50'],
    ['Min Term', '3'],
    ['Max Term', '12'],
    ['Interest Rate', '9.9'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByRole('button', { name: 'Create product' }).click();
  await expect(dialog.getByText('Min Amount cannot exceed Max Amount')).toBeVisible();
  await dialog.getByLabel('Max Amount', { exact: true }).fill('500');
  await dialog.getByRole('button', { name: 'Create product' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Instalments' })).toBeVisible();
  await expect(page.getByText('a loan of 500.00 EUR at a fixed 9.90 % a year')).toBeVisible();

  const more = page.getByRole('button', { name: 'More actions' });
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Deactivate' }).click();
  await expect(dialog.getByText('1 active product of it: none is offered any more')).toBeVisible();
  await dialog.getByRole('button', { name: `Deactivate ${name}` }).click();
  await expect(page.getByRole('button', { name: 'Activate', exact: true })).toBeVisible();
  await more.click();
  await expect(page.getByText('It has products: delete those first')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Instalments' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Instalments' })).toBeVisible();
  await (await actionOf(page, 'Delete product')).click();
  await dialog.getByRole('button', { name: 'Delete Instalments' }).click();
  await expect(page).toHaveURL('/financing-products');
  await onDatabase(paydesk, (client) =>
    client.query('delete from financing_institutions where code = $1', [name]),
  );
});
