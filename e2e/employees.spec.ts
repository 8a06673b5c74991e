import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { headersOf, listOn } from './lists.ts';
import {
  actionOf,
  fullName,
  itemOf,
  insertEmployee,
  openPerson,
  statusOf,
  watchWrites,
} from './people.ts';
import { expect, test } from './server.ts';
import { insertPerson, merchantId, PEOPLE, rowsOf, signIn } from './support.ts';
import { fieldsOf } from './transactions.ts';

const status = (page: Page) => page.getByRole('status').last();
const newEmail = () => `${randomUUID()}@amber.test`;

async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
}

const person = () => ({
  'First name': 'Laura',
  'Last name': `Vilks ${randomUUID().slice(0, 6)}`,
  Email: newEmail(),
  Phone: '+371 2111 1111',
});

test('EM-01, EM-03, EM-04, RT-17, RO-35 the list, its Create for those who may, and the column Role for administrators', async ({
  page,
}) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/merchant-employees');
  const { table, rows } = listOn(page, 'Employees');
  await expect(rows.filter({ hasText: 'operator@amber.test' })).toBeVisible();
  await expect(rows.filter({ hasText: '@baltic.test' })).toHaveCount(0);
  const all = [
    'First Name',
    'Last Name',
    'Email',
    'Phone',
    'Position',
    'Role',
    'Status',
    'Created',
  ];
  expect(await headersOf(table)).toEqual(all);
  await expect(rows.filter({ hasText: 'owner@amber.test' })).toContainText(
    'Merchant Administrator',
  );
  // beside a status an address is whole, and so is a role; those that other journeys make are longer than anybody's
  const cut = await rows
    .locator('td')
    .evaluateAll((all) =>
      all.flatMap(({ textContent, scrollWidth, clientWidth }) =>
        /@amber\.test|^Merchant /.test(textContent) && scrollWidth > clientWidth
          ? [textContent]
          : [],
      ),
    );
  expect(cut).toEqual([]);
  const folded = await table
    .locator('thead tr')
    .first()
    .evaluate((heads) =>
      [...heads.querySelectorAll('button[data-on-paper]')].flatMap((button) => {
        const words = document.createRange();
        words.selectNodeContents(button.firstChild!);
        return words.getClientRects().length > 1 ? [button.textContent] : [];
      }),
    );
  expect(folded, 'each head in one line').toEqual([]);
  await expect(page.getByRole('button', { name: 'Export to CSV' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Create' }).click();
  await expect(page).toHaveURL('/merchant-employees/add');
  await expect(page.getByLabel('First name')).toBeFocused();

  await page.evaluate(() => localStorage.clear());
  await signIn(page, PEOPLE.operator);
  await page.goto('/merchant-employees');
  await expect(rows.filter({ hasText: 'owner@amber.test' })).toBeVisible();
  expect(await headersOf(table)).toEqual(all.filter((label) => label !== 'Role'));
  await expect(page.getByRole('link', { name: 'Create' })).toHaveCount(0);
  await page.goto('/merchant-employees/add');
  // AM-115: it opens, and says who may
  await expect(page.getByText('ask an administrator of your merchant')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create and invite' })).toHaveCount(0);
});

test('EM-02, EM-05, EM-06, RT-26, RT-27 a row opens the person with all that is known; the breadcrumb leads back', async ({
  page,
}) => {
  await signIn(page, PEOPLE.operator);
  await page.goto('/merchant-employees');
  await page.getByRole('link', { name: 'Toms' }).click();
  await expect(page).toHaveTitle('Toms Liepiņš · Paydesk');
  const details = new Map(await fieldsOf(page, 'Details'));
  expect(details.get('Email')).toBe('operator@amber.test');
  expect(details.get('Role')).toBe('Merchant Operator');
  for (const label of ['First Name', 'Last Name', 'Phone', 'Position', 'Description', 'Status'])
    expect(details.has(label), label).toBe(true);
  const record = new Map(await fieldsOf(page, 'Record'));
  expect(record.get('Created by')).toBe('Paydesk');
  const may = page.getByRole('region', { name: 'Can do' });
  // what the role does besides reading, what most come for first
  await expect(may.getByRole('listitem').nth(1)).toHaveText(
    'Refund payments, or mark them as refunded',
  );
  await expect(may.getByText('Reverse payments', { exact: true })).toHaveCount(0);
  const permissions = may.getByRole('group').getByRole('listitem');
  await may.getByText('5 permissions').click();
  await expect(permissions).toHaveCount(5);
  await expect(may).toContainText('Read the transactions of their own merchant');
  // an allowance says what it rests on
  await expect(may.getByTitle(/, which every Merchant Operator has\./).first()).toBeVisible();
  // an operator looks on
  for (const label of ['Edit', 'Block', 'More actions'])
    await expect(page.getByRole('button', { name: label })).toHaveCount(0);
  await page
    .getByRole('navigation', { name: 'Breadcrumbs' })
    .getByRole('link', { name: 'Employees' })
    .click();
  await expect(page).toHaveURL('/merchant-employees');
});

test('EM-09..13, EM-14..18, RT-18 what the form asks for and refuses, and the role it begins with', async ({
  page,
}) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/merchant-employees/add');
  const sent = watchWrites(page);
  const role = page.getByLabel('Role');
  await expect(role).toHaveValue('MERCHANT_OPERATOR');
  expect(await role.getByRole('option').allInnerTexts()).toEqual([
    'Merchant Operator',
    'Merchant Administrator',
  ]);
  const send = page.getByRole('button', { name: 'Create and invite' });
  const error = async (label: string) => {
    const field = page.getByLabel(label);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    return page.locator(`[id="${await field.getAttribute('aria-describedby')}"]`).innerText();
  };
  await send.click();
  for (const label of ['First name', 'Last name', 'Email', 'Phone'])
    expect(await error(label)).toBe(`${label} is required`);
  for (const [label, length] of [
    ['First name', 25],
    ['Last name', 25],
    ['Phone', 20],
    ['Position', 100],
    ['Description', 255],
  ] as const) {
    await page.getByLabel(label).fill('x'.repeat(length + 1));
    await send.click();
    expect(await error(label)).toBe(`Maximum length is ${length} characters`);
    await page.getByLabel(label).fill('x'.repeat(length));
    await send.click();
    await expect(page.getByLabel(label)).not.toHaveAttribute('aria-invalid', 'true');
  }
  await page.getByLabel('Email').fill('abc');
  await send.click();
  expect(await error('Email')).toBe('Email address is invalid');
  await page.getByLabel('Email').fill(`${'x'.repeat(44)}@x.test`);
  await send.click();
  expect(await error('Email')).toBe('Maximum length is 50 characters');
  expect(sent).toEqual([]);
});

test('EM-34, RT-48, AM-100, ER-24 created once, said once; a taken address stands by its field and nothing is lost', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/merchant-employees/add');
  const values = person();
  await fill(page, { ...values, Email: 'Operator@amber.test', Position: 'Buyer' });
  await page.getByLabel('Role').selectOption('Merchant Administrator');
  const send = page.getByRole('button', { name: 'Create and invite' });
  await send.click();
  const email = page.getByLabel('Email');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  const by = page.locator(`[id="${await email.getAttribute('aria-describedby')}"]`);
  await expect(by).toHaveText('This email address is in use already');
  await expect(page.getByLabel('Position')).toHaveValue('Buyer');
  await expect(page.getByLabel('Role')).toHaveValue('MERCHANT_ADMIN');
  await email.fill(values.Email);
  await send.click();
  await expect(status(page)).toContainText('User successfully created');
  await expect(page).toHaveURL(/\/users\/[0-9a-f-]{36}$/);
  await expect(
    page.getByRole('heading', { level: 1, name: `Laura ${values['Last name']}` }),
  ).toBeVisible();
  await expect(statusOf(page)).toContainText('Not activated');
  const [row] = await rowsOf<{ user_role: string; merchant_id: string }>(
    paydesk,
    'select user_role, merchant_id from users where email = $1',
    [values.Email],
  );
  expect(row).toEqual({ user_role: 'MERCHANT_ADMIN', merchant_id: await merchantId(paydesk) });
  await page.reload();
  await expect(statusOf(page)).toContainText('Not activated');
  await expect(status(page)).not.toContainText('created');

  // the address alone says it too, and once
  await page.goto(`${page.url()}?created=true`);
  await expect(status(page)).toContainText('User successfully created');
  await expect(page).toHaveURL(/\/users\/[0-9a-f-]{36}$/);
});

test('EM-02, EM-35 edited and saved: the screen shows it', async ({ page, paydesk }) => {
  const employee = await insertEmployee(paydesk, { position: 'Old' });
  await signIn(page, PEOPLE.owner);
  await openPerson(page, employee);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: `Edit ${fullName(employee)}` });
  await expect(dialog.getByLabel('Email')).toHaveValue(employee.email);
  await dialog.getByLabel('Position').fill('');
  await dialog.getByLabel('First name').fill('Ieva');
  await dialog.getByLabel('Email').fill('operator@amber.test');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText('This email address is in use already')).toBeVisible();
  await dialog.getByLabel('Email').fill(employee.email);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(status(page)).toContainText('User successfully updated.');
  await expect(
    page.getByRole('heading', { level: 1, name: `Ieva ${employee.lastName}` }),
  ).toBeVisible();
  const details = new Map(await fieldsOf(page, 'Details'));
  expect(details.get('Position')).toBe('—');
  const record = new Map(await fieldsOf(page, 'Record'));
  expect(record.get('Updated by')).toBe('Anna Ozola');
});

for (const role of ['owner', 'staff'] as const) {
  const { userRole } = PEOPLE[role];

  test(`EM-19, EM-20, EM-21, EM-23, EM-24, EM-26, EM-27, EM-36, EM-37 blocked and activated, each after its question: ${userRole}`, async ({
    page,
    paydesk,
  }) => {
    const employee = await insertEmployee(paydesk);
    const name = fullName(employee);
    await signIn(page, PEOPLE[role]);
    await openPerson(page, employee);
    const sent = watchWrites(page);
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    const question = page.getByRole('dialog', { name: `Block ${name}?` });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toBeHidden();
    expect(sent).toEqual([]);
    await page.getByRole('button', { name: 'Block', exact: true }).click();
    await question.getByRole('button', { name: `Block ${name}` }).click();
    await expect(status(page)).toContainText('User was blocked successfully.');
    await expect(statusOf(page)).toContainText('Blocked');
    expect(sent).toEqual([`POST /api/users/${employee.id}/actions/block`]);

    const letIn = page.getByRole('dialog', { name: `Activate ${name}?` });
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await letIn.getByRole('button', { name: 'Cancel' }).click();
    expect(sent).toHaveLength(1);
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await letIn.getByRole('button', { name: `Activate ${name}` }).click();
    await expect(status(page)).toContainText('User was activated successfully.');
    await expect(statusOf(page)).toContainText('Activated');

    const self = await insertEmployee(paydesk, { status: 'BLOCKED_SELF', failedLogins: 6 });
    await openPerson(page, self);
    await expect(statusOf(page)).toContainText('Blocked by wrong passwords');
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Activate/ })
      .click();
    await expect(statusOf(page)).toContainText('Activated');
  });

  test(`EM-22, EM-25, EM-38 an invitation is sent anew after its question, and not without end: ${userRole}`, async ({
    page,
    paydesk,
  }) => {
    const employee = await insertEmployee(paydesk, { status: 'NOT_ACTIVATED' });
    await signIn(page, PEOPLE[role]);
    await openPerson(page, employee);
    const sent = watchWrites(page);
    const button = page.getByRole('button', { name: 'Send invitation email', exact: true }).first();
    const dialog = page.getByRole('dialog');
    await button.click();
    await expect(dialog).toContainText(employee.email);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(sent).toEqual([]);
    for (let nth = 1; nth <= 3; nth++) {
      await button.click();
      await dialog.getByRole('button', { name: 'Send invitation email' }).click();
      await expect(dialog).toBeHidden();
      await expect(status(page)).toContainText('Invitation was sent successfully.');
    }
    await button.click();
    await dialog.getByRole('button', { name: 'Send invitation email' }).click();
    await expect(
      dialog.getByText('invitation was sent 3 times within an hour; please try again later'),
    ).toBeVisible();
    const [row] = await rowsOf<{ n: number }>(
      paydesk,
      'select count(*)::int as n from tokens where user_id = $1',
      [employee.id],
    );
    expect(row!.n).toBe(3);
  });

  test(`EM-31, EM-32, EM-40, EM-41, AM-99 the role granted and revoked, at once: ${userRole}`, async ({
    page,
    paydesk,
  }) => {
    const employee = await insertEmployee(paydesk);
    await signIn(page, PEOPLE[role]);
    await openPerson(page, employee);
    await (await actionOf(page, 'Grant administrator role')).click();
    await expect(status(page)).toContainText('Role was granted successfully.');
    await expect(statusOf(page)).toContainText('Merchant Administrator');
    await expect(page.getByRole('region', { name: 'Can do' })).toContainText('12 permissions');
    await expect(page.getByRole('menuitem')).toHaveCount(0);
    await (await actionOf(page, 'Revoke administrator role')).click();
    await expect(status(page)).toContainText('Role was revoked successfully.');
    await expect(statusOf(page)).toContainText('Merchant Operator');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test(`EM-28, EM-30, EM-39, AM-43 deleted after its question, and back at the list without them: ${userRole}`, async ({
    page,
    paydesk,
  }) => {
    const employee = await insertEmployee(paydesk);
    const name = fullName(employee);
    await signIn(page, PEOPLE[role]);
    await openPerson(page, employee);
    const sent = watchWrites(page);
    const dialog = page.getByRole('dialog', { name: `Delete ${name}?` });
    await (await actionOf(page, 'Delete')).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(sent).toEqual([]);
    await (await actionOf(page, 'Delete')).click();
    await dialog.getByRole('button', { name: `Delete ${name}` }).click();
    await expect(status(page)).toContainText('Employee deleted successfully.');
    await expect(page).toHaveURL(
      role === 'owner' ? '/merchant-employees' : `/merchants/${employee.merchantId}?tab=employees`,
    );
    const { rows } = listOn(page, 'Employees');
    await expect(rows.filter({ hasText: 'owner@amber.test' })).toBeVisible();
    await expect(rows.filter({ hasText: employee.email })).toHaveCount(0);
    await expect(page.getByRole('alert')).toBeEmpty();
    await page.goto(`/users/${employee.id}`);
    if (role === 'staff') await expect(statusOf(page)).toContainText('Deactivated');
    else await expect(page.getByRole('heading', { name: 'There is no such user' })).toBeVisible();
  });
}

test('EM-29, EM-33, AM-76, AM-105 oneself and the last administrator: what is refused says why', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.balticOwner);
  const [me] = await rowsOf<{ id: string; merchant_id: string }>(
    paydesk,
    'select id, merchant_id from users where email = $1',
    [PEOPLE.balticOwner.email],
  );
  await page.goto(`/users/${me!.id}`);
  const block = page.getByRole('button', { name: 'Block', exact: true });
  await expect(block).toBeDisabled();
  await expect(block).toHaveAccessibleDescription('You can’t block yourself');
  await expect(await actionOf(page, 'Revoke administrator role')).toBeDisabled();
  await expect(page.getByRole('menuitem', { name: 'Revoke' })).toContainText(
    'You can’t revoke your own role',
  );
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);

  // as staff: of a merchant with one administrator
  const shop = await rowsOf<{ id: string }>(
    paydesk,
    `select id from merchants where name = 'Salt Works'`,
  );
  const only = await insertPerson(paydesk, {
    merchantId: shop[0]!.id,
    userRole: 'MERCHANT_ADMIN',
    lastName: 'Only',
  });
  await page.evaluate(() => localStorage.clear());
  await signIn(page, PEOPLE.staff);
  await page.goto(`/users/${only.id}`);
  await expect(block).toHaveAccessibleDescription(
    'The merchant would be left without an administrator',
  );
  for (const label of ['Revoke administrator role', 'Delete'])
    await expect(await actionOf(page, label)).toBeDisabled();

  // the technical staff and operators look on
  for (const who of ['technical', 'operator'] as const) {
    await page.evaluate(() => localStorage.clear());
    await signIn(page, PEOPLE[who]);
    const employee = await insertEmployee(paydesk);
    await openPerson(page, employee);
    for (const label of ['Edit', 'Block', 'More actions'])
      await expect(page.getByRole('button', { name: label }), who).toHaveCount(0);
  }
});

test('EM-19..22, AM-105 in each status: what it offers is a button, the rest is disabled and says why', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.owner);
  const offers = {
    ACTIVATED: 'Block',
    BLOCKED: 'Activate',
    BLOCKED_SELF: 'Activate',
    NOT_ACTIVATED: 'Send invitation email',
  } as const;
  for (const [name, offered] of Object.entries(offers)) {
    await openPerson(page, await insertEmployee(paydesk, { status: name as 'ACTIVATED' }));
    await expect(page.getByRole('button', { name: offered, exact: true })).toBeEnabled();
    for (const other of new Set(Object.values(offers))) {
      if (other === offered) continue;
      await expect(await actionOf(page, other)).toBeDisabled();
      await expect(itemOf(page, other)).toContainText('; this one is ');
    }
  }
});

test('SB-03, AM-41 two merchants side by side never see each other; staff see both, and where to find them', async ({
  page,
  paydesk,
}) => {
  const stranger = await insertEmployee(paydesk, {
    merchantId: await merchantId(paydesk, 'Baltic Books'),
  });
  await signIn(page, PEOPLE.owner);
  await page.goto('/merchant-employees?f_email=baltic');
  await expect(page.getByText('No results')).toBeVisible();
  await page.goto(`/users/${stranger.id}`);
  await expect(page.getByRole('heading', { name: 'There is no such user' })).toBeVisible();
  await expect(page.getByText(stranger.lastName)).toHaveCount(0);
  // another merchant in the address adds nobody there
  await page.goto(`/merchant-employees/add?merchant=${stranger.merchantId}`);
  await fill(page, person());
  await page.getByRole('button', { name: 'Create and invite' }).click();
  await expect(
    page.getByText('This action is not allowed. Please contact Application administrator.').first(),
  ).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('Laura');

  for (const who of ['staff', 'technical'] as const) {
    await page.evaluate(() => localStorage.clear());
    await signIn(page, PEOPLE[who]);
    await page.goto('/merchant-employees');
    await expect(page.getByText('You belong to no merchant')).toBeVisible();
    await page.getByRole('link', { name: 'All users' }).click();
    await expect(page).toHaveURL('/users');
  }
});
