import { listOn } from './lists.ts';
import { expect, test } from './server.ts';
import { onDatabase, PEOPLE, signIn } from './support.ts';

test('ST-01..03, SB-42 a rule is written as a form, tried on real payments, and switched on', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/settings/rules');
  await page.getByRole('link', { name: 'Add rule' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New rule' })).toBeVisible();
  await page.getByLabel('Name').fill('Large by card');
  await page.getByLabel('Code').fill('LARGE_BY_CARD');
  await page.getByLabel('Outcome').selectOption('Block');
  await page.getByLabel('Priority').fill('5000');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await expect(page.getByText('A rule has at least one condition')).toBeVisible();

  const dialog = page.getByRole('dialog');
  async function condition(looksAt: string, comparison: string, fill: () => Promise<void>) {
    await page.getByRole('button', { name: 'Add condition' }).click();
    await expect(dialog).toBeVisible();
    await dialog.getByLabel('Looks at').selectOption(looksAt);
    await dialog.getByLabel('Comparison').selectOption(comparison);
    await fill();
    await dialog.getByRole('button', { name: 'Add condition' }).press('Enter');
    await expect(dialog).toBeHidden();
  }
  await condition('Amount', 'is more than', async () => {
    await dialog.getByLabel('Value').fill('abc');
    await dialog.getByRole('button', { name: 'Add condition' }).click();
    await expect(dialog.getByText('Value must be a number')).toBeVisible();
    await dialog.getByLabel('Value').fill('2000');
  });
  await condition('Card brand', 'is', () => dialog.getByLabel('Visa').check());
  await condition('Amount', 'is at most', () => dialog.getByLabel('Value').fill('1000'));
  await expect(page.getByText('the rule can never be met')).toBeVisible();
  await page.getByRole('button', { name: /^Delete: Amount is at most/ }).click();
  await expect(page.getByText('the rule can never be met')).toBeHidden();
  await page.getByRole('button', { name: 'Add rule' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Large by card' })).toBeVisible();

  await expect(page.getByRole('button', { name: 'Switch on' })).toBeDisabled();
  await page.getByRole('button', { name: 'Try on the last 30 days' }).click();
  await expect(page.getByText('Of them paid')).toBeVisible();
  await page.getByRole('link', { name: 'Payments met' }).click();
  const hits = listOn(page, 'Payments met');
  const payment = await hits.cell(hits.rows.first(), 'Payment');
  await payment.getByRole('link').click();
  await expect(page).toHaveURL(/\/transactions\/[0-9a-f-]{36}$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Switch on Large by card' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Versions' }).click();
  await expect(page.getByText("Amount is more than 2'000.00 and Card brand is Visa")).toBeVisible();

  // it is edited where it stands, by one button, and the version that is on decides until the draft is tried
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('textbox', { name: 'Priority', exact: true }).fill('7');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Newer draft')).toBeVisible();

  // what is on decides for the others' tests too
  await onDatabase(paydesk, (client) =>
    client.query(
      `update rules set active = false, live_version = null where code = 'LARGE_BY_CARD'`,
    ),
  );
});
