import { expect, test } from './server.ts';
import { PEOPLE, signIn } from './support.ts';

test('MB-01, MB-04, SB-22 staff take a merchant on, and write down what they found of it', async ({
  page,
}) => {
  const tail = String(Date.now());
  const name = `Coast ${tail}`;
  await signIn(page, PEOPLE.staff);
  await page.goto('/merchants');
  await page.getByRole('link', { name: 'New merchant' }).click();
  for (const [label, text] of [
    ['Name', 'amber & OAK'],
    ['Legal ID', '123'],
    ['IBAN', 'LV00'],
    ['Administrator’s first name', 'Anna'],
    ['Administrator’s last name', 'Kalna'],
    ['Administrator’s email', `anna-${tail}@coast.test`],
  ] as const)
    await page.getByRole('textbox', { name: new RegExp(`^${label}( optional)?$`) }).fill(text);
  await page.getByLabel('Country').selectOption('LV');
  await page.getByLabel('MCC').selectOption('5942');
  const create = page.getByRole('button', { name: 'Create merchant' });
  await create.click();
  await expect(page.getByText('IBAN is invalid')).toBeVisible();
  await expect(page.getByText('Legal ID must be a number of that country')).toBeVisible();
  await page.getByLabel('Legal ID').fill(`4${tail.slice(-10)}`);
  await page.getByLabel('IBAN').fill('LV97 HABA 0012 3456 7891 0');
  await create.click();
  await expect(page.getByText('Another merchant has this Name')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await create.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  // beside its name, and below with who took it on
  await expect(page.getByText('Approved', { exact: true })).toHaveCount(2);

  await page.getByRole('link', { name: 'Background' }).click();
  await page.getByRole('button', { name: 'Record check' }).click();
  await page.getByLabel('Registration number').fill(`4${tail.slice(-10)}`);
  await page.getByLabel('Business description').fill('Sells books.');
  await page.getByLabel('Expected turnover a year').fill('120000');
  await page.getByLabel('Risk class').selectOption('LOW');
  await page.getByLabel('Screening result').selectOption('CLEAR');
  await page.getByRole('button', { name: 'Record check' }).click();
  await expect(page.getByText('Beneficial owners are required')).toBeVisible();
  await page.getByRole('button', { name: 'Add owner' }).click();
  await page.getByLabel('Owner 1, Name').fill('Anna Kalna');
  await page.getByLabel('Owner 1, Share').fill('100');
  await page.getByRole('button', { name: 'Record check' }).click();
  await expect(page.getByText('Low risk')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
});
