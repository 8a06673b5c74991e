import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { WAITS } from '@paydesk/contract/waits.ts';
import { insertAnnouncement, insertMerchant } from '../apps/server/src/seed/factories.ts';
import { expect, test, type Paydesk } from './server.ts';
import { shiftsOf, watchShifts } from './shifts.ts';
import {
  callAs,
  closeNotice,
  insertPerson,
  insertTransaction,
  onDatabase,
  PEOPLE,
  rowsOf,
  signIn,
} from './support.ts';

const { owner, operator, staff, balticOwner } = PEOPLE;

const today = () => new Date().toISOString().slice(0, 10);
const shown = (day: string) => day.split('-').reverse().join('.');
const from = (page: Page) => page.getByRole('textbox', { name: 'From', exact: true });
const to = (page: Page) => page.getByRole('textbox', { name: 'To', exact: true });
const chart = (page: Page, title: string) => page.getByRole('region', { name: title });
const slider = (page: Page, title: string) => chart(page, title).getByRole('slider');

const topOf = async (of: Locator) => (await of.boundingBox())!.y;

async function openDays(page: Page, search = ''): Promise<void> {
  await page.goto(`/business-days${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Business Days' })).toBeVisible();
}

const tiles = (page: Page) => page.locator('dl').filter({ hasText: 'Sales reversed' }).last();

async function pick(page: Page, end: 'From' | 'To', day: string): Promise<void> {
  await page.getByRole('button', { name: `Choose the ${end.toLowerCase()} date` }).click();
  const calendar = page.getByRole('dialog', { name: `${end} date` });
  const name = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });
  const [month, date, year] = name.format(new Date(day)).replace(',', '').split(' ');
  await calendar.getByRole('button', { name: `${date} ${month} ${year}`, exact: true }).click();
  await expect(calendar).toBeHidden();
}

const monthBefore = (day: string) => {
  const date = new Date(`${day}T00:00:00Z`);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return date.toISOString().slice(0, 10);
};

for (const person of [owner, operator, staff])
  test(`RT-13, BD-01, BD-02, BD-05, BD-08..11 the dashboard as ${person.userRole}`, async ({
    page,
  }) => {
    await signIn(page, person);
    const asked = page.waitForRequest(/\/api\/reports\/business-days/);
    await openDays(page);
    await expect(page).toHaveTitle(/^Business Days/);
    const query = new URL((await asked).url()).searchParams;
    expect(query.get('from'), 'the console sends from and to').toBe(monthBefore(today()));
    expect(query.get('to')).toBe(today());
    await expect(from(page)).toHaveValue(shown(monthBefore(today())));
    await expect(to(page)).toHaveValue(shown(today()));
    for (const title of ['Transactions', 'Amounts, EUR']) {
      const of = chart(page, title);
      await expect(of.getByRole('listitem')).toHaveText([
        'Debit (sales)',
        'Debit reversals',
        'Credit (refunds)',
        'Credit reversals',
      ]);
      await expect(of.locator('svg path[data-series]')).toHaveCount(8);
      await expect(of.locator('svg text').filter({ hasText: /^\d\d\.\d\d\.\d{4}$/ })).toHaveCount(
        3,
      );
    }
    const note = page.getByText('Days in UTC, amounts in EUR');
    await expect(note).toContainText('without manual refunds, which move no money here.');
    await expect(note.getByRole('link', { name: 'manual refunds' })).toHaveAttribute(
      'href',
      /f_type=MANUAL_REFUND/,
    );
  });

test('RT-02 a login leads from / to the dashboard', async ({ page }) => {
  await signIn(page, owner);
  await page.goto('/');
  await expect(page).toHaveURL('/business-days');
  await expect(page.getByRole('heading', { name: 'Business Days' })).toBeVisible();
});

test('BD-06, BD-07 Last Week and Last Month set the range, the address and the charts', async ({
  page,
}) => {
  await signIn(page, owner);
  await openDays(page);
  const week = new Date(Date.parse(today()) - 7 * 86_400_000).toISOString().slice(0, 10);
  await expect(page.getByRole('button', { name: 'Last Month' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'Last Week' }).click();
  await expect(page).toHaveURL(`/business-days?from=${week}&to=${today()}`);
  await expect(page.getByRole('button', { name: 'Last Week' })).toBeFocused();
  await expect(from(page)).toHaveValue(shown(week));
  await expect(slider(page, 'Transactions')).toHaveAttribute('max', '7');
  const fortnight = new Date(Date.parse(week) - 14 * 86_400_000).toISOString().slice(0, 10);
  await expect(page.getByText(`${shown(fortnight)} to`)).toBeVisible();
  await page.getByRole('button', { name: 'Last Month' }).click();
  await expect(page).toHaveURL(`/business-days?from=${monthBefore(today())}&to=${today()}`);
  await expect(page.getByRole('button', { name: 'Last Month' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.goBack();
  await expect(from(page)).toHaveValue(shown(week));
});

test('BD-03, BD-04 a from after to, or a to before from, is refused where it was picked', async ({
  page,
}) => {
  await signIn(page, owner);
  const address = '/business-days?from=2026-01-10&to=2026-01-20';
  await openDays(page, '?from=2026-01-10&to=2026-01-20');
  await pick(page, 'From', '2026-01-25');
  await expect(page.getByText('From date cannot exceed to date')).toBeVisible();
  await expect(page).toHaveURL(address);
  await pick(page, 'To', '2026-01-28');
  await expect(page.getByText('From date cannot exceed to date')).toBeHidden();
  await expect(page).toHaveURL('/business-days?from=2026-01-25&to=2026-01-28');
  await pick(page, 'To', '2026-01-02');
  await expect(page.getByText('To date cannot be before from date')).toBeVisible();
  await expect(to(page)).toHaveValue('02.01.2026');
  await expect(page).toHaveURL('/business-days?from=2026-01-25&to=2026-01-28');

  // typed as well, and what is no day is said when its field is left
  await to(page).fill('27.1.2026');
  await expect(page).toHaveURL('/business-days?from=2026-01-25&to=2026-01-27');
  await to(page).blur();
  await expect(to(page)).toHaveValue('27.01.2026');
  await from(page).fill('31.02.2026');
  await from(page).blur();
  await expect(from(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(from(page)).toHaveAccessibleDescription('Date must be DD.MM.YYYY');
  await expect(page).toHaveURL('/business-days?from=2026-01-25&to=2026-01-27');
  // days by name are not said to be chosen then, and what stands below keeps its place
  await page.getByRole('button', { name: 'Yesterday', exact: true }).click();
  const preset = page.getByRole('button', { name: 'Yesterday', exact: true });
  await expect(preset).toHaveAttribute('aria-pressed', 'true');
  const below = page.getByRole('heading', { name: 'Needs your attention' });
  const { y } = (await below.boundingBox())!;
  await from(page).fill('31.02.2026');
  await from(page).blur();
  await expect(page.getByText('Date must be DD.MM.YYYY')).toBeVisible();
  await expect(preset).toHaveAttribute('aria-pressed', 'false');
  expect((await below.boundingBox())!.y).toBe(y);
  await from(page).fill('');
  await page.getByRole('button', { name: 'Last Week' }).click();
  await expect(page.getByText('Date must be DD.MM.YYYY')).toBeHidden();

  // a month by its name, and the calendar by keys alone: the chosen day is marked, Escape closes
  await openDays(page, '?from=2026-01-05&to=2026-01-20');
  await from(page).press('ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'From date' });
  const day = (name: string) => calendar.getByRole('button', { name, exact: true });
  await expect(day('5 January 2026')).toBeFocused();
  await expect(day('5 January 2026')).toHaveAttribute('aria-pressed', 'true');
  const ground = (name: string) =>
    day(name).evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await ground('5 January 2026'), 'marked').not.toBe(await ground('22 January 2026'));
  for (const key of ['ArrowRight', 'ArrowDown', 'PageDown', 'Home']) await page.keyboard.press(key);
  await expect(day('9 February 2026')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(from(page)).toBeFocused();
  // days that stay true tomorrow stand in the address by their name, and all is on one line with what they are held against
  const others = page.getByLabel('Other days');
  await others.selectOption('7 days');
  await expect(page).toHaveURL('/business-days?days=7days');
  await expect(others).toHaveValue('7 days');
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await topOf(page.getByLabel('Compare with'))).toBe(
    await topOf(page.getByRole('button', { name: 'Last Week' })),
  );
  // and the days themselves stand beside that choice, not below it
  const compare = (await page.getByLabel('Compare with').boundingBox())!;
  const against = page.getByText(/^\d\d\.\d\d\.\d{4} to \d\d\.\d\d\.\d{4} until /);
  const days = (await against.boundingBox())!;
  expect(days.x).toBeGreaterThan(compare.x + compare.width);
  expect(days.y + days.height).toBeLessThanOrEqual(compare.y + compare.height);
  const [month] = await page
    .getByLabel('Other days')
    .locator('option')
    .allTextContents()
    .then((all) => all.slice(-1));
  await page.getByLabel('Other days').selectOption(month!);
  await expect(from(page)).toHaveValue(/^01\./);
});

test('an address with a range that can’t be says so and asks nothing', async ({ page }) => {
  await signIn(page, owner);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openDays(page, '?from=2026-02-10&to=2026-01-20');
  await expect(page.getByText('From date cannot exceed to date')).toBeVisible();
  expect(asked.filter((url) => url.includes('business-days?'))).toEqual([
    expect.stringContaining('/business-days?from='),
  ]);
  await page.getByRole('button', { name: 'Last Week' }).click();
  await expect(slider(page, 'Transactions')).toBeVisible();
});

test('BD-12 a range with nothing in it says No data', async ({ page }) => {
  await signIn(page, owner);
  await openDays(page, '?from=2001-01-01&to=2001-01-31');
  await expect(page.getByText('No data', { exact: true })).toHaveCount(2);
  await expect(tiles(page).getByText('None before')).toHaveCount(4);
});

/** A merchant with two days of its own, far from the demo data. */
async function shopOf(paydesk: Paydesk) {
  const name = `Tiny ${randomUUID().slice(0, 8)}`;
  const { id } = await onDatabase(paydesk, (client) => insertMerchant(client, { name }));
  const person = await insertPerson(paydesk, { merchantId: id });
  const sale = (date: string, amountCents: bigint) =>
    insertTransaction(paydesk, { merchantId: id, date: new Date(date), amountCents });
  await sale('2024-05-01T10:00:00Z', 1000_00n);
  await sale('2024-05-02T10:00:00Z', 1234_50n);
  await sale('2024-05-02T11:00:00Z', 265_50n);
  return { id, name, person };
}

const words = (day: string, debit: string) =>
  `${day}: Debit (sales) ${debit}, Debit reversals 0.00, Credit (refunds) 0.00, Credit reversals 0.00`;

const isCut = ({ parentElement: box }: Element) => box!.scrollWidth > box!.clientWidth;

test('totals with their change, values read by pointer and keys, the same figures as a table', async ({
  page,
  paydesk,
}) => {
  const { person } = await shopOf(paydesk);
  await signIn(page, person);
  await openDays(page, '?from=2024-05-02&to=2024-05-02&compare=before');
  await expect(page.getByText('Wed 01.05.2024', { exact: true })).toBeVisible();
  // the days that are chosen stand in their fields, and once
  await expect(page.getByText('Thu 02.05.2024', { exact: true })).toBeHidden();
  await expect(tiles(page)).toContainText("Up 50.0 % from 1'000.00");
  await expect(tiles(page)).toContainText('Up 100.0 % from 1');
  await page.getByLabel('Compare with').selectOption('weekday');
  await expect(page).toHaveURL('/business-days?from=2024-05-02&to=2024-05-02');
  await expect(tiles(page)).toContainText('None before');
  const alone = page.getByRole('table', { name: 'Transactions by day' });
  await expect(alone, 'one day is a row, and no line').toBeVisible();
  await tiles(page).getByRole('link', { name: "1'500.00 EUR" }).click();
  await expect(page).toHaveURL('/transactions?f_booked=SALE&f_bookedDate=02.05.2024&timeZone=UTC');
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  await openDays(page, '?from=2024-05-01&to=2024-05-03');

  const amounts = slider(page, 'Amounts, EUR');
  await amounts.focus();
  await expect(amounts).toHaveAttribute('aria-valuetext', words('03.05.2024', '0.00'));
  await amounts.press('ArrowLeft');
  await expect(amounts).toHaveAttribute('aria-valuetext', words('02.05.2024', "1'500.00"));
  const reading = chart(page, 'Amounts, EUR').locator('table');
  await expect(reading).toContainText("1'500.00");
  await amounts.press('Home');
  await expect(reading).toContainText("1'000.00");
  await amounts.blur();
  await expect(reading).toHaveCount(0);
  const box = (await amounts.boundingBox())!;
  await page.mouse.move(box.x + 60, box.y + 60);
  await expect(reading).toContainText("1'000.00");

  const asTable = page.getByRole('button', { name: 'Transactions as a table' });
  await expect(asTable, 'it looks as what can be pressed does').toHaveCSS(
    'border-top-width',
    '1px',
  );
  await asTable.click();
  const rows = page.getByRole('table', { name: 'Transactions by day' }).getByRole('row');
  await expect(rows).toHaveText([
    /Day.*Debit.*Credit reversals/,
    '01.05.20241000',
    '02.05.20242000',
    '03.05.20240000',
  ]);
  await page.getByRole('link', { name: '02.05.2024' }).click();
  await expect(page).toHaveURL('/transactions?f_bookedDate=02.05.2024&timeZone=UTC');
  await expect(page.getByText('1–2 of 2')).toBeVisible();

  // the days before as a line of their own, in what is read and in the table, each opening its rows
  await openDays(page, '?from=2024-05-02&to=2024-05-03&compare=before');
  await expect(chart(page, 'Amounts, EUR')).toContainText(
    'Debit (sales) and Credit (refunds), the days right before',
  );
  await expect(chart(page, 'Amounts, EUR').locator('[data-before]')).toHaveCount(2);
  await amounts.focus();
  await expect(amounts).toHaveAttribute(
    'aria-valuetext',
    "03.05.2024 against 01.05.2024: Debit (sales) 0.00 against 1'000.00, Debit reversals 0.00 against 0.00, Credit (refunds) 0.00 against 0.00, Credit reversals 0.00 against 0.00",
  );
  await expect(chart(page, 'Amounts, EUR').locator('table')).toContainText(
    "03.05.202401.05.2024Debit (sales)0.001'000.00",
  );
  await page.getByRole('button', { name: 'Amounts, EUR as a table' }).click();
  const table = page.getByRole('table', { name: 'Amounts, EUR by day' });
  expect(await table.evaluate(isCut), 'a column stands outside the card').toBe(false);
  await expect(table.getByRole('row').last()).toContainText("03.05.202401.05.20240.001'000.00");
  await table.getByRole('link', { name: "1'000.00" }).click();
  await expect(page).toHaveURL('/transactions?f_booked=SALE&f_bookedDate=01.05.2024&timeZone=UTC');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
});

test('BD-13 a day’s sales agree with their list to the cent, of which it says what was reversed since', async ({
  page,
  paydesk,
}) => {
  const { id: merchantId, person } = await shopOf(paydesk);
  const date = new Date('2024-05-02T12:00:00Z');
  await insertTransaction(paydesk, {
    merchantId,
    date,
    amountCents: 3_00n,
    status: 'REVERSED',
    reversedCents: 3_00n,
    reversalDate: new Date('2024-05-03T08:00:00Z'),
    reversalReasonCode: 'OTHER_REVERSAL',
  });
  for (const status of ['DECLINED', 'CANCELLED', 'CANCELLED'] as const)
    await insertTransaction(paydesk, { merchantId, date, status });
  await insertTransaction(paydesk, {
    merchantId,
    date: new Date('2024-05-10T20:00:00Z'),
    capturedDate: new Date('2024-05-11T08:00:00Z'),
  });
  await signIn(page, person);
  // what goes back to the payer has its sign in the table, as in the totals
  await openDays(page, '?from=2024-05-02&to=2024-05-03');
  await page.getByRole('button', { name: 'Amounts, EUR as a table' }).click();
  await expect(
    page.getByRole('table', { name: 'Amounts, EUR by day' }).getByRole('row').last(),
  ).toContainText('−3.00');
  await openDays(page, '?from=2024-05-02&to=2024-05-02');
  // the shares are of the same as the rate: of payments that were decided
  await expect(chart(page, 'Payment outcomes')).toContainText('75.0 % of 4 decided went through');
  // and the parts come to all that began, each opening its rows
  const outcomes = chart(page, 'Payment outcomes');
  const begun = '6 begun: 3 paid, 1 failed, 2 cancelled';
  await expect(outcomes).toContainText(begun);
  await expect(outcomes).not.toContainText('Sales count');
  const day = 'f_date=02.05.2024&timeZone=UTC';
  for (const [name, filters] of [
    ['6 begun', ''],
    ['3 paid', '&f_status=SUCCESS,REVERSED'],
    ['2 cancelled', '&f_status=CANCELLED'],
  ] as const)
    await expect(outcomes.getByRole('link', { name })).toHaveAttribute(
      'href',
      `/transactions?f_type=PAYMENT${filters}&${day}`,
    );
  // figures stand on one line, and so does what each is held against and is of
  const tops = await tiles(page)
    .locator('> div')
    .evaluateAll((all) =>
      all.map(({ children }) =>
        [...children].map((part) => Math.round(part.getBoundingClientRect().top)).join(),
      ),
    );
  expect(tops).toHaveLength(5);
  expect(new Set(tops).size, tops.join(' | ')).toBe(1);
  await expect(chart(page, 'Payment outcomes').getByRole('row')).toContainText([
    'Share of decided',
    /Success.*50\.0 %/,
    /Cancelled.*—/,
    /Reversed.*25\.0 %/,
  ]);
  // a payment that was booked on another day than it began is what the two counts differ by
  await openDays(page, '?from=2024-05-10&to=2024-05-10');
  await expect(outcomes).toContainText(
    '1 begun: 1 paid. Sales count has 1 fewer than were paid: it goes by the day of booking.',
  );
  await openDays(page, '?from=2024-05-11&to=2024-05-11');
  await expect(outcomes).toContainText('Sales count has 1 more than were paid');
  // the one day that moved the sales is said with them
  await openDays(page, '?from=2024-05-02&to=2024-05-08');
  await expect(tiles(page).locator('> div').first()).toContainText(
    'down 100.0 % without 02.05.2024',
  );
  await openDays(page, '?from=2024-05-02&to=2024-05-02');
  await tiles(page).getByRole('link', { name: "1'503.00 EUR" }).click();
  await expect(
    page.getByText("3 payments succeeded · 1'503.00 EUR, 1 reversed since"),
  ).toBeVisible();
  await openDays(page, '?from=2024-05-03&to=2024-05-03');
  await tiles(page).getByRole('link', { name: '−3.00 EUR' }).click();
  await expect(page.getByText('1 payment reversed · 3.00 EUR')).toBeVisible();
  // a refund that was reversed is in the sum of refunds, which says so beside payments too
  const [{ id: refundedTransactionId }] = (await rowsOf<{ id: string }>(
    paydesk,
    `select id from transactions where merchant_id = '${merchantId}' and status = 'SUCCESS' limit 1`,
  )) as [{ id: string }];
  await insertTransaction(paydesk, {
    merchantId,
    date,
    refundedTransactionId,
    amountCents: 2_00n,
    status: 'REVERSED',
    reversedCents: 2_00n,
    reversalDate: new Date('2024-05-03T09:00:00Z'),
    reversalReasonCode: 'OTHER_REVERSAL',
  });
  await page.goto('/transactions');
  await expect(page.getByText(/^Refunds reversed −\d+\.\d\d EUR/)).toBeVisible();
});

test('what waits for a review leads to the desk where the same payments are decided', async ({
  page,
}) => {
  await signIn(page, staff);
  await openDays(page);
  const waits = page.getByRole('link', { name: /payments? in review$/ });
  const [count] = (await waits.textContent())!.split(' ');
  await waits.click();
  await expect(page).toHaveURL('/reviews?kind=payment');
  await expect(page.getByRole('heading', { name: /^Payments in review/ })).toHaveText(
    `Payments in review ${count}`,
  );
});

test('AM-63 what waits for a review at one merchant leads to exactly those payments', async ({
  page,
  paydesk,
}) => {
  const { id: merchantId } = await shopOf(paydesk);
  for (const amountCents of [4321_00n, 5432_00n])
    await insertTransaction(paydesk, {
      merchantId,
      amountCents,
      status: 'PROCESSING',
      hold: 'REVIEW',
    });
  await signIn(page, staff);
  await openDays(page, `?f_merchantId=${merchantId}`);
  await page.getByRole('link', { name: '2 payments in review', exact: true }).click();
  await expect(page).toHaveURL(`/reviews?kind=payment&f_merchantId=${merchantId}`);
  const queue = page.getByRole('navigation', { name: 'Queue' });
  await expect(queue.getByRole('link')).toHaveText([/4'321\.00/, /5'432\.00/]);
});

test('a click on a day, and Enter, open the transactions of that day', async ({
  page,
  paydesk,
}) => {
  const { person } = await shopOf(paydesk);
  await signIn(page, person);
  await openDays(page, '?from=2024-05-01&to=2024-05-03');
  const counts = slider(page, 'Transactions');
  const box = (await counts.boundingBox())!;
  await counts.click({ position: { x: box.width / 2 + 18, y: 60 } });
  await expect(page).toHaveURL('/transactions?f_bookedDate=02.05.2024&timeZone=UTC');
  await page.goBack();
  await counts.focus();
  await counts.press('Home');
  await counts.press('Enter');
  await expect(page).toHaveURL('/transactions?f_bookedDate=01.05.2024&timeZone=UTC');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
});

test('AM-63 staff see one merchant alone, and its days lead to its transactions', async ({
  page,
  paydesk,
}) => {
  const { id, name } = await shopOf(paydesk);
  await signIn(page, staff);
  await openDays(page, '?from=2024-05-01&to=2024-05-03');
  const pick = page.getByRole('combobox', { name: 'Merchant' });
  await pick.fill('no such name');
  await expect(page.getByText('No merchant has this name')).toBeVisible();
  // Enter takes the one that is found, and waits for it
  await pick.fill(name);
  await pick.press('Enter');
  await expect(pick).toHaveValue(name);
  const clear = page.getByLabel('Every merchant');
  expect(await clear.evaluate((button) => getComputedStyle(button).borderStyle)).toBe('none');
  await expect(page.getByRole('region', { name: 'Needs your attention' })).toContainText(
    `Open now at ${name}Nothing of this merchant needs your attention.`,
  );
  await expect(page).toHaveURL(new RegExp(`f_merchantId=${id}`));
  await expect(tiles(page)).toContainText("2'500.00 EUR");
  await page.getByRole('button', { name: 'Transactions as a table' }).click();
  await page.getByRole('link', { name: '02.05.2024' }).click();
  await expect(page).toHaveURL(new RegExp(`f_bookedDate=02\\.05\\.2024&f_merchantId=${id}`));
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const wait = (name: string, more: object) => ({
  name,
  count: 2,
  said: 0,
  oldest: inDays(-2),
  due: null,
  filters: {},
  ...more,
});

test('what waits has its place and its colour by one rule: first what is over, then what is late of its kind or must be done within days', async ({
  page,
}) => {
  await page.route('**/api/reports/waiting*', (route) =>
    route.fulfill({
      json: {
        timeZone: 'UTC',
        waits: [
          wait('reviews', { oldest: inDays(-0.5) }),
          wait('paidTwice', {}),
          wait('screening', {}),
          wait('disputes', { due: inDays(-1) }),
          wait('refunds', { oldest: inDays(-9) }),
          wait('applications', { oldest: inDays(-1066) }),
        ],
      },
    }),
  );
  await signIn(page, staff);
  await openDays(page);
  const lines = page.getByRole('region', { name: 'Needs your attention' }).getByRole('listitem');
  await expect(lines).toContainText([
    /disputes.*overdue by 24 hours/,
    /counted twice.*oldest 2 days/,
    /refunds.*oldest 9 days/,
    /merchants to approve.*oldest 2 years/,
    /in review.*oldest 12 hours/,
    /lower risk.*oldest 2 days/,
  ]);
  await expect(lines.locator('[data-late]')).toHaveCount(4);
  await expect(lines.locator('[data-over]')).toHaveCount(1);
  await page.unroute('**/api/reports/waiting*');
  await page.route('**/api/reports/waiting*', (route) =>
    route.fulfill({
      json: { timeZone: 'UTC', waits: [wait('disputes', { due: inDays(2.5) })] },
    }),
  );
  await page.reload();
  await expect(lines.locator('[data-late]')).toHaveText(/^next due in 2 days/);
  await expect(lines.getByRole('link')).toHaveAttribute('href', /^\/disputes\?/);
  // more kinds than the card has lines of the usual height stand closer: none is hidden, and nothing is pushed down
  await page.setViewportSize({ width: 1440, height: 900 });
  const card = page.getByRole('region', { name: 'Needs your attention' });
  const heights: number[] = [];
  // the first of them finds the place of the one that there was at the visit before
  for (const count of [8, 8, 9, 11]) {
    const waits = Object.keys(WAITS)
      .slice(0, count)
      .map((kind) => wait(kind, {}));
    await page.unroute('**/api/reports/waiting*');
    await page.route('**/api/reports/waiting*', (route) =>
      route.fulfill({ json: { timeZone: 'UTC', waits } }),
    );
    await page.reload();
    await expect(lines.getByRole('link')).toHaveCount(count);
    heights.push(Math.round((await card.boundingBox())!.height));
  }
  expect(heights[2]).toBe(heights[1]);
  // where the choice has a line of its own, the days that are compared with stand beside it
  await page.setViewportSize({ width: 1200, height: 900 });
  const choice = page.getByRole('combobox', { name: 'Compare with' });
  const days = choice.locator('xpath=following-sibling::span');
  await expect(days).toHaveText(/\d{4}/);
  const [chosen, held] = [(await choice.boundingBox())!, (await days.boundingBox())!];
  expect(held.x).toBeGreaterThan(chosen.x + chosen.width);
  expect(held.y).toBeLessThan(chosen.y + chosen.height);
  expect(heights[3]! - heights[1]!, 'no line is lower than a finger needs').toBeLessThan(50);
  // a phone folds what it kept no room for, and shows all at the next visit
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(lines.getByRole('link').filter({ visible: true })).toHaveCount(7);
  const more = (await page.getByRole('button', { name: /more kinds$/ }).boundingBox())!;
  const folded = (await card.boundingBox())!;
  expect(folded.y + folded.height - more.y - more.height, 'no empty room').toBeLessThan(30);
  await page.reload();
  await expect(lines.getByRole('link').filter({ visible: true })).toHaveCount(11);
});

test('a merchant’s few kinds of what waits stand in one line above the days, and nothing moves as they come', async ({
  page,
}) => {
  await page.route('**/api/reports/waiting*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    const waits = [wait('disputes', { due: inDays(2) }), wait('missed', {})];
    await route.fulfill({ json: { timeZone: 'UTC', waits } });
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, owner);
  await watchShifts(page);
  const card = page.getByRole('region', { name: 'Needs your attention' });
  // at a first visit as at the next, which knows how many there were
  for (const visit of ['first', 'next']) {
    await openDays(page);
    await expect(card.getByRole('listitem').getByRole('link'), visit).toHaveCount(2);
    await expect(tiles(page).locator('dd').first()).toHaveText(/ EUR$/);
    const waits = (await card.boundingBox())!;
    const today = (await page.getByRole('region', { name: 'Today so far' }).boundingBox())!;
    expect(waits.height, visit).toBeLessThan(110);
    expect(today.y, visit).toBeGreaterThan(waits.y + waits.height);
    expect(today.width * 2, visit).toBeGreaterThan(waits.width - 20);
    // how many were sold stands beside what they came to, and what the rate is of in a line that adds up
    const yesterday = page.getByRole('region', { name: 'Yesterday' });
    await expect(yesterday.getByText(/ EUR [\d']+ sales?$/)).toBeVisible();
    const said = (await yesterday.getByText(/ begun: /).textContent())!;
    const [all = 0, ...parts] = said.match(/[\d']+/g)!.map((one) => Number(one.replace("'", '')));
    expect(all).toBeGreaterThan(0);
    expect(
      parts.reduce((sum, part) => sum + part, 0),
      said,
    ).toBe(all);
    const { total, moved } = await shiftsOf(page);
    expect(total, moved.join('\n')).toBeLessThan(0.05);
  }
  // nor does a phone keep the room of staff's many for them, also at a first visit
  await page.setViewportSize({ width: 390, height: 844 });
  for (const visit of ['first', 'next']) {
    if (visit === 'first') await page.evaluate(() => localStorage.removeItem('paydesk.home.waits'));
    await openDays(page);
    await expect(card.getByRole('listitem').getByRole('link'), visit).toHaveCount(2);
    expect((await card.boundingBox())!.height, visit).toBeLessThan(visit === 'first' ? 190 : 150);
    const { total, moved } = await shiftsOf(page);
    expect(total, moved.join('\n')).toBeLessThan(0.05);
  }
});

test('at 1440 by 900 the first chart is seen whole without scrolling, as staff and as a merchant', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const person of [staff, owner]) {
    await signIn(page, person);
    await openDays(page);
    const attention = page.getByRole('region', { name: 'Needs your attention' });
    await expect(attention.getByRole('listitem').getByRole('link').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Yesterday' })).toContainText(/ begun: /);
    // the name of its scale and the plot of what was paid
    const top = await topOf(slider(page, 'Transactions'));
    expect(top + 18 + 122, person.userRole).toBeLessThanOrEqual(900);
  }
});

test('SB-44 two merchants see figures of their own', async ({ page, paydesk, browser }) => {
  const sums: string[] = [];
  for (const person of [owner, balticOwner]) {
    const context = await browser.newContext({ baseURL: paydesk.url });
    const own = await context.newPage();
    await signIn(own, person);
    await openDays(own);
    const sales = tiles(own).locator('dd').first();
    // the tiles of today stand before those of the chosen days are there
    await expect(sales).toHaveText(/ EUR$/);
    sums.push((await sales.textContent())!);
    const days = await callAs<{ debitTransactionsAmount: number }[]>(
      paydesk,
      person,
      '/api/reports/business-days',
    );
    const total = days.reduce((sum, day) => sum + day.debitTransactionsAmount, 0);
    expect(sums.at(-1)!.replaceAll("'", '')).toBe(`${total.toFixed(2)} EUR`);
    await context.close();
  }
  expect(sums[0]).not.toBe(sums[1]);
  await page.close();
});

test('a report that fails says what happened and can be asked again', async ({ page }) => {
  await signIn(page, owner);
  await page.route(/\/api\/reports\/business-days/, (route) =>
    route.fulfill({
      status: 500,
      json: { errorCode: 'SERVER_ERROR', message: 'x', errors: [], requestId: 'r-7' },
    }),
  );
  await openDays(page);
  await expect(page.getByText('Server error. Please try again later.')).toBeVisible();
  await expect(page.getByText('Request id r-7')).toBeVisible();
  await page.unroute(/\/api\/reports\/business-days/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(slider(page, 'Transactions')).toBeVisible();
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Please note' });

function announcementCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/announcements')) calls.push(request.url());
  });
  return calls;
}

for (const person of [owner, operator])
  test(`SH-04, SH-05, BD-15, BD-18, BD-19, AM-25, AM-49 the notice once in a session as ${person.userRole}`, async ({
    page,
  }) => {
    await signIn(page, person, { notice: true });
    const calls = announcementCalls(page);
    await page.goto('/business-days');
    await expect(dialog(page)).toContainText(
      'This console is available only until 31.12.2021. Please use the new business portal.',
    );
    await expect(dialog(page)).toContainText('Settlement on 24 and 31 December');
    await expect(dialog(page).getByRole('link', { name: 'Read the calendar' })).toHaveAttribute(
      'rel',
      'noopener noreferrer',
    );
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    const panel = page.getByRole('region', { name: 'Announcements' });
    await expect(panel.getByRole('listitem').first()).toContainText('Settlement on 24 and 31');
    await expect(panel).not.toContainText('For the back office alone.');
    await page.getByRole('link', { name: 'Transactions', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
    await page.reload();
    await openDays(page);
    await expect(panel.getByRole('listitem').first()).toContainText('Settlement on 24 and 31');
    await expect(dialog(page)).toBeHidden();
    expect(calls, 'fetched when not yet seen, and never again').toHaveLength(1);
  });

test('AM-98, SH-05 once for a login, whatever tab is opened; a new login shows it again', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  const logIn = async () => {
    await page.getByLabel('Email address').fill(operator.email);
    await page.getByLabel('Password', { exact: true }).fill('quiet harbour lantern 42');
    await page.getByRole('button', { name: 'Login' }).click();
    await dialog(page).getByRole('button', { name: 'Continue to the console' }).click();
    await expect(dialog(page)).toBeHidden();
  };
  await logIn();
  const other = await context.newPage();
  await openDays(other);
  await expect(other.getByRole('region', { name: 'Announcements' })).toBeVisible();
  await expect(dialog(other)).toBeHidden();
  await other.close();
  await page.getByRole('button', { name: /Profile of/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('paydesk.notice'))).toBeNull();
  await logIn();
});

test('SH-06, BD-16, BD-17 staff get no dialog, no panel, and the console makes no call', async ({
  page,
}) => {
  await signIn(page, staff, { notice: true });
  const calls = announcementCalls(page);
  await openDays(page);
  await expect(slider(page, 'Transactions')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Announcements' })).toHaveCount(0);
  expect(calls).toEqual([]);
});

test('SH-04 where the announcements can’t be fetched the notice comes all the same, and the panel asks again', async ({
  page,
}) => {
  await signIn(page, owner, { notice: true });
  await page.route(/\/api\/announcements/, (route) => route.abort());
  await page.goto('/business-days');
  await dialog(page).getByRole('button', { name: 'Continue to the console' }).click();
  const panel = page.getByRole('region', { name: 'Announcements' });
  await expect(panel).toContainText('The announcements could not be loaded.');
  await page.unroute(/\/api\/announcements/);
  await panel.getByRole('button', { name: 'Retry' }).click();
  await expect(panel).toContainText('Settlement on 24 and 31 December');
});

test('SH-04 the notice is there with the first screen, however late it comes: no click goes astray', async ({
  page,
}) => {
  await signIn(page, owner, { notice: true });
  for (const late of ['**/NoticeDialog*.js', '**/api/announcements*'])
    await page.route(late, async (route) => {
      await new Promise((done) => setTimeout(done, 1200));
      await route.continue().catch(() => undefined);
    });
  // what stands over the menu in the frames after it was first drawn
  await page.addInitScript(() => {
    const seen: boolean[] = [];
    Object.assign(globalThis, { noticeOverMenu: seen });
    const look = (): void => {
      if (document.querySelector('nav[aria-label=Main]'))
        seen.push(document.querySelector('[role=dialog]') !== null);
      if (seen.length < 30) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('/transactions', { waitUntil: 'commit' });
  await expect(dialog(page)).toBeVisible();
  const overMenu = () => page.evaluate<boolean[]>('noticeOverMenu');
  await expect.poll(overMenu).toHaveLength(30);
  // the frame of the drawing itself may come before the dialog's own
  expect((await overMenu()).slice(2)).not.toContain(false);
  await expect(dialog(page), 'what was announced follows').toContainText('Settlement on 24');
  await closeNotice(page);
});

const HOSTILE = `<p>kept <strong>bold</strong></p>
<script>window.harm = 'script'</script>
<img src=x onerror="window.harm = 'onerror'">
<svg onload="window.harm = 'svg'"><script>window.harm = 'svg script'</script></svg>
<a href="javascript:window.harm = 'javascript'">script link</a>
<a href="https://paydesk.test/" onclick="window.harm = 'onclick'">plain link</a>
<p style="position:fixed;inset:0" id="main" class="x">styled</p>
<style>body { display: none }</style>
<form action="https://evil.test"><input name="password"><button>send</button></form>
<iframe src="https://evil.test"></iframe><object data="x"></object><embed src="x">
<base href="https://evil.test/"><meta http-equiv="refresh" content="0;url=https://evil.test">
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=window.harm=1&gt;">`;

test('AM-46 HTML that got into the database past the server is cleaned again where it is shown', async ({
  page,
  paydesk,
}) => {
  await onDatabase(paydesk, async (client) => {
    const { id } = await insertAnnouncement(client, { title: 'Hostile <b>title</b>' });
    await client.query('update announcements set text = $2 where id = $1', [id, HOSTILE]);
  });
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(paydesk.url)) elsewhere.push(request.url());
  });
  await signIn(page, owner, { notice: true });
  await page.goto('/business-days');
  await expect(dialog(page)).toContainText('Hostile <b>title</b>');
  await dialog(page).getByText('script link').click();
  await page.keyboard.press('Escape');
  const item = page
    .getByRole('region', { name: 'Announcements' })
    .getByRole('listitem')
    .filter({ hasText: 'Hostile' })
    .first();
  await expect(item.locator('strong').filter({ hasText: 'bold' })).toBeVisible();
  const forbidden =
    'script, img, svg, math, style, form, input, button, iframe, object, embed, base, meta, [style], [id], [onclick], [onerror], [href^="javascript" i]';
  await expect(item.locator(`div ${forbidden.split(', ').join(', div ')}`)).toHaveCount(0);
  await expect(item.getByRole('link', { name: 'plain link' })).toHaveAttribute(
    'href',
    'https://paydesk.test/',
  );
  expect(await page.evaluate(() => (globalThis as { harm?: unknown }).harm)).toBeUndefined();
  expect(elsewhere, 'nothing was fetched from anywhere').toEqual([]);
  await expect(page).toHaveURL('/business-days');
  await onDatabase(paydesk, (client) =>
    client.query(`delete from announcements where title like 'Hostile%'`),
  );
});

test('what was announced stands below what comes late, and moves nothing', async ({ page }) => {
  await signIn(page, owner, { notice: true });
  await page.goto('/business-days');
  await expect(dialog(page)).toContainText('Settlement on 24');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await watchShifts(page);
  // as on a slow line: which days those are comes after the announcements, which this browser has kept
  await page.route(/\/api\/(reports|settings)\//, async (route) => {
    await new Promise((later) => setTimeout(later, 700));
    await route.continue();
  });
  await openDays(page);
  await expect(chart(page, 'Transactions').getByRole('slider')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Announcements' })).toBeVisible();
  const { total, moved } = await shiftsOf(page);
  expect(total, moved.join('\n')).toBeLessThanOrEqual(0.05);
});

for (const person of [owner, staff])
  test(`what is still to come has its place on the dashboard of ${person.userRole}: nothing jumps as it comes`, async ({
    page,
  }) => {
    await signIn(page, person);
    await watchShifts(page);
    for (const [width, height, folded, below] of [
      [1920, 1080, false, false],
      [1440, 900, false, false],
      [820, 1180, false, false],
      // a phone has a line for each part, and finds those that were opened as they were
      [390, 844, true, false],
      [390, 844, false, false],
      // and where they were read
      [390, 844, false, true],
    ] as const) {
      await page.setViewportSize({ width, height });
      // each answer late, and none with another
      let nth = 0;
      await page.route(/\/api\/(reports|settings\/to-do)/, async (route) => {
        await new Promise((later) => setTimeout(later, 300 + 120 * (nth++ % 5)));
        await route.continue();
      });
      if (below) await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await openDays(page);
      if (below) await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(844);
      const ghosts = page.locator('[class*=ghost]');
      await expect(ghosts.first()).toBeVisible();
      await expect(ghosts).toHaveCount(0);
      const parts = page.locator('main summary').filter({ visible: true });
      if (folded) {
        await expect(chart(page, 'Transactions')).toHaveCount(0);
        const screens = await page.evaluate(() => document.body.scrollHeight / innerHeight);
        expect(screens).toBeLessThan(3);
      } else await expect(chart(page, 'Transactions').getByRole('slider')).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
      const { total, moved } = await shiftsOf(page);
      expect(total, [`at ${width}`, ...moved].join('\n')).toBeLessThanOrEqual(0.05);
      await page.unrouteAll({ behavior: 'wait' });
      if (folded) for (const part of await parts.all()) await part.click();
    }
  });
