import { randomUUID } from 'node:crypto';
import { listOn } from './lists.ts';
import { actionOf, fullName, itemOf, openPerson, statusOf } from './people.ts';
import { expect, test } from './server.ts';
import { insertPerson, onDatabase, PEOPLE, rowsOf, signIn } from './support.ts';

test('SB-07, SB-22, SB-46 staff invite a colleague; a lost second factor is asked for by one and confirmed by another', async ({
  page,
  paydesk,
}) => {
  const email = `${randomUUID()}@desk.test`;
  const second = await insertPerson(paydesk, {
    userRole: 'BACKOFFICE_ADMIN',
    firstName: 'Bob',
    lastName: 'Ash',
  });
  const status = page.getByRole('status').last();
  try {
    await signIn(page, PEOPLE.staff);
    await page.goto('/users');
    await page.getByRole('link', { name: 'Invite', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Invite user' })).toBeVisible();
    await page.getByLabel('First name').fill('Žanete');
    await page.getByLabel('Last name').fill('Ó Dálaigh');
    await page.getByLabel('Email').fill('owner@amber.test');
    await expect(page.getByLabel('Role')).toHaveValue('');
    await page.getByRole('button', { name: 'Create and invite' }).click();
    await expect(page.getByText('Role is required')).toBeVisible();
    await page.getByLabel('Role').selectOption('BACKOFFICE_TECHNICAL');
    await page.getByRole('button', { name: 'Create and invite' }).click();
    await expect(page.getByText('This email address is in use already')).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Create and invite' }).click();
    await expect(status).toContainText('User successfully created');
    await expect(statusOf(page)).toContainText('Not activated');
    await (await actionOf(page, 'Grant administrator role')).click();
    await expect(statusOf(page)).toContainText('Back Office Administrator');
    const [{ id }] = (await rowsOf<{ id: string }>(
      paydesk,
      'select id from users where email = $1',
      [email],
    )) as [{ id: string }];

    // they have come, and lost their phone
    await onDatabase(paydesk, async (client) => {
      await client.query(`update users set status = 'ACTIVATED' where id = $1`, [id]);
      await client.query(
        `insert into second_factors (user_id, secret, created_date, confirmed_date)
         values ($1, '', now(), now())`,
        [id],
      );
    });
    await page.reload();
    await expect(statusOf(page)).toContainText('Activated');
    await (await actionOf(page, 'Remove second factor')).click();
    const question = page.getByRole('dialog', { name: 'Remove the second factor of' });
    await question.getByRole('button', { name: 'Ask for it' }).click();
    await expect(question.getByText('Reason is required')).toBeVisible();
    await question.getByLabel('Reason').fill('The phone fell into the sea');
    await question.getByRole('button', { name: 'Ask for it' }).click();
    await expect(status).toContainText('Another administrator has to confirm it now');
    await expect(page.getByText('Waiting for a second person:')).toBeVisible();
    await page.getByRole('link', { name: 'Open the request' }).click();
    await expect(page).toHaveURL(/\/approvals\/[\w-]+$/);
    await page.goto(`/approvals?f_aboutId=${id}`);
    const { rows } = listOn(page, 'Approvals');
    await expect(rows).toHaveCount(1);
    await rows.getByRole('button', { name: /^Actions for the request/ }).click();
    await expect(itemOf(page, 'Confirm')).toContainText('another administrator confirms it');
    await page.keyboard.press('Escape');

    await page.evaluate(() => localStorage.clear());
    await signIn(page, second);
    await page.goto(`/approvals?f_aboutId=${id}`);
    await rows.getByRole('button', { name: /^Actions for the request/ }).click();
    await itemOf(page, 'Confirm').click();
    const word = page.getByRole('dialog', { name: 'Remove a second factor: Žanete Ó Dálaigh?' });
    await expect(word).toContainText('‘The phone fell into the sea’');
    await word.getByRole('button', { name: 'Confirm' }).click();
    await expect(rows).toContainText('Confirmed');
    await rows.getByRole('link').first().click();
    await page.getByRole('region', { name: 'Related' }).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Žanete Ó Dálaigh' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Details' })).toContainText('Two-factor sign-in');
    const [left] = await rowsOf<{ n: number }>(
      paydesk,
      'select count(*)::int as n from second_factors where user_id = $1',
      [id],
    );
    expect(left!.n).toBe(0);
    // and gone again
    const dialog = page.getByRole('dialog');
    await (await actionOf(page, 'Delete')).click();
    await dialog.getByRole('button', { name: /^Delete/ }).click();
    await expect(page).toHaveURL('/users');
    await openPerson(page, second);
    await expect(page.getByRole('heading', { level: 1, name: fullName(second) })).toBeVisible();
  } finally {
    await onDatabase(paydesk, (client) =>
      client.query(`update users set status = 'DEACTIVATED' where id = $1 or email = $2`, [
        second.id,
        email,
      ]),
    );
  }
});
