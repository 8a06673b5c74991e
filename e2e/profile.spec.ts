import { expect, test } from './server.ts';
import { insertPerson, merchantId, PEOPLE, rowsOf, signIn } from './support.ts';

test('RT-08, AU-31..33, AU-35, AU-36, RO-09 the profile of an operator: details, company, and what they may do', async ({
  page,
}) => {
  await signIn(page, PEOPLE.operator);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { name: 'Toms Liepiņš' })).toBeVisible();
  const employee = page.getByRole('region', { name: 'Employee Details' });
  await expect(employee).toContainText('Amber & Oak');
  await expect(employee).toContainText('Merchant Operator');
  const details = page.getByRole('region', { name: 'User Details' });
  await expect(details.getByLabel('Email')).toHaveValue('operator@amber.test');
  await expect(details.getByLabel('Email')).not.toBeEditable();
  await expect(page.getByRole('region', { name: 'Can do' })).toContainText(
    'Read the orders and loans of their own merchant',
  );
});

test('AU-34 staff have no Employee Details card', async ({ page }) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/profile');
  await expect(page.getByRole('region', { name: 'User Details' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Employee Details' })).toBeHidden();
});

test('AU-35, AU-37..39, AU-41 names and phone are saved; a wrong one is refused by its field', async ({
  page,
  paydesk,
}) => {
  const person = await insertPerson(paydesk, {
    merchantId: await merchantId(paydesk, 'Amber & Oak'),
    firstName: 'Rūta',
    lastName: 'Zvirbule',
    phoneNumber: '+371 2000 0003',
  });
  await signIn(page, person);
  await page.goto('/profile');
  const details = page.getByRole('region', { name: 'User Details' });
  await details.getByLabel('First name').fill('');
  await details.getByLabel('Last name').fill('x'.repeat(26));
  await details.getByLabel('Phone').fill('1'.repeat(21));
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(details.getByText('First name is required')).toBeVisible();
  await expect(details.getByText('Maximum length is 25 characters')).toBeVisible();
  await expect(details.getByText('Maximum length is 20 characters')).toBeVisible();
  await details.getByLabel('First name').fill('Rūta Marija');
  await details.getByLabel('Last name').fill('Zvirbule');
  await details.getByLabel('Phone').fill('+371 2000 0004');
  await details.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('User successfully updated.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Rūta Marija Zvirbule' })).toBeVisible();
  const [saved] = await rowsOf<{ phone_number: string }>(
    paydesk,
    'select phone_number from users where email = $1',
    [person.email],
  );
  expect(saved?.phone_number).toBe('+371 2000 0004');
});
