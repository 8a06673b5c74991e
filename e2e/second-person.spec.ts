import { randomUUIDv7 } from 'node:crypto';
import { insertOrder } from '../apps/server/src/seed/factories/orders.ts';
import { expect, test } from './server.ts';
import {
  insertPerson,
  insertTransaction,
  loginOf,
  merchantId,
  onDatabase,
  PEOPLE,
  signIn,
} from './support.ts';
import { openAction, openTransaction } from './transactions.ts';

test('SB-07, SB-46 an operator asks for a refund above the threshold; their administrator agrees, and both see it', async ({
  page,
  paydesk,
}) => {
  const merchant = await merchantId(paydesk);
  const { id } = await insertTransaction(paydesk, { amountCents: 880_000n });
  const threshold = randomUUIDv7();
  // above all that other journeys give back
  await onDatabase(paydesk, (client) =>
    client.query(
      `insert into approval_thresholds (id, kind, amount_cents, counts, merchant_id, set_by, created_date)
       values ($1, 'REFUND', 777700, 'EACH', $2, 'MERCHANT', now())`,
      [threshold, merchant],
    ),
  );
  const status = page.getByRole('status').last();
  const waits = page.getByText('Waiting for a second person:');
  try {
    await signIn(page, PEOPLE.operator);
    await openTransaction(page, id);
    const dialog = await openAction(page, 'Refund');
    await dialog.getByLabel('Amount').fill('8000');
    await dialog.getByLabel('Reason').selectOption('RETURNED_PRODUCT');
    await dialog.getByRole('button', { name: /^Refund 8.*EUR$/ }).click();
    const why = page.getByRole('dialog', { name: 'A second person has to agree' });
    await why.getByRole('button', { name: 'Ask for it' }).click();
    await expect(why.getByText('Reason is required')).toBeVisible();
    await why.getByLabel('Reason').fill('The whole delivery came back');
    await why.getByRole('button', { name: 'Ask for it' }).click();
    await expect(status).toContainText('It is waiting for a second person');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(waits.locator('..')).toContainText('asked for by you');
    await page.getByRole('link', { name: 'Open the request' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Refunds' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Confirm' })).toHaveCount(0);

    await page.evaluate(() => localStorage.clear());
    await signIn(page, PEOPLE.owner);
    await page.goto(`/transactions/${id}`);
    await expect(waits.locator('..')).toContainText('‘The whole delivery came back’');
    await page.getByRole('link', { name: 'Open the request' }).click();
    await expect(page.getByText("8'000.00").first()).toBeVisible();
    await page.getByRole('button', { name: 'Confirm' }).click();
    const word = page.getByRole('dialog', { name: /^Refunds/ });
    await word.getByRole('button', { name: 'Confirm' }).click();
    await expect(status).toContainText('The request was confirmed');
    await expect(page.getByRole('region', { name: 'Details' })).toContainText('Done');

    await page.evaluate(() => localStorage.clear());
    await signIn(page, PEOPLE.operator);
    await page.goto(`/approvals?f_aboutId=${id}`);
    await expect(page.getByRole('row').nth(1)).toContainText('Confirmed');
    await openTransaction(page, id);
    await expect(waits).toHaveCount(0);
    await expect(page.getByText("8'000.00").first()).toBeVisible();
  } finally {
    await onDatabase(paydesk, (client) =>
      client.query('delete from approval_thresholds where id = $1', [threshold]),
    );
  }
});

test('SB-07, SB-18, AM-113 whoever agrees that a payment counts reads in the question and on the page which other has paid for the same', async ({
  page,
  paydesk,
}) => {
  const merchant = await merchantId(paydesk);
  const { id: orderId } = await onDatabase(paydesk, (client) =>
    insertOrder(client, { merchantId: merchant }),
  );
  const given = { orderId, amountCents: 990_000n };
  const { id } = await insertTransaction(paydesk, { ...given, status: 'FAILED' });
  const { id: paid } = await insertTransaction(paydesk, { ...given, status: 'SUCCESS' });
  const threshold = randomUUIDv7();
  await onDatabase(paydesk, (client) =>
    client.query(
      `insert into approval_thresholds (id, kind, amount_cents, counts, merchant_id, set_by, created_date)
       values ($1, 'MARK', 980000, 'EACH', $2, 'MERCHANT', now())`,
      [threshold, merchant],
    ),
  );
  try {
    await signIn(page, PEOPLE.operator);
    await openTransaction(page, id);
    const dialog = await openAction(page, 'Mark as successful');
    await expect(dialog).toContainText('has paid for the same already');
    await dialog.getByRole('button', { name: 'Mark as successful' }).click();
    const why = page.getByRole('dialog', { name: 'A second person has to agree' });
    await why.getByLabel('Reason').fill('They paid in the shop');
    await why.getByRole('button', { name: 'Ask for it' }).click();
    await page.getByRole('link', { name: 'Open the request' }).click();
    await expect(page).toHaveURL(/\/approvals\/[0-9a-f-]{36}$/);
    const request = page.url();

    await page.evaluate(() => localStorage.clear());
    await signIn(page, PEOPLE.owner);
    await page.goto(request);
    const exactly = page.getByRole('region', { name: 'What exactly' });
    await expect(exactly).toContainText("Another payment, of 9'900.00 EUR, has paid for the same");
    await expect(exactly.getByRole('link', { name: 'Open that transaction' })).toHaveAttribute(
      'href',
      `/transactions/${paid}`,
    );
    await page.getByRole('button', { name: 'Confirm' }).click();
    const word = page.getByRole('dialog', { name: /beside another payment, of 9'900\.00 EUR/ });
    await word.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('region', { name: 'Details' })).toContainText('Done');
  } finally {
    await onDatabase(paydesk, (client) =>
      client.query('delete from approval_thresholds where id = $1', [threshold]),
    );
  }
});

test('SB-46 who asked for a file that waits sees there at once that it is confirmed, and fetches it', async ({
  page,
  paydesk,
}) => {
  const threshold = randomUUIDv7();
  const second = await insertPerson(paydesk, { merchantId: null, userRole: 'BACKOFFICE_ADMIN' });
  await onDatabase(paydesk, (client) =>
    client.query(
      `insert into approval_thresholds (id, kind, counts, set_by, created_date)
       values ($1, 'EXPORT', 'EACH', 'STAFF', now())`,
      [threshold],
    ),
  );
  try {
    await signIn(page, PEOPLE.staff);
    await page.goto('/customers');
    await page.getByRole('button', { name: 'Export to CSV' }).click();
    const why = page.getByRole('dialog', { name: 'A second person has to agree' });
    await why.getByLabel('Reason').fill('The auditors ask for it');
    await why.getByRole('button', { name: 'Ask for it' }).click();
    const panel = page.getByRole('region', { name: 'Exports' });
    await expect(panel).toContainText('The export of Customers is waiting for a second person');
    await expect(panel.getByRole('button', { name: 'Download' })).toHaveCount(0);
    const href = await panel.getByRole('link', { name: 'Open the request' }).getAttribute('href');
    const { token } = await loginOf(paydesk, second);
    const confirmed = await fetch(`${paydesk.url}/api${href!}/actions/approve`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUIDv7(),
      },
      body: '{}',
    });
    expect(confirmed.status).toBe(200);
    await expect(panel).toContainText('The export of Customers is confirmed');
    const downloading = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^customers_/);
  } finally {
    await onDatabase(paydesk, (client) =>
      client.query('delete from approval_thresholds where id = $1', [threshold]),
    );
  }
});
