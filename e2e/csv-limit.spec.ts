import { readFile } from 'node:fs/promises';
import { listOn } from './lists.ts';
import { expect, test } from './server.ts';
import { callAs, PEOPLE, signIn } from './support.ts';

test.use({ paydeskEnvironment: { CSV_RECORDS_LIMIT: '5' } });

test('CS-19 API-151 AM-34 above the limit the export says how much it leaves out, and leaves it out', async ({
  page,
  paydesk,
}) => {
  expect(await callAs(paydesk, PEOPLE.owner, '/api/csv/records-limit')).toEqual({
    recordsLimit: 5,
  });
  await signIn(page, PEOPLE.technical);
  await page.goto('/soap-logs');
  const list = listOn(page, 'SOAP Logs');
  await expect(page.getByText(/messages (in .* · )?1–50 of /)).toBeVisible();
  const total = /of ([\d']+)/.exec(await list.pages.innerText())![1];
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export soap logs to csv file' });
  await expect(dialog).toContainText(`Only the first 5 of ${total} records will be exported`);
  const answered = page.waitForResponse('**/api/soap-logs.csv?*');
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /^Export/ }).click();
  expect((await answered).headers()['x-records-truncated']).toBe('true');
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(text.match(/^[0-9a-f-]{36},/gm)).toHaveLength(5);

  // with days the count is that of the days
  await page.goto('/transactions');
  await expect(listOn(page, 'Transactions').rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  const days = page.getByRole('dialog', { name: 'Export transactions to csv file' });
  const shown = await days.getByRole('textbox', { name: 'From' }).inputValue();
  const { totalElements } = await callAs<{ totalElements: number }>(
    paydesk,
    PEOPLE.technical,
    `/api/transactions?f_date=${shown}&timeZone=Europe/Riga`,
  );
  const words = days.getByText(/Only the first 5 of/);
  if (totalElements > 5)
    await expect(words).toHaveText(`Only the first 5 of ${totalElements} records will be exported`);
  else await expect(words).toBeHidden();
  await page.keyboard.press('Escape');

  // under the limit nothing is asked and nothing said
  const { content } = await callAs<{ content: { transactionId: string }[] }>(
    paydesk,
    PEOPLE.technical,
    '/api/mpi-logs',
  );
  await page.goto(`/mpi-logs?f_transactionId=${content[0]!.transactionId}`);
  await expect(listOn(page, '3DS Logs').rows.first()).toBeVisible();
  const small = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  await small;
  await expect(page.getByRole('dialog')).toBeHidden();
});
