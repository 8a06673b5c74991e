import type { Locator, Page } from '@playwright/test';
import { insertConsumerCredit } from '../apps/server/src/seed/factories/financing.ts';
import { insertOrder, insertOrderItem } from '../apps/server/src/seed/factories/orders.ts';
import type { OrderRow } from '../apps/server/src/seed/tables.ts';
import { insertCustomer, insertPurchase } from '../apps/server/src/seed/factories.ts';
import { violationsOf } from './axe.ts';
import { expect, test, type Paydesk } from './server.ts';
import {
  EACH_ROLE,
  insertTransaction,
  merchantId,
  onDatabase,
  PEOPLE,
  rowsOf,
  signIn,
} from './support.ts';
import { fieldsOf, openAction } from './transactions.ts';

/** Where the words of a cell end. */
const rightOf = (cell: Locator) =>
  cell.evaluate((td) => {
    const text = document.createRange();
    text.selectNodeContents(td);
    return Math.round(text.getBoundingClientRect().right);
  });

/** Whether words end in dots. */
const isCut = (of: Locator) => of.evaluate((one) => one.scrollWidth > one.clientWidth);

/** Whether nothing of it is cut away. */
async function isWithin(one: Locator, room: Locator): Promise<boolean> {
  const [own, all] = [(await one.boundingBox())!, (await room.boundingBox())!];
  return (
    own.y >= all.y &&
    own.y + own.height <= all.y + all.height &&
    own.x + own.width <= all.x + all.width
  );
}

async function middleOf(one: Locator): Promise<number> {
  const { y, height } = (await one.boundingBox())!;
  return y + height / 2;
}

/** An order of Amber & Oak with so many items of 1.21 each. */
async function orderWith(paydesk: Paydesk, given: Partial<OrderRow>, items = 0) {
  const own = await merchantId(paydesk);
  return onDatabase(paydesk, async (client) => {
    const order = await insertOrder(client, { ...given, merchantId: own });
    for (let position = 1; position <= items; position++)
      await insertOrderItem(client, {
        orderId: order.id,
        merchantId: own,
        position,
        label: `Line ${position}`,
        amountCents: 121n,
        count: position === 1 ? 2 : 1,
      });
    return order;
  });
}

const open = async (page: Page, id: string) => {
  await page.goto(`/order/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: /EUR$/ })).toBeVisible();
};

const signOut = async (page: Page) => {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
};

/** 'Proposed columns'; merchant and error are the technical role's (AM-03). */
const COLUMNS = `ID, Order Number, Merchant, Label, Customer Email, Amount, Tax, Currency,
  Payment Method, Status, Reject Reason, Error, Created`.split(/,\s+/);

test('RT-31, OR-01, OR-05, OR-06, OR-14, AM-14, AM-109 the list: columns by role, own orders alone, sorts with an index, a filter by status, a row that opens', async ({
  page,
  paydesk,
}) => {
  const order = await orderWith(paydesk, { externalOrderNumber: 'AO-list', status: 'PENDING' });
  for (const role of ['technical', 'staff', 'operator'] as const) {
    await signIn(page, PEOPLE[role]);
    const [merchant, error] = role === 'technical' ? ['merchantName,', 'error,'] : ['', ''];
    // all that the specification names, some of them by choice (AM-124)
    await page.goto(
      `/orders?c=id,externalOrderNumber,${merchant}label,customerEmail,amount,tax,currency,paymentMethod,status,rejectReasonCode,${error}createdDate`,
    );
    await expect(page).toHaveTitle('Orders · Paydesk');
    await expect(page.getByText(/^1–50 of /)).toBeVisible();
    const heads = (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
    expect(
      heads.filter((text) => text && text !== 'Links'),
      role,
    ).toEqual(
      COLUMNS.filter((label) => role === 'technical' || !['Merchant', 'Error'].includes(label)),
    );
    const sortable = ['Amount', 'Status', 'Created', ...(role === 'technical' ? ['Merchant'] : [])];
    for (const label of COLUMNS)
      await expect(page.getByRole('button', { name: label, exact: true }), label).toHaveCount(
        sortable.includes(label) ? 1 : 0,
      );
    if (role !== 'operator') await signOut(page);
  }
  await page.getByRole('combobox', { name: /^Filter by Status/ }).selectOption('PENDING');
  await expect(page).toHaveURL(/f_status=PENDING/);
  const row = page.locator('tbody tr').filter({ hasText: 'AO-list' });
  await expect(row).toContainText('Pending');
  const statuses = page.locator('tbody td[data-kind=status]');
  await expect
    .poll(async () => new Set(await statuses.allInnerTexts()))
    .toEqual(new Set(['Pending']));
  await row.click();
  await expect(page).toHaveURL(`/order/${order.id}`);
  await expect(page).toHaveTitle(/order AO-list · Paydesk$/);
});

/** OR-07, OR-08 in the order of the specification. */
const FIELDS = `ID, External Id, External Order Number, Customer Email, Amount, Tax, Currency,
  Status, Created Date, Merchant Name, Merchant Id, Reject Reason Code, Error, Payment Method,
  Label, Purchase Id, Consumer Credit Id, Transaction Ids, Ok Offer Count, All Offer Count,
  Shipment`.split(/,\s+/);

test('AM-124 what was bought is read at 1440 before an e-mail is whole, whose beginning tells whose it is', async ({
  page,
  paydesk,
}) => {
  await orderWith(paydesk, {
    externalOrderNumber: 'AO-mail',
    customerEmail: 'darius.petrauskas.2704@mail.test',
    label: 'dining table in solid oak with six chairs and two benches',
    status: 'VERIFIED',
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  // how many of those that stand there were refused goes by what other journeys did
  await page.route('**/api/orders?**', async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as { content: { externalOrderNumber: string | null }[] };
    const own = json.content.find(({ externalOrderNumber }) => externalOrderNumber === 'AO-mail');
    const refused = {
      status: { name: 'REJECTED', description: 'Rejected' },
      rejectReasonCode: 'VERIFICATION_FAILED',
    };
    const content = Array.from({ length: 12 }, (_, at) => ({
      ...own,
      id: `0197c3f2-8a41-7d0e-9b55-${String(at).padStart(12, '0')}`,
      ...(at ? { externalOrderNumber: `AO-${at}` } : {}),
      ...(at > 9 ? refused : { status: { name: 'PAID', description: 'Paid' } }),
    }));
    await route.fulfill({ response: answer, json: { ...json, content } });
  });
  for (const who of ['staff', 'operator'] as const) {
    await signIn(page, PEOPLE[who]);
    await page.goto('/orders');
    const row = page.locator('tbody tr').filter({ hasText: 'AO-mail' });
    const email = row.getByRole('cell', { name: 'darius.petrauskas.2704@mail.test' });
    await expect(email).toBeVisible();
    await expect(email).toHaveAttribute('title', 'darius.petrauskas.2704@mail.test');
    expect((await email.boundingBox())!.width, who).toBeGreaterThanOrEqual(158);
    // what a few orders were refused for takes nothing from it
    const label = row.getByRole('cell', { name: /^dining table in solid oak/ });
    expect((await label.boundingBox())!.width, who).toBeGreaterThan(230);
    expect(await isCut(email), who).toBe(false);
    // whose it is stands beside its time on a phone too
    await page.setViewportSize({ width: 390, height: 844 });
    const card = page.getByRole('listitem').filter({ hasText: 'AO-mail' });
    const reached = card.getByText('darius.petrauskas.2704@mail.test');
    await expect(reached).toBeVisible();
    expect(await isCut(reached), who).toBe(false);
    await expect(card).toContainText('dining table in solid oak');
    await page.setViewportSize({ width: 1440, height: 900 });
    if (who === 'staff') await signOut(page);
  }
});

test('a reason beside a status has room for a few words, or stands in its title alone', async ({
  page,
}) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/orders?f_status=REJECTED');
  const reasons = page.locator('td[data-kind="status"] [title]');
  for (const width of [1440, 2200]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(reasons.first()).toBeVisible();
    const rooms = await reasons.evaluateAll((all) =>
      all.flatMap((one) => {
        const said = one.lastElementChild ?? one;
        const [own, cell] = [
          said.getBoundingClientRect(),
          one.closest('td')!.getBoundingClientRect(),
        ];
        const shown = said === one || own.top < one.getBoundingClientRect().bottom - 1;
        const room = Math.min(own.right, cell.right) - own.left;
        // five pixels a letter at least
        return shown ? [room - Math.min(70, said.textContent!.trim().length * 5)] : [];
      }),
    );
    expect(rooms.length).toBeGreaterThan(0);
    for (const room of rooms) expect(room).toBeGreaterThanOrEqual(0);
    // with or without one the chip stands in the middle of its row
    const offs = await page.locator('td[data-kind="status"] [data-tone]').evaluateAll((all) =>
      all.map((chip) => {
        const [own, row] = [chip, chip.closest('tr')!].map((one) => one.getBoundingClientRect());
        return Math.abs(own!.y + own!.height / 2 - row!.y - row!.height / 2);
      }),
    );
    for (const off of offs) expect(off).toBeLessThanOrEqual(1);
  }
  // green by AM-96, as what is paid is: that it is not stands beside it
  await page.goto('/orders?f_status=VERIFIED');
  const unpaid = page.locator('td[data-kind="status"]').first();
  await expect(unpaid).toHaveText('Verified unpaid');
  await page.setViewportSize({ width: 1440, height: 900 });
  const word = unpaid.getByText('unpaid');
  await expect.poll(() => isWithin(word, unpaid)).toBe(true);
});

test('AM-124 a filter by an id is called by its name, and an amount says its currency where no column does', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.staff);
  const [loan] = await rowsOf<{ id: string; name: string; merchant: string; shop: string }>(
    paydesk,
    `select i.id, i.name, m.id as merchant, m.name as shop from consumer_credits c
     join financing_institutions i on i.id = c.financing_institution_id
     join merchants m on m.id = c.merchant_id limit 1`,
  );
  const { id, name, merchant, shop } = loan!;
  await page.goto(
    `/financing/consumer-credits?f_financingInstitutionId=${id}&f_merchantId=${merchant}`,
  );
  const chips = page.getByRole('list', { name: 'Active filters' }).getByRole('listitem');
  await expect(chips).toHaveText([`Financing Institution: ${name}`, `Merchant: ${shop}`]);
  await page.goto('/orders');
  const amount = page.getByRole('columnheader', { name: 'Amount', exact: true });
  const unit = () =>
    amount
      .locator('[data-unit]')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one, '::after').content));
  await expect(amount).toBeVisible();
  expect(String(await unit())).toContain('EUR');
  await page.goto('/orders?c=id,amount,currency');
  await expect(page.getByRole('columnheader', { name: 'Currency' })).toBeVisible();
  expect(await unit()).toEqual([]);
});

test('OR-02..04, OR-09, AM-67, AM-95, AM-39 an order: its fields by role, ten items at a time with their sums, shipping, links', async ({
  page,
  paydesk,
}) => {
  const own = await merchantId(paydesk);
  const purchase = await onDatabase(paydesk, (client) =>
    insertPurchase(client, { merchantId: own }),
  );
  const given: Partial<OrderRow> = {
    externalOrderNumber: 'AO-one',
    amountCents: 15_73n,
    taxCents: 2_73n,
    status: 'REJECTED',
    rejectReasonCode: 'AMOUNT_MISMATCH',
    error: 'Ten cents less',
    purchaseId: purchase.id,
    createdDate: new Date('2026-03-05T12:07:09Z'),
    shipment: {
      type: 'PICKUP_POINT',
      contactPhone: '+371 2123 4567',
      country: 'LV',
      city: 'Riga',
      addressLine: 'Mill Lane 7',
      postalCode: 'LV-1010',
      method: 'Parcel locker',
    },
  };
  const { id } = await orderWith(paydesk, given, 12);
  const payment = await insertTransaction(paydesk, { orderId: id });
  const [customer] = await rowsOf<{ id: string }>(paydesk, 'select id from customers limit 1');
  const loan = await onDatabase(paydesk, (client) =>
    insertConsumerCredit(client, {
      merchantId: own,
      orderId: id,
      customerId: customer!.id,
      loanNumber: 'L-0077',
    }),
  );
  for (const role of EACH_ROLE) {
    await signIn(page, PEOPLE[role]);
    await open(page, id);
    const staff = role === 'staff' || role === 'technical';
    const hidden = [
      ...(staff ? [] : ['Merchant Id']),
      ...(role === 'technical' ? [] : ['Merchant Name', 'Error']),
    ];
    const values = new Map(await fieldsOf(page, 'Details'));
    expect([...values.keys()], role).toEqual(FIELDS.filter((label) => !hidden.includes(label)));
    if (role === 'technical') expect(values.get('Error')).toBe('Ten cents less');
    expect(values.get('Reject Reason Code')).toBe('Amount mismatch');
    expect(values.get('Created Date')).toBe('05.03.2026 14:07');
    await expect(page.getByText('Created 05.03.2026 14:07', { exact: true })).toBeVisible();
    expect(values.get('Customer Email'), 'an empty one is a dash').toBe('—');
    const related = page.getByRole('region', { name: 'Related' });
    const people = page.getByRole('region', { name: 'People' });
    await expect(people.getByRole('link', { name: /^Merchant/ })).toHaveCount(staff ? 1 : 0);
    const leads = (name: RegExp, href: string) =>
      expect(related.getByRole('link', { name })).toHaveAttribute('href', href);
    await leads(/^Purchase/, `/purchases/${purchase.id}`);
    await leads(/^Transactions/, `/transactions?f_orderId=${id}`);
    await leads(/^Loan\s*L-0077$/, `/financing/consumer-credits/${loan.id}`);
    if (role !== 'operator') await signOut(page);
  }
  expect(await fieldsOf(page, 'Shipping information')).toEqual([
    ['Type', 'Pickup point'],
    ['Contact Phone', '+371 2123 4567'],
    ['Country', 'Latvia'],
    ['City', 'Riga'],
    ['Address Line', 'Mill Lane 7'],
    ['Postal Code', 'LV-1010'],
    ['Method', 'Parcel locker'],
  ]);
  const items = page.getByRole('region', { name: /^Items 12/ });
  await expect(items.getByRole('columnheader')).toHaveText([
    'Label',
    'Amount',
    'Tax Rate',
    'Currency',
    'Count',
    'Unit',
    'Line Total',
  ]);
  const lines = items.locator('tbody tr');
  await expect(lines).toHaveCount(10);
  const seen = { useInnerText: true };
  await expect(lines.first().getByRole('cell')).toHaveText(
    ['Line 1', '1.21', '21 %', 'EUR', '2', 'pcs', '2.42 EUR'],
    seen,
  );
  // eleven pieces on ten lines, each sum below its column, with its currency as all amounts here
  const sums = items.locator('tfoot td');
  const sumsAre = (label: string, total: string) =>
    expect(sums).toHaveText([label, '', '', '', '', '', `${total} EUR`], seen);
  await sumsAre('These lines · of which tax 2.31 EUR', '13.31');
  expect(await rightOf(sums.last())).toBe(await rightOf(lines.first().getByRole('cell').last()));
  // on a phone a line is its name and what it comes to, and below it the rest in brief
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(lines.first().getByRole('cell')).toHaveText(
    [/^Line 1\s+2 pcs × 1\.21 · 21 % tax$/, '2.42 EUR'],
    seen,
  );
  expect((await lines.first().boundingBox())!.height).toBeLessThan(60);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(items).toContainText('1–10 of 12');
  await items.getByRole('button', { name: 'Next' }).click();
  await expect(lines).toHaveCount(2);
  await sumsAre('These lines · of which tax 0.42 EUR', '2.42');
  await expect(items.getByRole('button', { name: 'Next' })).toBeDisabled();
  const rows = items.getByLabel('Rows');
  expect(await rows.getByRole('option').allInnerTexts()).toEqual(['10', '20', '50']);
  await rows.selectOption('20');
  await expect(lines).toHaveCount(12);
  await sumsAre('Total · of which tax 2.73 EUR', '15.73');

  await page.getByRole('region', { name: 'Details' }).getByRole('link').click();
  await expect(page).toHaveURL(`/transactions/${payment.id}`);
  await page
    .getByRole('region', { name: 'Related' })
    .getByRole('link', { name: /^Order/ })
    .click();
  await expect(page).toHaveURL(`/order/${id}`);

  const bare = await orderWith(paydesk, { status: 'DRAFT' });
  await open(page, bare.id);
  await expect(page.getByText('This order has no items.')).toBeVisible();
  await expect(page.getByText('Nothing is shipped for this order.')).toBeVisible();
  const related = page.getByRole('region', { name: 'Related' });
  await expect(related.getByRole('button', { name: /^Purchase/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(related.getByText('Loan')).toHaveCount(0);
});

test('OR-12, OR-13, AM-22, AM-105, SB-36 approve and reject: confirmed, told, then disabled with the reason; absent for an operator and the technical role', async ({
  page,
  paydesk,
}) => {
  const pending = await orderWith(paydesk, { externalOrderNumber: 'AO-yes', status: 'PENDING' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  for (const role of ['operator', 'technical'] as const) {
    await signIn(page, PEOPLE[role]);
    await open(page, pending.id);
    await expect(button('Approve')).toHaveCount(0);
    await expect(button('Reject')).toHaveCount(0);
    await signOut(page);
  }
  await signIn(page, PEOPLE.owner);
  await open(page, pending.id);
  const dialog = await openAction(page, 'Approve');
  await expect(dialog).toContainText('The order AO-yes of 10.00 EUR becomes Verified');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Pending', { exact: true }).first()).toBeVisible();
  await (
    await openAction(page, 'Approve')
  )
    .getByRole('button', { name: 'Approve order AO-yes' })
    .click();
  await expect(page.getByText('Order approved successfully')).toBeVisible();
  // for what, since nobody has paid it
  await expect(page.getByRole('main').getByText('Verified for payment')).toBeVisible();
  // out of the way, and with the reason
  await expect(button('Approve')).toHaveCount(0);
  // on a phone what is rare and nothing else stands beside the title
  await page.setViewportSize({ width: 390, height: 844 });
  const more = page.getByRole('button', { name: 'More actions' });
  const title = page.getByRole('heading', { level: 1 });
  await expect
    .poll(async () => Math.abs((await middleOf(more)) - (await middleOf(title))))
    .toBeLessThan(8);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: /^Reject/ })).toContainText(
    'Only a pending order can be rejected; this one is verified',
  );
  await expect(page.getByRole('menuitem', { name: /^Approve/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(
    /Order approved.*by .*Status: Pending → Verified/,
  );
  await signOut(page);

  const refused = await orderWith(paydesk, { externalOrderNumber: 'AO-no', status: 'PENDING' });
  await signIn(page, PEOPLE.staff);
  await open(page, refused.id);
  await (
    await openAction(page, 'Reject')
  )
    .getByRole('button', { name: 'Reject order AO-no' })
    .click();
  await expect(page.getByText('Order rejected successfully')).toBeVisible();
  await expect
    .poll(async () => new Map(await fieldsOf(page, 'Details')).get('Reject Reason Code'))
    .toBe('Rejected by hand');
});

test('AM-105, AM-102, OR-13 many orders at once: selected by box, range and key, asked once with who can’t and why, a verdict each', async ({
  page,
  paydesk,
}) => {
  const made: { id: string }[] = [];
  for (const [minute, status] of (['PENDING', 'VERIFIED', 'PENDING', 'PENDING'] as const).entries())
    made.push(
      await orderWith(paydesk, {
        status,
        label: 'Bulk lamp',
        externalOrderNumber: `AO-bulk-${minute}`,
        createdDate: new Date(Date.UTC(2031, 0, 1, 12, minute)),
      }),
    );
  await signIn(page, PEOPLE.operator);
  await page.goto('/orders?f_label=Bulk+lamp');
  await expect(page.getByText('1–4 of 4')).toBeVisible();
  // who may decide about none selects none
  await expect(page.getByRole('checkbox', { name: /^Select/ })).toHaveCount(0);
  await signOut(page);

  await signIn(page, PEOPLE.owner);
  await page.goto('/orders?f_label=Bulk+lamp');
  const boxes = page.getByRole('row').getByRole('checkbox', { name: /^Select (?!all)/ });
  await expect(boxes).toHaveCount(4);
  const bar = page.getByRole('region', { name: 'Selected rows' });
  await boxes.nth(0).check();
  await expect(bar).toContainText('1 selected');
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  await expect(bar).toContainText(/3 selected · [\d']+\.\d\d EUR/);
  // the last by its row's link
  await page.getByRole('row').nth(5).getByRole('link').first().focus();
  await page.keyboard.press('Space');
  await expect(bar).toContainText('4 selected');
  await expect(page.getByRole('checkbox', { name: 'Select all 4 on this page' })).toBeChecked();
  await page.getByRole('button', { name: 'Amount', exact: true }).click();
  await expect(bar).toContainText('4 selected');
  expect(await violationsOf(page)).toEqual([]);

  // what is decided meanwhile is refused under the lock
  await bar.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reject 4 orders' });
  // of those that can be rejected
  await expect(dialog).toContainText(/Reject 3 orders: [\d']+\.\d\d EUR/);
  await expect(dialog).toContainText('1 of 4 can’t:');
  await expect(dialog).toContainText(
    '1 × Only a pending order can be rejected; this one is verified',
  );
  expect(await violationsOf(page)).toEqual([]);
  await onDatabase(paydesk, (client) =>
    client.query(`update orders set status = 'EXPIRED' where id = $1`, [made[3]!.id]),
  );
  await dialog.getByRole('button', { name: 'Reject 3 orders' }).click();
  const results = page.getByRole('dialog', { name: 'Reject' });
  await expect(results).toContainText('2 done, 2 refused');
  await expect(results.getByRole('row')).toHaveText([
    /Result/,
    /Refused.*verified/,
    /Refused.*expired/,
    /Done/,
    /Done/,
  ]);
  const [refused] = await results.getByRole('link').all();
  await expect(refused!).toHaveAttribute('href', `/order/${made[1]!.id}`);
  expect(await violationsOf(page)).toEqual([]);
  await results.getByRole('button', { name: 'Close' }).last().click();
  await expect(bar).toContainText('2 selected');
  await expect(page.getByRole('row', { name: /Rejected/ })).toHaveCount(2);

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(bar).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await bar.getByRole('button', { name: 'Clear' }).click();
  await expect(bar).toHaveCount(0);
});

test('OR-04, AM-03, TX-47 a paid order names its customer to staff, says what is left to refund and leads to the payment that it is refunded by', async ({
  page,
  paydesk,
}) => {
  const own = await merchantId(paydesk);
  const { customer, sale } = await onDatabase(paydesk, async (client) => {
    const who = await insertCustomer(client, { firstName: 'Anna', lastName: 'Kalna' });
    const its = { merchantId: own, customerId: who.id, status: 'SETTLED' as const };
    return { customer: who, sale: await insertPurchase(client, its) };
  });
  const order = await orderWith(paydesk, {
    externalOrderNumber: 'AO-paid',
    status: 'PAID',
    purchaseId: sale.id,
    customerEmail: 'anna@mail.test',
  });
  const payment = { orderId: order.id, purchaseId: sale.id };
  const { id } = await insertTransaction(paydesk, payment);
  const people = page.getByRole('region', { name: 'People' });
  const leads = page.getByRole('link', { name: 'its payment', exact: true });
  await signIn(page, PEOPLE.staff);
  await open(page, order.id);
  await expect(people.getByRole('link', { name: 'Customer Anna Kalna' })).toHaveAttribute(
    'href',
    `/customers/${customer.id}`,
  );
  await expect(people).toContainText('anna@mail.test');
  await expect(page.getByRole('region', { name: 'Money' })).toContainText('Paid10.00 EUR');
  await signOut(page);

  await signIn(page, PEOPLE.owner);
  await open(page, order.id);
  const alone = page.getByRole('region', { name: 'Customer', exact: true });
  await expect(alone).toContainText('anna@mail.test');
  await expect(alone.getByRole('link')).toHaveCount(0);
  await expect(page.getByText('10.00 EUR can still be refunded from its payment.')).toBeVisible();
  await leads.click();
  await expect(page).toHaveURL(`/transactions/${id}`);
  await expect(page.getByRole('region', { name: 'Related' })).toContainText('OrderAO-paid');

  // a try that came to nothing leaves one; its refund is asked for at once, from its purchase too
  await insertTransaction(paydesk, { ...payment, status: 'DECLINED' });
  for (const from of [`/order/${order.id}`, `/purchases/${sale.id}`]) {
    await page.goto(from);
    await page.getByRole('link', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
    await expect(dialog.getByLabel('Amount')).toHaveValue('10.00');
    await expect(page).toHaveURL(`/transactions/${id}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  // of several those that took money, and not the loan that failed before them
  await insertTransaction(paydesk, payment);
  await onDatabase(paydesk, (client) =>
    insertConsumerCredit(client, {
      merchantId: own,
      orderId: order.id,
      customerId: customer.id,
      status: 'FAILED',
    }),
  );
  await open(page, order.id);
  await expect(page.getByRole('link', { name: /^(Refund|Request refund)$/ })).toHaveCount(0);
  await leads.click();
  await expect(page).toHaveURL(
    `/transactions?f_orderId=${order.id}&f_type=PAYMENT&f_status=SUCCESS`,
  );
  await expect(page.getByText('1–2 of 2')).toBeVisible();
  await page.goto(`/purchases/${sale.id}`);
  await expect(page.getByRole('link', { name: 'Refund', exact: true })).toHaveCount(0);
  await leads.click();
  await expect(page.getByText('1–2 of 2')).toBeVisible();
});
