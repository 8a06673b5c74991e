import { randomUUID } from 'node:crypto';
import { expect, test } from './server.ts';
import { insertPerson, insertTransaction, merchantId, PEOPLE, signIn } from './support.ts';
import { openTransaction } from './transactions.ts';

test('SB-46 a merchant’s administrator makes a role that refunds nothing and sees no orders, and gives it to somebody', async ({
  page,
  paydesk,
}) => {
  const name = `Till ${randomUUID().slice(0, 6)}`;
  const operator = await insertPerson(paydesk, {
    userRole: 'MERCHANT_OPERATOR',
    merchantId: await merchantId(paydesk),
    firstName: 'Tilda',
    lastName: 'Ozola',
  });
  const { id: payment } = await insertTransaction(paydesk, { amountCents: 4200n });
  await signIn(page, PEOPLE.owner);
  await page.goto('/merchant-employees');
  await page.getByRole('link', { name: 'Roles', exact: true }).click();
  await page.getByRole('link', { name: 'New role' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'New role' })).toBeVisible();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Refund payments, or mark them as refunded').uncheck();
  await page.getByLabel('See orders').uncheck();
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('link', { name: 'Who can do what' }).first().click();
  await page.getByLabel('Compare').selectOption({ label: 'Merchant Operator' });
  await page.getByLabel('with', { exact: true }).selectOption({ label: name });
  await expect(page.locator('tr[data-differs]')).toHaveCount(2);

  await page.goto(`/users/${operator.id}`);
  await page.getByRole('button', { name: 'Change role' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Role').selectOption({ label: `${name} (from Merchant Operator)` });
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(page.getByText(`${name}, based on Merchant Operator`)).toBeVisible();
  // the role names its people, to the own administrator and to staff, and leads to them
  await page.goto('/settings/roles');
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const address = new URL(page.url()).pathname;
  const holder = page.getByRole('list', { name: 'Who has it' }).getByRole('link');
  await expect(holder).toHaveText('Tilda Ozola');
  await page.evaluate(() => localStorage.clear());
  await signIn(page, PEOPLE.staff);
  await page.goto(address);
  await expect(holder).toHaveText('Tilda Ozola');
  await holder.click();
  await expect(page).toHaveURL(`/users/${operator.id}`);

  await page.evaluate(() => localStorage.clear());
  await signIn(page, operator);
  await openTransaction(page, payment);
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0);
  const menu = page.getByRole('navigation').first();
  await expect(menu.getByRole('link', { name: 'Orders' })).toHaveCount(0);
  await page.goto('/orders');
  await expect(page.getByText('You are not allowed to see this page.')).toBeVisible();
  await expect(page.getByText(`Your role “${name}” leaves this out.`)).toBeVisible();
});

test('SB-46, RO-07 a role of the house of one merchant: picked by name, what is of all at once can’t be put in, and nothing else is there to be seen', async ({
  page,
  paydesk,
}) => {
  // as long as a name may be, without a place to break it
  const name = `Agency ${randomUUID().slice(0, 6)} ${'W'.repeat(36)}`;
  await signIn(page, PEOPLE.staff);
  await page.goto('/settings/roles/add');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByLabel('Merchants they reach').first().fill('Baltic');
  await page.getByRole('option', { name: 'Baltic Books' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).click();
  const wide = page.getByLabel('See rules and what they have found');
  await expect(wide).toBeDisabled();
  await expect(wide).not.toBeChecked();
  await expect(page.getByLabel('See payments and business days')).toBeChecked();
  await page.getByRole('button', { name: 'Create role' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Baltic Books', { exact: true }).first()).toBeVisible();
  // what a change takes from whom is said while it is made, and asked before it is saved
  const roleId = page.url().split('/').at(-1)!;
  await insertPerson(paydesk, { userRole: 'BACKOFFICE_TECHNICAL', roleId });
  await page.reload();
  await page.getByLabel('See purchases').uncheck();
  await expect(page.getByRole('status').filter({ hasText: ' loses:' })).toContainText(
    'See purchases',
  );
  await page.getByRole('button', { name: 'Save role' }).click();
  const question = page.getByRole('dialog', { name: 'Take this from one person?' });
  await expect(question).toContainText('See purchases');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page.getByLabel('See purchases')).not.toBeChecked();
  await page.getByRole('button', { name: 'Save role' }).click();
  await question.getByRole('button', { name: 'Take it from one person' }).click();
  await expect(page.getByText('Role updated successfully')).toBeVisible();
  // what it gives is said too, and nobody is asked about it
  await page.getByLabel('See purchases').check();
  await expect(page.getByRole('status').filter({ hasText: ' gains:' })).toContainText(
    'See purchases',
  );
  await expect(page.getByRole('status').filter({ hasText: ' loses:' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save role' }).click();
  await expect(page.getByRole('status').filter({ hasText: ' gains:' })).toHaveCount(0);
  await expect(page.getByText('Role updated successfully')).toBeVisible();
  await page.goto('/settings/roles/who-can-do-what');
  await expect(page.getByRole('row', { name: /Merchants they reach/ })).toContainText(
    'Baltic Books',
  );
  // the names of the roles stay while the rights go by, and the screen itself does not scroll sideways
  const box = page.getByRole('region', { name: 'Who has which right' });
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const scrolled = await box.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
      return element.scrollTop;
    });
    expect(scrolled).toBeGreaterThan(0);
    await expect(box.getByRole('columnheader').nth(1)).toBeInViewport({ ratio: 1 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.goBack();
  const { id: foreign } = await insertTransaction(paydesk, { amountCents: 4300n });
  await page.getByRole('button', { name: 'View as' }).click();
  await expect(page.getByRole('complementary', { name: 'View as' })).toContainText(name);
  await page.goto('/transactions');
  await expect(page.locator('tbody tr').first()).toContainText('Baltic Books');
  await page.goto(`/transactions/${foreign}`);
  await expect(page.getByRole('heading', { level: 1, name: /EUR$/ })).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText(/not found|no such|does not exist/i);
  await page.getByRole('button', { name: 'Stop viewing' }).click();
});

test('SB-46, RO-07 who can do what: the console as each built-in role of the own side, and back', async ({
  page,
}) => {
  for (const [person, role, own] of [
    [PEOPLE.staff, 'Back Office Technical', 'Back Office Administrator'],
    [PEOPLE.owner, 'Merchant Operator', 'Merchant Administrator'],
  ] as const) {
    await page.evaluate(() => localStorage.clear()).catch(() => undefined);
    await signIn(page, person);
    await page.goto('/settings/roles/who-can-do-what');
    for (const name of [role, own]) {
      await page.getByRole('button', { name: `View as ${name}` }).click();
      const banner = page.getByRole('complementary', { name: 'View as' });
      await expect(banner).toContainText(`You are viewing the console as ${name}.`);
      await banner.getByRole('button', { name: 'Stop viewing' }).click();
      await expect(banner).toHaveCount(0);
      await page.goto('/settings/roles/who-can-do-what');
    }
  }
});
