import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { table } from '../packages/contract/src/index.ts';
import { fileColumns, visibleColumns } from '../packages/contract/src/kernel/columns.ts';
import type { Endpoint } from '../packages/contract/src/kernel/endpoint.ts';
import { holdsAny, ROLE_PERMISSIONS } from '../packages/contract/src/permissions.ts';
import { insertMessage } from '../apps/server/src/testing/messages.ts';
import { listOn, watchCalls } from './lists.ts';
import { routeNamed } from './routes.ts';
import { expect, test, type Paydesk } from './server.ts';
import {
  callAs,
  EACH_ROLE,
  insertTransaction,
  loginOf,
  markNoticeSeen,
  merchantId,
  onDatabase,
  PEOPLE,
  sessionCookie,
  signIn,
} from './support.ts';

const TECHNICAL = {
  userId: '',
  merchantId: null,
  userRole: 'BACKOFFICE_TECHNICAL',
  permissions: ROLE_PERMISSIONS.BACKOFFICE_TECHNICAL,
} as const;
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
async function signInAt(page: Page, now: Date, who: keyof typeof PEOPLE, paydesk: Paydesk) {
  await page.clock.setFixedTime(now);
  const login = await loginOf(paydesk, PEOPLE[who]);
  await page.context().addCookies([sessionCookie(paydesk, login, Date.now() + DAY_MS)]);
  await page.context().addInitScript(markNoticeSeen);
}

test('TX-21..25 CS-05, CS-18 GT-18 AM-123 the export: its dialog, what it asks for, and the file of the filtered rows', async ({
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

  await signInAt(page, now, 'owner', paydesk);
  const calls = watchCalls(page, '/api/transactions.csv');
  await page.goto(`/transactions?f_description=${mark.replaceAll(' ', '+')}&sort=amount,ASC`);
  const { rows } = listOn(page, 'Transactions');
  await expect(rows).toHaveCount(6);
  const dialog = page.getByRole('dialog', { name: DIALOG });
  const from = dialog.getByRole('textbox', { name: 'From', exact: true });
  const to = dialog.getByRole('textbox', { name: 'To', exact: true });
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  await expect(from).toHaveValue(dotted(today));
  await expect(to).toHaveValue(dotted(today));
  await expect(dialog).toContainText(`The day ${dotted(today)}`);
  await expect(dialog).toContainText('3 records will be exported');
  await expect(dialog).toContainText('Europe/Riga');

  const pick = async (field: typeof from, iso: string) => {
    const end = field === from ? 'from' : 'to';
    await dialog.getByRole('button', { name: `Choose the ${end} date` }).click();
    const words = new Date(`${iso}T12:00Z`).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    });
    const day = page.getByRole('button', { name: words });
    await day.click();
    await expect(day, 'the calendar closes').toBeHidden();
    await expect(field).toHaveValue(dotted(iso));
  };
  // from after to is said and sends nothing
  await pick(to, before);
  await expect(dialog.getByText('To date cannot be before from date')).toBeVisible();
  await dialog.getByRole('button', { name: /^Export/ }).click({ force: true });
  expect(calls).toHaveLength(0);
  await pick(from, before);
  await expect(dialog.getByText('To date cannot be before from date')).toBeHidden();
  await pick(to, today);
  await expect(dialog).toContainText('5 records will be exported');

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
  await expect(from).toHaveValue(dotted(today));
  const one = await exported(page);
  expect(one.records.map((record) => record[one.head.indexOf('Amount')])).toEqual([
    '0.05',
    '3.00',
    '1234567.50',
  ]);

  // under a date filter it opens with the list's own days, and they take its place (AM-123)
  calls.length = 0;
  const five = isoDay(new Date(now.getTime() - 5 * DAY_MS));
  await page.goto(
    `/transactions?f_description=${mark.replaceAll(' ', '+')}&f_createdDate=..${dotted(before)}`,
  );
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  await expect(from).toHaveValue('');
  await expect(to).toHaveValue(dotted(before));
  await expect(dialog).toContainText('2 records will be exported');
  // typed, by a name, and nothing under it
  await from.fill(dotted(five));
  await to.fill(dotted(five));
  await expect(dialog).toContainText('1 record will be exported');
  await to.fill('31.02.2026');
  await to.blur();
  await expect(to).toHaveAccessibleDescription('Date must be DD.MM.YYYY');
  await dialog.getByRole('button', { name: 'Yesterday' }).click();
  await expect(dialog).toContainText('1 record will be exported');
  await from.fill('01.01.2020');
  await to.fill('02.01.2020');
  await expect(dialog).toContainText('Nothing to export');
  const button = dialog.getByRole('button', { name: 'Export to CSV' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/Nothing to export/);
  await button.click({ force: true });
  await expect(dialog).toBeVisible();
  const month = new Date(`${before}T12:00Z`).toLocaleDateString('en-GB', {
    month: 'long',
    year: 'numeric',
  });
  await dialog.getByRole('button', { name: month }).click();
  await expect(from).toHaveValue(`01.${dotted(before).slice(3)}`);
  const file2 = await exported(page);
  expect(file2.records).toHaveLength(6);
  expect(calls.map((call) => [call.get('f_createdDate'), call.get('dateFrom')])).toEqual([
    [null, `${before.slice(0, 7)}-01`],
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
    await signInAt(page, now, who, paydesk);
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

/** Answers the file when told to; a second one asked for after a refusal is the server's own. */
async function heldBack(page: Page, address: string, first: { status: number } | null = null) {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let asked = 0;
  await page.route(address, async (route) => {
    if (first && !asked++) return route.fulfill(first);
    await promise;
    await route.continue().catch(() => undefined);
  });
  return () => resolve(undefined);
}

test('CS-05, CS-07 files are made behind the screens: several at once, cancelled, failed and asked again, none after sign-out', async ({
  page,
  paydesk,
}) => {
  // one of today, at whatever hour that is
  await insertTransaction(paydesk, { amountCents: 10_00n, date: new Date() });
  await signIn(page, PEOPLE.technical, { fresh: true });
  const releaseTransactions = await heldBack(page, '**/api/transactions.csv?*');
  const releaseSoap = await heldBack(page, '**/api/soap-logs.csv?*', { status: 504 });
  await page.goto('/transactions?f_amount=..60');
  await expect(listOn(page, 'Transactions').rows.first()).toBeVisible();
  const panel = page.getByRole('region', { name: 'Exports' });
  const item = (title: string) => panel.getByRole('listitem').filter({ hasText: title });
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  const dialog = page.getByRole('dialog', { name: DIALOG });
  // how many there will be, before it starts
  const words = dialog.getByText(/^[\d']+ records? will be exported$/);
  await expect(words).toBeVisible();
  const count = /^[\d']+/.exec(await words.innerText())![0];
  await dialog.getByRole('button', { name: /^Export/ }).click();
  await expect(dialog).toBeHidden();
  await expect(item('Transactions')).toContainText('Exporting');
  await expect(item('Transactions')).toContainText(`0 of ${count} records`);
  await expect(page.getByRole('button', { name: 'Export to CSV' })).toBeFocused();

  // another screen, and another file beside it, which fails
  await page.getByRole('button', { name: 'Logs', exact: true }).click();
  await page.getByRole('link', { name: 'SOAP Logs' }).click();
  const soap = listOn(page, 'SOAP Logs');
  await expect(soap.rows.first()).toBeVisible();
  const total = /of ([\d']+)/.exec(await soap.pages.innerText())![1];
  const button = page.getByRole('button', { name: 'Export to CSV' });
  await expect(button).toHaveAttribute('title', `${total} records will be exported`);
  await button.click();
  await expect(page.getByRole('alert')).toContainText(
    'Application Server is not available. Please try again later.',
  );
  await expect(item('SOAP Logs')).toContainText('could not be exported');
  await item('SOAP Logs').getByRole('button', { name: 'Retry' }).click();
  await expect(item('SOAP Logs')).toContainText(`0 of ${total} records`);
  await expect(panel.getByRole('progressbar')).toHaveCount(2);

  // leaving the page asks first
  const question = page.waitForEvent('dialog');
  const leaving = page.reload({ timeout: 5000 }).catch(() => undefined);
  const asked = await question;
  expect(asked.type()).toBe('beforeunload');
  await asked.dismiss();
  await leaving;
  await expect(panel.getByRole('listitem')).toHaveCount(2);

  // the first arrives on a screen that is not its own
  const downloading = page.waitForEvent('download');
  releaseTransactions();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(readCsv(text).length - 1).toBe(Number(count.replaceAll("'", '')));
  await expect(item('Transactions')).toContainText(`Exported Transactions${count} records`);
  await item('Transactions').getByRole('button', { name: 'Close' }).click();

  // cancelled and asked for anew, and gone with who asked
  await item('SOAP Logs').getByRole('button', { name: 'Cancel the export' }).click();
  await expect(panel).toHaveCount(0);
  await button.click();
  await expect(item('SOAP Logs')).toContainText('Exporting');
  const late: string[] = [];
  page.on('download', (download) => late.push(download.suggestedFilename()));
  await page.getByRole('button', { name: /Profile of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(panel).toHaveCount(0);
  releaseSoap();
  await page.waitForLoadState('networkidle');
  expect(late).toEqual([]);
});

const LISTS = Object.values(table as Record<string, Endpoint>).flatMap(({ list }) =>
  list?.as === 'csv' ? [list.resource] : [],
);

test('CS-01..04, CS-06..09, CS-10..13, CS-14..17, CS-18 every list with a file: it holds the filtered rows, in the zone of the browser', async ({
  page,
  paydesk,
}) => {
  // those with days are asked about in a dialog, which CS-05 goes through
  const lists = LISTS.filter(({ csv }) => csv?.dateRange === undefined);
  expect(lists.length).toBeGreaterThan(3);
  // a house that has told everybody has nothing to list there
  await onDatabase(paydesk, async (pool) => insertMessage({ pool }, await merchantId(paydesk)));
  for (const { slug, path, title, columns, read, scope } of lists)
    await test.step(slug, async () => {
      const staff = scope !== 'own' && holdsAny(TECHNICAL, read);
      const person = staff ? PEOPLE.technical : PEOPLE.owner;
      const { content } = await callAs<{ content: { id: string }[] }>(paydesk, person, path);
      const id = content[0]!.id;
      await page.context().clearCookies();
      await signIn(page, person);
      const calls = watchCalls(page, `${path}.csv`);
      await page.goto(`${routeNamed(slug).path}?f_id=${id}`);
      await expect(listOn(page, title).rows).toHaveCount(1);
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export to CSV' }).click();
      const download = await downloading;
      const day = await page.evaluate(() => new Date().toLocaleDateString('sv-SE'));
      expect(download.suggestedFilename()).toBe(`${slug}_${day}.csv`);
      expect(Object.fromEntries(calls[0]!)).toMatchObject({ f_id: id, timeZone: 'Europe/Riga' });
      const [head, ...records] = readCsv(await readFile(await download.path(), 'utf8'));
      const seen = visibleColumns(columns, {
        ...TECHNICAL,
        userRole: person.userRole,
        permissions: ROLE_PERMISSIONS[person.userRole],
      });
      const shown = fileColumns(seen);
      expect(head).toEqual(shown.map(([, { label }]) => label));
      expect(records).toHaveLength(1);
      await page.evaluate(() => localStorage.clear());
    });
});
