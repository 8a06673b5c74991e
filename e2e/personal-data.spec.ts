import { readFile } from 'node:fs/promises';
import {
  insertCustomer,
  insertTransaction as insertPayment,
} from '../apps/server/src/seed/factories.ts';
import { insertCard } from '../apps/server/src/seed/factories/customers.ts';
import { expect, test } from './server.ts';
import { merchantId, onDatabase, PEOPLE, rowsOf, signIn } from './support.ts';
import { patient } from './patience.ts';

test('SB-42, SB-46 a person is exported and erased: the preview, the reason, the search after it, and the payment that stays', async ({
  page,
  paydesk,
}) => {
  const amber = await merchantId(paydesk);
  const { id, payment } = await onDatabase(paydesk, async (client) => {
    const customer = await insertCustomer(client, {
      firstName: 'Mirdza',
      lastName: 'Ozolkalne',
      email: 'mirdza.ozolkalne@mail.test',
      personalId: '050577-10203',
      status: 'ACTIVE',
    });
    await insertCard(client, { customerId: customer.id });
    const paid = await insertPayment(client, {
      merchantId: amber,
      customerId: customer.id,
      description: 'Garden chair for Mirdza Ozolkalne',
      amountCents: 84_00n,
    });
    return { id: customer.id, payment: paid.id };
  });
  await signIn(page, PEOPLE.staff);
  await page.goto(`/customers/${id}`);
  await page
    .getByRole('navigation', { name: 'Customer' })
    .getByRole('link', { name: 'Personal data' })
    .click();
  const changes = page.getByRole('table', { name: 'What an erasure removes' });
  await expect(changes.getByRole('row', { name: /^Customers 1 / })).toContainText('First name');
  await expect(page.getByText(/_sealed|search_name|^[a-z]+_[a-z_]+$/)).toHaveCount(0);
  await expect(changes.getByRole('row', { name: /^Transactions 1 / })).toContainText('Description');
  await expect(page.getByText(/accounting records/)).toBeVisible();

  const ask = async (action: string, title: string, submit: string) => {
    // where it is said what comes of it
    await page.goto(`/customers/${id}?tab=personal-data`);
    await page.getByRole('button', { name: action, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('textbox').fill('Letter of 3 November');
    await dialog.getByRole('button', { name: submit, exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await ask(
    'Export personal data',
    'Export what is held about Mirdza Ozolkalne?',
    'Prepare export',
  );
  await page.goto(`/customers/${id}?tab=personal-data`);
  const download = page.waitForEvent('download');
  const head = page.getByRole('region', { name: 'Export', exact: true }).locator('header');
  await head.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`personal-data-${id}.json`);
  const { tables } = JSON.parse(await readFile(await file.path(), 'utf8'));
  expect(tables.customers[0].personal_id).toBe('050577-10203');
  expect(tables.transactions).toHaveLength(1);

  await ask('Erase', 'Erase Mirdza Ozolkalne?', 'Erase Mirdza Ozolkalne');
  await expect(page.getByRole('heading', { level: 1, name: 'Erased person' })).toBeVisible();
  await page.goto(`/customers/${id}?tab=personal-data`);
  await expect(page.getByText('Checked: nothing of this person is left.')).toBeVisible({
    timeout: patient(60_000),
  });
  await expect(page.getByText('Nothing is left to erase.')).toBeVisible();
  await page.goto('/customers');
  await page.getByLabel('Filter by Last Name').fill('Ozolkalne');
  await expect(page.getByText(/^No customers|Nothing|No records/).first()).toBeVisible();
  // the books are as they were
  expect(
    await rowsOf(
      paydesk,
      'select amount_cents::int as cents, description from transactions where id = $1',
      [payment],
    ),
  ).toEqual([{ cents: 8400, description: 'Garden chair for [erased]' }]);
});

test('SB-46, SB-47 a personal ID is shown to who says why, and hidden again', async ({
  page,
  paydesk,
}) => {
  const { id } = await onDatabase(paydesk, (client) =>
    insertCustomer(client, {
      firstName: 'Velta',
      lastName: 'Kļaviņa',
      personalId: '050577-10203',
      status: 'ACTIVE',
    }),
  );
  await signIn(page, PEOPLE.technical);
  await page.clock.install();
  await page.goto(`/customers/${id}`);
  await expect(page.getByText('05••••••••03')).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show personal ID', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Show the personal ID of Velta Kļaviņa?' });
  await dialog.getByLabel('Why you need to see it').fill('She called, and I compare');
  await dialog.getByRole('button', { name: 'Show personal ID' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('050577-10203')).toBeVisible();
  await page.clock.fastForward(31_000);
  await expect(page.getByText('050577-10203')).toBeHidden();
  await expect(page.getByText('05••••••••03')).toBeVisible();
  const [log] = await rowsOf<{ reason: string }>(
    paydesk,
    `select details->>'reason' as reason from audit_logs where action = 'SHOW_PERSONAL_ID' and entity_id = '${id}'`,
  );
  expect(log!.reason).toBe('She called, and I compare');
});
