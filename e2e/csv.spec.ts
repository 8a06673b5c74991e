import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { listOn, watchCalls } from './lists.ts';
import { expect, test } from './server.ts';
import {
  callAs,
  EACH_ROLE,
  insertTransaction,
  loginOf,
  markNoticeSeen,
  PEOPLE,
  sessionCookie,
  signIn,
} from './support.ts';

const DIALOG = 'Export transactions to csv file';
const DAY_MS = 86_400_000;

const inRiga = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Riga' });
const isoDay = (date: Date) => inRiga.format(date);

/** Half an hour after midnight in Riga on the 16th of last month: still the 15th in UTC. */
function midMonth(): Date {
  const now = new Date();
  const [evening, later] = [21, 22].map(
    (hour) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15, hour)),
  );
  const midnight = isoDay(evening!).endsWith('16') ? evening! : later!;
  return new Date(midnight.getTime() + 30 * 60_000);
}

const dotted = (iso: string) => iso.split('-').reverse().join('.');

/** RFC 4180, as the file promises to be. */
function readCsv(text: string): string[][] {
  expect(text.charCodeAt(0), 'begins with a BOM').toBe(0xfeff);
  const records: string[][] = [[]];
  for (const [, quoted, plain, end] of text
    .slice(1)
    .matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n|$)/g)) {
    records.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') records.push([]);
    if (end === '') break;
  }
  return records.filter((record) => record.length > 1);
}

async function exported(page: Page) {
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('dialog', { name: DIALOG })
    .getByRole('button', { name: /^Export/ })
    .click();
  const download = await downloading;
  const text = await readFile(await download.path(), 'utf8');
  const [head = [], ...records] = readCsv(text);
  return { name: download.suggestedFilename(), head, records };
}

/** Signed in at that moment; the server's own clock goes on. */
async function signInAt(
  page: Page,
  now: Date,
  who: keyof typeof PEOPLE,
  url: string,
  databaseUrl: string,
) {
  const paydesk = { url, databaseUrl, output: () => '' };
  await page.clock.setFixedTime(now);
  const login = await loginOf(paydesk, PEOPLE[who]);
  await page.context().addCookies([sessionCookie(paydesk, login, Date.now() + DAY_MS)]);
  await page.context().addInitScript(markNoticeSeen);
}

test('TX-21..25 CS-05, CS-18 GT-18 the export: its dialog, what it asks for, and the file of the filtered rows', async ({
  page,
  paydesk,
}) => {
  const now = midMonth();
  const today = isoDay(now);
  const before = isoDay(new Date(now.getTime() - 3 * DAY_MS));
  const awkward = '=SUM(1;2), "quoted" & <b>';
  const mark = `Export ${crypto.randomUUID()}`;
  for (const [minutes, amountCents, description] of [
    [0, 1_234_567_50n, mark],
    [-1, 5n, `${awkward} ${mark}`],
    [-60 * 24 * 3, 100n, mark],
    // yesterday in Riga, and today from midnight on there
    [-31, 200n, mark],
    [-30, 300n, mark],
    [-60 * 24 * 5, 400n, mark],
  ] as const)
    await insertTransaction(paydesk, {
      amountCents,
      description,
      date: new Date(now.getTime() + minutes * 60_000),
    });

  await signInAt(page, now, 'owner', paydesk.url, paydesk.databaseUrl);
  const calls = watchCalls(page, '/api/transactions.csv');
  await page.goto(`/transactions?f_description=${mark.replaceAll(' ', '+')}&sort=amount,ASC`);
  const { rows } = listOn(page, 'Transactions');
  await expect(rows).toHaveCount(6);
  const dialog = page.getByRole('dialog', { name: DIALOG });
  const from = dialog.getByRole('button', { name: /^From/ });
  const to = dialog.getByRole('button', { name: /^To/ });
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  await expect(from).toHaveText(dotted(today));
  await expect(to).toHaveText(dotted(today));
  await expect(dialog).toContainText(
    `Days from ${dotted(today)} to ${dotted(today)}, both included`,
  );
  await expect(dialog).toContainText('Europe/Riga');

  const pick = async (field: typeof from, iso: string) => {
    await field.click();
    const words = new Date(`${iso}T12:00Z`).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    });
    const day = page.getByRole('button', { name: words });
    await day.click();
    await expect(day, 'the calendar closes').toBeHidden();
    await expect(field).toHaveText(dotted(iso));
  };
  // from after to is said and sends nothing
  await pick(to, before);
  await expect(dialog.getByText('From date cannot exceed to date')).toBeVisible();
  await expect(dialog.getByText('To date cannot be before from date')).toBeVisible();
  await dialog.getByRole('button', { name: /^Export/ }).click();
  expect(calls).toHaveLength(0);
  await pick(from, before);
  await expect(dialog.getByText('From date cannot exceed to date')).toBeHidden();
  await pick(to, today);

  const file = await exported(page);
  await expect(dialog).toBeHidden();
  expect(file.name).toBe(`transactions_${today}.csv`);
  expect(Object.fromEntries(calls[0]!)).toEqual({
    sort: 'amount,ASC',
    timeZone: 'Europe/Riga',
    f_description: mark,
    dateFrom: before,
    dateTo: today,
  });
  const column = (label: string) => file.records.map((record) => record[file.head.indexOf(label)]);
  expect(column('Amount'), 'the rows of these days, in the order of the list').toEqual([
    '0.05',
    '1.00',
    '2.00',
    '3.00',
    '1234567.50',
  ]);
  expect(column('Description')[0]).toBe(`'${awkward} ${mark}`);
  expect(column('Date').at(-1)).toBe(`${dotted(today)} 00:30`);

  // today alone, in the zone of the browser
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  await expect(from).toHaveText(dotted(today));
  const one = await exported(page);
  expect(one.records.map((record) => record[one.head.indexOf('Amount')])).toEqual([
    '0.05',
    '3.00',
    '1234567.50',
  ]);
});

const SHOWN: Record<(typeof EACH_ROLE)[number], readonly string[]> = {
  staff: ['Payer', 'Merchant'],
  technical: ['Payer', 'Merchant', 'Error type', 'Error code', 'Error', 'xid'],
  owner: [],
  operator: [],
};

test('GT-17 the file holds the columns of the list and every row of its filters, for each role', async ({
  page,
  paydesk,
}) => {
  const now = midMonth();
  const day = isoDay(now);
  const query = new URLSearchParams({
    f_date: dotted(day),
    f_amount: '..60',
    timeZone: 'Europe/Riga',
    size: '200',
    sort: 'createdDate,DESC',
  });
  for (const who of EACH_ROLE) {
    await page.context().clearCookies();
    await signInAt(page, now, who, paydesk.url, paydesk.databaseUrl);
    await page.goto('/transactions?f_amount=..60');
    const list = listOn(page, 'Transactions');
    await expect(list.rows.first()).toBeVisible();
    await page.getByRole('button', { name: 'Export to CSV' }).click();
    const { head, records } = await exported(page);
    const limited = ['Payer', 'Merchant', 'Error type', 'Error code', 'Error', 'xid'];
    expect(
      head.filter((label) => limited.includes(label)),
      who,
    ).toEqual(SHOWN[who]);
    const { content } = await callAs<{ content: { id: string; amount: number }[] }>(
      paydesk,
      PEOPLE[who],
      `/api/transactions?${query}`,
    );
    expect(content.length).toBeGreaterThan(0);
    expect(content.length, 'all on one page').toBeLessThan(200);
    expect(records.map((record) => record[head.indexOf('ID')])).toEqual(
      content.map(({ id }) => id),
    );
    expect(records.map((record) => Number(record[head.indexOf('Amount')]))).toEqual(
      content.map(({ amount }) => amount),
    );
    await page.evaluate(() => localStorage.clear());
  }
});

test('an export that fails is said, the dialog and its days stay', async ({ page }) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/transactions');
  await page.route('**/api/transactions.csv?*', (route) => route.fulfill({ status: 504 }));
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  const dialog = page.getByRole('dialog', { name: DIALOG });
  const submit = dialog.getByRole('button', { name: /^Export/ });
  await submit.click();
  await expect(page.getByRole('alert')).toContainText(
    'Application Server is not available. Please try again later.',
  );
  await expect(dialog).toBeVisible();
  await expect(submit).not.toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Export to CSV' })).toBeFocused();
});
