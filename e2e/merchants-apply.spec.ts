import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { hashToken } from '../apps/server/src/platform/auth/next-token.ts';
import { png } from '../apps/server/src/testing/applications.ts';
import { expect, test } from './server.ts';
import { onDatabase, PEOPLE, signIn } from './support.ts';

test('MB-01, MB-04, SB-43 a merchant applies by its link, its draft survives a reload, and staff see what it handed in', async ({
  page,
  paydesk,
  browser,
}) => {
  const tail = String(Date.now());
  await page.goto('/apply');
  await page.getByLabel('Email').fill(`anna-${tail}@coast.test`);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('We have sent a link to that address.')).toBeVisible();
  // the mail's token is nowhere but in the mail
  const token = randomBytes(32).toString('base64url');
  await onDatabase(paydesk, (client) =>
    client.query(
      `insert into merchant_applications (id, email, token_hash, created_date, expires_date)
       values ($1, $2, $3, now(), now() + interval '1 day')`,
      [randomUUIDv7(), `anna-${tail}@coast.test`, hashToken(token)],
    ),
  );
  await page.goto('/apply?token=nothing');
  await expect(page.getByText('This link has been used or is over.')).toBeVisible();
  await page.goto(`/apply?token=${token}`);
  const name = `Apply ${tail}`;
  const type = (label: string, text: string) =>
    page.getByRole('textbox', { name: new RegExp(`^${label}( optional)?$`) }).fill(text);
  for (const [label, text] of [
    ['Name', name],
    ['Legal ID', `4${tail.slice(-10)}`],
    ['Business description', 'Sells books.'],
    ['Expected turnover a year', '120000'],
    ['IBAN', 'LV00'],
    ['Phone', '+371 2000 0000'],
    ['Street Address', 'Harbour Street 1'],
    ['Zip Code', 'LV-1010'],
    ['First name', 'Anna'],
    ['Last name', 'Kalna'],
  ] as const)
    await type(label, text);
  await page.getByLabel('Country').selectOption('LV');
  await page.getByLabel('MCC').selectOption('5942');
  await page.getByRole('button', { name: 'Add owner' }).click();
  await page.getByLabel('Owner 1, Name').fill('Anna Kalna');
  await page.getByLabel('Owner 1, Share').fill('100');
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<p>') });
  await expect(page.getByText('A document must be a whole PDF, PNG or JPEG')).toBeVisible();
  await page
    .getByLabel('File')
    .setInputFiles({ name: 'register.png', mimeType: 'image/png', buffer: png() });
  await expect(page.getByText('register.png')).toBeVisible();
  await page.reload();
  await expect(page.getByText('register.png')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
  await expect(page.getByLabel('MCC')).toHaveValue('5942');
  await expect(page.getByLabel('Owner 1, Name')).toHaveValue('Anna Kalna');
  const send = page.getByRole('button', { name: 'Send application' });
  await send.click();
  await expect(page.getByText('IBAN is invalid')).toBeVisible();
  await type('IBAN', 'LV97 HABA 0012 3456 7891 0');
  await send.click();
  await expect(page.getByText('We have your application')).toBeVisible();
  await page.reload();
  await expect(page.getByText('This link has been used or is over.')).toBeVisible();

  const context = await browser.newContext({ baseURL: paydesk.url });
  const desk = await context.newPage();
  await signIn(desk, PEOPLE.staff);
  await desk.goto(`/merchants?f_status=PENDING_APPROVAL&f_name=${encodeURIComponent(name)}`);
  await desk.locator('tbody tr').filter({ hasText: name }).click();
  await desk.getByRole('link', { name: 'Background' }).click();
  await expect(desk.getByText('this is what it told us')).toBeVisible();
  const download = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Download register.png' }).click();
  expect((await download).suggestedFilename()).toBe('register.png');
  await desk.getByRole('button', { name: 'Approve' }).click();
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: `Approve ${name}` })
    .click();
  await desk
    .getByRole('navigation', { name: 'Merchant', exact: true })
    .getByRole('link', { name: 'Employees' })
    .click();
  await expect(desk.getByText(`anna-${tail}@coast.test`)).toBeVisible();
  await context.close();
});
