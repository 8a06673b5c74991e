import { expect, test } from './server.ts';
import { insertPerson, insertTransaction, merchantId, signIn } from './support.ts';
import { openTransaction } from './transactions.ts';

test('SB-46, RO-07 an administrator views the console as an operator: their screens, no change, back by one click', async ({
  page,
  paydesk,
}) => {
  const operator = await insertPerson(paydesk, {
    userRole: 'MERCHANT_OPERATOR',
    merchantId: await merchantId(paydesk),
    firstName: 'Tilda',
    lastName: 'Ozola',
  });
  const { id: payment } = await insertTransaction(paydesk, { amountCents: 4200n });
  // of a session of their own: it is the session that looks as somebody
  const admin = await insertPerson(paydesk, {
    userRole: 'MERCHANT_ADMIN',
    merchantId: await merchantId(paydesk),
  });
  await signIn(page, admin);
  await page.goto(`/users/${operator.id}`);
  await page.getByRole('button', { name: 'View as' }).click();
  const banner = page.getByRole('complementary', { name: 'View as' });
  await expect(banner).toContainText('Tilda Ozola, Merchant Operator');
  await page.goto('/merchant-employees');
  await expect(banner).toBeVisible();
  await expect(page.getByRole('link', { name: 'Roles', exact: true })).toBeHidden();

  await openTransaction(page, payment);
  await expect(banner).toBeVisible();
  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').selectOption({ label: 'Other' });
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  await expect(
    page.getByText('Nothing has been done: you look at the console as somebody else.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('/merchant-employees');
  await banner.getByRole('button', { name: 'Be yourself again' }).click();
  await expect(banner).toBeHidden();
  await page.goto('/merchant-employees');
  await expect(page.getByRole('link', { name: 'Roles', exact: true })).toBeVisible();
});
