import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { headersOf, listOn } from './lists.ts';
import { fullName, insertEmployee, openPerson } from './people.ts';
import { expect, test } from './server.ts';
import { merchantId, PEOPLE, rowsOf, signIn } from './support.ts';

test('API-11, AM-70 RO-01..04 staff list everybody, find them, and follow the links to person and merchant', async ({
  page,
  paydesk,
}) => {
  for (const who of ['staff', 'technical'] as const) {
    await signIn(page, PEOPLE[who]);
    await page.goto('/users');
    const { table, rows, filter, header } = listOn(page, 'Users');
    await expect(rows.first()).toBeVisible();
    expect(await headersOf(table)).toEqual([
      'ID',
      'First Name',
      'Last Name',
      'Email',
      'Role',
      'Merchant',
      'Status',
      'Links',
    ]);
    expect(await filter('Role').getByRole('option').allInnerTexts()).toEqual([
      'All',
      'Back Office Administrator',
      'Back Office Technical',
      'Merchant Administrator',
      'Merchant Operator',
      'Several…',
    ]);
    await filter('Email').fill('owner@baltic');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('Merchant Administrator');
    await header('Last Name').getByRole('button').click();
    await expect(page).toHaveURL(/sort=lastName,ASC/);
    await rows.getByRole('link', { name: 'Merchant' }).click();
    await expect(page).toHaveURL(`/merchants/${await merchantId(paydesk, 'Baltic Books')}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Baltic Books' })).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Merchant' })
      .getByRole('link', { name: 'Employees' })
      .click();
    await listOn(page, 'Employees').rows.filter({ hasText: 'owner@baltic.test' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kadri Tamm' })).toBeVisible();
    // the way back to where they came from
    await page.getByRole('link', { name: 'Colleagues' }).click();
    await expect(page).toHaveURL(/\/merchants\/[0-9a-f-]+\?tab=employees$/);
    await page.evaluate(() => localStorage.clear());
  }
});

test('API-12 the file holds what the list holds', async ({ page }) => {
  await signIn(page, PEOPLE.technical);
  await page.goto('/users?f_email=owner@');
  await expect(listOn(page, 'Users').rows).not.toHaveCount(0);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  const file = await (await downloading).path();
  const text = await readFile(file, 'utf8');
  expect(text).toContain(
    'First Name,Last Name,Email,Phone,Role,Merchant,Status,Created,Last Login,Own Role',
  );
  expect(text).toContain('Kadri,Tamm,owner@baltic.test');
});

test('RT-47, AM-41, AM-58, SB-23 staff add an employee from the merchant’s tab; who may not has no button', async ({
  page,
  paydesk,
}) => {
  const id = await merchantId(paydesk, 'Baltic Books');
  await signIn(page, PEOPLE.staff);
  await page.goto(`/merchants/${id}?tab=employees`);
  await page.getByRole('link', { name: 'Add employee' }).click();
  await expect(page).toHaveURL(`/merchant-employees/add?merchant=${id}`);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Add an employee of Baltic Books' }),
  ).toBeVisible();
  const email = `${randomUUID()}@baltic.test`;
  for (const [label, value] of Object.entries({
    'First name': 'Mare',
    'Last name': 'Kask',
    Email: email,
    Phone: '+372 500 0000',
  }))
    await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Create and invite' }).click();
  await expect(page.getByRole('status').last()).toContainText('User successfully created');
  await page.getByRole('link', { name: 'Colleagues' }).click();
  const { rows } = listOn(page, 'Employees');
  await expect(rows.filter({ hasText: email })).toContainText('Not activated');
  const [row] = await rowsOf<{ merchant_id: string; created_by: string }>(
    paydesk,
    'select merchant_id, created_by from users where email = $1',
    [email],
  );
  expect(row).toEqual({ merchant_id: id, created_by: PEOPLE.staff.name });

  const [closed] = await rowsOf<{ id: string }>(
    paydesk,
    `select id from merchants where status = 'DISABLED' limit 1`,
  );
  await page.goto(`/merchant-employees/add?merchant=${closed!.id}`);
  await expect(
    page.getByText('Only an active or approved merchant can have new employees').first(),
  ).toBeVisible();
  await page.goto('/merchant-employees/add');
  await expect(page.getByText('For which merchant?')).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await signIn(page, PEOPLE.technical);
  await page.goto(`/merchants/${id}?tab=employees`);
  await expect(rows.filter({ hasText: email })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add employee' })).toHaveCount(0);
  // AM-115: it opens, and says who may
  await page.goto(`/merchant-employees/add?merchant=${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Add an employee' })).toBeVisible();
  await expect(page.getByText('you are a Back Office Technical')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create and invite' })).toHaveCount(0);
});

test('AM-43, EM-07 the deactivated stay readable for staff, and nothing can be done with them', async ({
  page,
  paydesk,
}) => {
  const gone = await insertEmployee(paydesk, { status: 'DEACTIVATED' });
  await signIn(page, PEOPLE.staff);
  await page.goto(`/users?f_status=DEACTIVATED&f_lastName=${encodeURIComponent(gone.lastName)}`);
  await expect(listOn(page, 'Users').rows).toHaveCount(1);
  await openPerson(page, gone);
  const edit = page.getByRole('button', { name: 'Edit' });
  await expect(edit).toBeDisabled();
  await expect(edit).toHaveAccessibleDescription('A deactivated person can’t be changed');
  await page.getByRole('button', { name: 'More actions' }).click();
  for (const item of await page.getByRole('menuitem').all()) await expect(item).toBeDisabled();
});

test('RO-32, NG-10 who holds neither permission of the set is refused the screen of a user', async ({
  page,
  paydesk,
}) => {
  const someone = await insertEmployee(paydesk);
  const nobody = await insertEmployee(paydesk, { permissions: ['READ_MERCHANT_TRANSACTION'] });
  await signIn(page, nobody);
  await page.goto(`/users/${someone.id}`);
  await expect(page.getByText('You are not allowed to see this page.')).toBeVisible();
  await expect(page.getByText(fullName(someone))).toHaveCount(0);
});

test('RO-07, RO-08 one of the permissions is enough, and READ_ANY_USER makes staff', async ({
  page,
  paydesk,
}) => {
  const reader = await insertEmployee(paydesk, { permissions: ['READ_MERCHANT_EMPLOYEE'] });
  await signIn(page, reader);
  await openPerson(page, reader);
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0);
  await page.evaluate(() => localStorage.clear());
  const staff = await insertEmployee(paydesk, { permissions: ['READ_ANY_USER'] });
  await signIn(page, staff);
  await page.goto('/users');
  await expect(listOn(page, 'Users').rows.first()).toBeVisible();
});
