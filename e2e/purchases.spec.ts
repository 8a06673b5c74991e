import type { Page } from '@playwright/test';
import {
  insertCustomer,
  insertPurchase,
  insertTransaction,
} from '../apps/server/src/seed/factories.ts';
import {
  insertExchangeLog,
  insertRecurringPayment,
} from '../apps/server/src/seed/factories/payments.ts';
import { insertLoan } from '../apps/server/src/seed/factories/financing.ts';
import type { PurchaseRow } from '../apps/server/src/seed/tables.ts';
import { headersOf, listOn } from './lists.ts';
import { expect, test, type Paydesk } from './server.ts';
import { merchantId, onDatabase, PEOPLE, signIn } from './support.ts';
import { fieldsOf, openAction } from './transactions.ts';

const XML =
  '<?xml version="1.0" encoding="UTF-8"?><pmtreq xmlns="urn:paydesk:exchange:1"><amount>7.00</amount><payerName>***</payerName></pmtreq>';

/** In place of whoever was signed in before. */
async function become(page: Page, who: keyof typeof PEOPLE): Promise<void> {
  if (page.url() !== 'about:blank') await page.evaluate(() => localStorage.clear());
  await signIn(page, PEOPLE[who]);
}

/** A purchase of Amber & Oak with a customer, one payment and one message. */
async function purchaseOf(paydesk: Paydesk, given: Partial<PurchaseRow> = {}) {
  const merchant = await merchantId(paydesk);
  return onDatabase(paydesk, async (db) => {
    const customer = await insertCustomer(db);
    const about = { merchantId: merchant, customerId: customer.id };
    const purchase = await insertPurchase(db, {
      ...about,
      amountCents: 1234_50n,
      createdDate: new Date('2026-03-05T12:07:09.000Z'),
      ...given,
    });
    const transaction = await insertTransaction(db, { ...about, purchaseId: purchase.id });
    const log = await insertExchangeLog(db, {
      merchantId: merchant,
      purchaseId: purchase.id,
      createdDate: new Date('2026-03-05T12:07:10.000Z'),
      xml: XML,
    });
    return { merchant, customer, purchase, transaction, log };
  });
}

test('PU-01..05, PU-06, RT-14, AM-95 a purchase: its fields, and where it leads, as staff and as owner', async ({
  page,
  paydesk,
}) => {
  const { merchant, customer, purchase, transaction } = await purchaseOf(paydesk, {
    status: 'DECLINED',
    paymentInfo: 'Order AO-7, desk lamp',
    externalId: 'AO-7',
    lastCallbackStatus: 'ERROR',
    reasonCode: 'PAYMENT_DECLINED',
  });
  for (const who of ['staff', 'owner'] as const) {
    await become(page, who);
    await page.goto(`/purchases/${purchase.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("1'234.50 EUR");
    await expect(
      page.getByRole('navigation', { name: 'Breadcrumbs' }).locator('[aria-current=page]'),
    ).toHaveText('Purchase Details');
    const staff = who === 'staff';
    const fields = await fieldsOf(page, 'Details');
    expect(fields.map(([label]) => label)).toEqual([
      'ID',
      ...(staff ? ['Merchant Name', 'Merchant Id', 'Customer Id'] : []),
      'Amount',
      'Currency',
      'Payment Info',
      'Status',
      'Request Date',
      'Expiration Date',
      'Last Callback Status',
      'External Id',
      'Reason Code',
      'Reason Note',
    ]);
    const values = new Map(fields);
    expect(values.get('Amount')).toBe("1'234.50");
    expect(values.get('Request Date')).toBe('05.03.2026 14:07');
    expect(values.get('Last Callback Status')).toBe('Error');
    expect(values.get('Reason Note'), 'an empty one is a dash').toBe('—');
    const related = page.getByRole('region', { name: 'Related' });
    const hrefs = await related
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual([
      `/transactions?f_purchaseId=${purchase.id}`,
      `/exchange-logs?f_purchaseId=${purchase.id}`,
    ]);
    const people = await page
      .getByRole('region', { name: 'People' })
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.textContent]));
    const name = `${customer.firstName} ${customer.lastName}`;
    expect(people).toEqual(
      staff
        ? [
            [`/customers/${customer.id}`, name],
            [`/merchants/${merchant}`, 'Amber & Oak'],
          ]
        : [],
    );
    await related.getByRole('link', { name: 'Transactions' }).click();
    const payments = listOn(page, 'Transactions');
    await expect(payments.rows).toHaveCount(1);
    // and back from the payment
    await page.goto(`/transactions/${transaction.id}`);
    await related.getByRole('link', { name: 'Purchase' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("1'234.50 EUR");
    await related.getByRole('link', { name: 'Exchange Logs' }).click();
    await expect(listOn(page, 'Exchange Requests And Responses').rows).toHaveCount(1);
  }
});

test('PU-03, OR-11 a purchase that a loan paid says so in its money, and leads to the loan', async ({
  page,
  paydesk,
}) => {
  const merchant = await merchantId(paydesk);
  const { loan, purchase } = await onDatabase(paydesk, async (db) => {
    const lent = await insertLoan(db, {
      merchantId: merchant,
      status: 'CONFIRMED',
      amountCents: 1234_50n,
    });
    const bought = await insertPurchase(db, {
      merchantId: merchant,
      customerId: lent.customerId,
      amountCents: 1234_50n,
      status: 'SETTLED',
    });
    await db.query('update orders set purchase_id = $2 where id = $1', [lent.orderId, bought.id]);
    return { loan: lent, purchase: bought };
  });
  await become(page, 'owner');
  for (const name of ['its loan', /^Loan …/]) {
    await page.goto(`/purchases/${purchase.id}`);
    // what was asked for, paid and is left is one figure, said once and as paid
    await expect(page.getByRole('region', { name: 'Money' })).toHaveText("MoneyPaid1'234.50 EUR");
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(`/financing/consumer-credits/${loan.id}`);
  }
});

test('PU-10, AM-15, SB-42 the administrator cancels and resends, each confirmed; nobody else is offered it', async ({
  page,
  paydesk,
}) => {
  const { purchase } = await purchaseOf(paydesk, { status: 'SIGNED' });
  for (const who of ['owner', 'technical'] as const) {
    await become(page, who);
    await page.goto(`/purchases/${purchase.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const name of ['Cancel', 'Resend callback'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
  await become(page, 'staff');
  await page.goto(`/purchases/${purchase.id}`);
  await expect(page.getByRole('button', { name: 'Resend callback' })).toBeVisible();
  const resend = await openAction(page, 'Resend callback');
  await resend.getByRole('button', { name: 'Resend callback' }).click();
  await expect(page.getByText('Callback is on its way to the merchant')).toBeVisible();
  await expect(resend).toBeHidden();

  const dialog = await openAction(page, 'Cancel');
  await expect(dialog).toContainText("The purchase of 1'234.50 EUR can’t be paid any more");
  await dialog.getByLabel('Note').fill('Ordered twice');
  await dialog.getByRole('button', { name: 'Cancel the purchase' }).click();
  await expect(page.getByText('Purchase has been cancelled successfully')).toBeVisible();
  const values = async () => new Map(await fieldsOf(page, 'Details'));
  await expect.poll(async () => (await values()).get('Status')).toBe('Cancelled');
  expect((await values()).get('Reason Note')).toBe('Ordered twice');
  await page.getByRole('button', { name: 'More actions' }).click();
  const item = page.getByRole('menuitem', { name: /^Cancel/ });
  await expect(item).toBeDisabled();
  await expect(item).toContainText(
    'Only an unsigned or signed purchase can be cancelled; this one is cancelled',
  );
  await page.keyboard.press('Escape');
  const history = page.getByRole('region', { name: 'Timeline' });
  await expect(history.getByText(`by ${PEOPLE.staff.name}`)).toHaveCount(2);
});

test('PU-11, PU-09, AM-05 staff browse the purchases; a bad id leaves nothing of the one before', async ({
  page,
  paydesk,
}) => {
  const { purchase } = await purchaseOf(paydesk, {
    externalId: 'PU-09-LIST',
    status: 'UNSIGNED',
    paymentInfo: 'Order AO-7, dining table in solid oak with six chairs',
    lastCallbackStatus: 'ERROR',
  });
  await become(page, 'staff');
  // on a phone its merchant is read whole, whatever was paid for
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/purchases?f_id=${purchase.id}`);
  const merchant = page
    .locator('main li[data-href] > div')
    .nth(1)
    .locator('span[data-kind="text"]');
  await expect(merchant).toHaveCount(1);
  expect(await merchant.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(
    0,
  );
  // what they come to is not parted from its count in the middle: the second line begins with it
  const sums = page.getByText(/signed or settled/).last();
  const begins = async (of: typeof sums) => (await of.boundingBox())!.x;
  expect(await begins(sums.locator('strong'))).toBe(await begins(sums));
  // and that its merchant does not know of it, which of the others nobody has to read
  await expect(page.locator('main li[data-href]')).toContainText('Callback failed');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/purchases');
  const list = listOn(page, 'Purchases');
  await expect(page).toHaveTitle('Purchases · Paydesk');
  expect(await headersOf(list.table)).toEqual([
    'ID',
    'Merchant',
    'Amount',
    'Status',
    'Payment Info',
    'External ID',
    'Requested',
    'Links',
  ]);
  await list.filter('External ID').fill('PU-09-LIST');
  await list.filter('External ID').press('Enter');
  await expect(list.rows).toHaveCount(1);
  await expect(await list.cell(list.rows, 'Status')).toHaveText('Unsigned Callback failed');
  await list.rows.getByRole('link').first().click();
  await expect(page).toHaveURL(`/purchases/${purchase.id}`);
  const fields = new Map(await fieldsOf(page, 'Details'));
  expect(fields.get('External Id')).toBe('PU-09-LIST');
  // whose signature it is, at its head too
  expect(fields.get('Status')).toBe('Unsigned by the shopper');
  await expect(page.locator('article > header')).toContainText('Unsigned by the shopper');
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/purchases/${crypto.randomUUID()}`);
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'There is no such purchase' })).toBeVisible();
  await expect(page.getByText('PU-09-LIST')).toHaveCount(0);
});

/** Every column that the specification names, where it is chosen (AM-124). */
const ALL_OF_RECURRING =
  'id,merchantName,totalAmount,currency,count,lastChargedAt,status,paymentInfo,createdDate,expirationDate,skippedDate,skipReason';

test('RP-01..05, RP-06..10, RP-11..14, RT-15, RT-42 the recurring payments, as owner and as staff', async ({
  page,
  paydesk,
}) => {
  const { merchant, customer, purchase } = await purchaseOf(paydesk);
  const row = await onDatabase(paydesk, (db) =>
    insertRecurringPayment(db, {
      merchantId: merchant,
      customerId: customer.id,
      paymentRequestId: purchase.id,
      totalAmountCents: 1_234_567_50n,
      count: 12,
      lastChargedAt: new Date('2026-03-05T12:07:09.000Z'),
      status: 'SUSPENDED',
      paymentInfo: 'Subscription, support plan',
      createdDate: new Date('2025-03-05T12:07:09.000Z'),
      expirationDate: new Date('2027-03-05T12:07:09.000Z'),
      skippedDate: new Date('2026-04-04T12:07:09.000Z'),
      skipReason: 'CARD',
    }),
  );
  const expected: Record<string, string> = {
    'Merchant Name': 'Amber & Oak',
    'Total Amount': "1'234'567.50",
    Currency: 'EUR',
    'Charge count': '12',
    'Last Charged at': '05.03.2026 14:07',
    Status: 'Suspended Declined too often',
    'Payment Info': 'Subscription, support plan',
    Created: '05.03.2025 14:07',
    Expires: '05.03.2027 14:07',
    Skipped: '04.04.2026 15:07',
    'Not charged because': 'The card can’t be charged: it is blocked, expired or deleted',
  };
  for (const who of ['owner', 'staff'] as const) {
    await become(page, who);
    await page.goto(`/recurring?f_id=${row.id}&c=${ALL_OF_RECURRING}`);
    await expect(page).toHaveTitle(/^Recurring Payments · (ID: \S+ · )?Paydesk$/);
    const list = listOn(page, 'Recurring Payments');
    await expect(list.rows).toHaveCount(1);
    expect(await headersOf(list.table)).toEqual(['ID', ...Object.keys(expected), 'Links']);
    for (const [label, text] of Object.entries(expected))
      await expect(await list.cell(list.rows, label), label).toHaveText(text);
    // with the columns it comes with, what was agreed to is read whole, and what it comes to is at the foot
    await page.goto(`/recurring?f_id=${row.id}`);
    await expect(list.rows).toHaveCount(1);
    expect(await headersOf(list.table)).toEqual([
      'ID',
      ...(who === 'staff' ? ['Merchant Name', 'Customer'] : []),
      'Amount',
      'Next charge',
      'Total Amount',
      ...(who === 'staff' ? [] : ['Currency']),
      'Status',
      'Payment Info',
      'Links',
    ]);
    await expect(list.pages).toContainText("Charged so far 1'234'567.50 EUR");
    // no head that is shown has its arrow
    const order = page.getByRole('button', { name: /^Sorted by / });
    await expect(order).toHaveText('Sorted by Created, newest first');
    await order.click();
    await expect(order).toHaveText('Sorted by Created, oldest first');
    await expect(page).toHaveURL(/sort=createdDate(,|%2C)ASC/);
    await list.table.getByRole('button', { name: 'Next charge', exact: true }).click();
    await expect(page).toHaveURL(/sort=nextChargeAt(,|%2C)DESC/);
    await expect(order).toHaveCount(0);
    const info = await list.cell(list.rows, 'Payment Info');
    expect(await info.evaluate((td) => td.scrollWidth - td.clientWidth)).toBeLessThanOrEqual(0);
    const hrefs = await list.rows
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(hrefs).toEqual([
      `/recurring/${row.id}`,
      `/transactions?f_purchaseId=${purchase.id}`,
      ...(who === 'staff' ? [`/merchants/${merchant}`, `/customers/${customer.id}`] : []),
    ]);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export to CSV' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^recurring_\d{4}-\d\d-\d\d\.csv$/);
    // on a phone the names and icons share the last line, below what is said of a status
    await page.setViewportSize({ width: 390, height: 844 });
    const card = page.locator('main li[data-href]');
    const below = () =>
      card.evaluate((one) => {
        const tops = [...one.lastElementChild!.children]
          .map((part) => part.getBoundingClientRect())
          .flatMap(({ top, height }) => (height ? [top] : []));
        return Math.max(...tops) - Math.min(...tops);
      });
    await expect(card).toBeVisible();
    expect(await below()).toBeLessThan(12);
    await page.setViewportSize({ width: 1440, height: 900 });
    await list.rows.getByRole('link', { name: 'Transactions' }).click();
    await expect(page).toHaveURL(`/transactions?f_purchaseId=${purchase.id}`);
    await expect(listOn(page, 'Transactions').rows).toHaveCount(1);
  }
});

test('EL-01, EL-09 a message that did not arrive says so in its row, and leads to the records that it names', async ({
  page,
  paydesk,
}) => {
  const { merchant, purchase, transaction } = await purchaseOf(paydesk);
  await onDatabase(paydesk, (db) =>
    insertExchangeLog(db, {
      merchantId: merchant,
      purchaseId: purchase.id,
      createdDate: new Date('2026-03-05T12:08:00.000Z'),
      xmlType: 'PURCHCOMPLREQ',
      xml: `<purchcomplreq xmlns="urn:paydesk:exchange:1"><purchaseId>${purchase.id}</purchaseId><transactionId>${transaction.id}</transactionId><status>SETTLED</status></purchcomplreq>`,
      outcome: 'FAILED',
      outcomeDetail: 'The address answered 503',
      outcomeDate: new Date('2026-03-05T13:09:00.000Z'),
      attempts: 4,
    }),
  );
  await become(page, 'owner');
  await page.goto(`/exchange-logs?f_purchaseId=${purchase.id}&f_xmlType=PURCHCOMPLREQ`);
  const list = listOn(page, 'Exchange Requests And Responses');
  await expect(await list.cell(list.rows, 'Outcome')).toHaveText('Not delivered 503');
  await expect(await list.cell(list.rows, 'Payload')).toContainText(
    'Settled · 4 attempts, the last on 05.03.2026 15:09',
  );
  await list.rows.getByTitle('Show Payload').click();
  const panel = page.getByRole('dialog', { name: 'Callback to the merchant' });
  await expect(panel.getByText(/^Not delivered: .* given up after 24 hours$/)).toBeVisible();
  await expect(panel.getByText('nobody answered')).toHaveCount(0);
  await panel.getByRole('link', { name: /^Transaction/ }).click();
  await expect(page).toHaveURL(`/transactions/${transaction.id}`);
});

test('EL-01..05, EL-06, EL-07, EL-08, RT-41 the exchange logs: the payload copied and read beside the list', async ({
  page,
  paydesk,
}) => {
  const { merchant, purchase } = await purchaseOf(paydesk);
  const columns = ['Created Date', 'Request Type', 'Outcome', 'Payload', 'Links'];
  for (const who of ['owner', 'technical'] as const) {
    await become(page, who);
    await page.goto(`/exchange-logs?f_purchaseId=${purchase.id}`);
    const list = listOn(page, 'Exchange Requests And Responses');
    await expect(list.rows).toHaveCount(1);
    const technical = who === 'technical';
    expect(await headersOf(list.table)).toEqual([
      'Purchase',
      ...(technical ? ['Merchant'] : []),
      ...columns,
    ]);
    await expect(await list.cell(list.rows, 'Created Date')).toHaveText('05.03.2026 14:07');
    const type = (await list.cell(list.rows, 'Request Type')).getByText('Payment request');
    await expect(type).toHaveAttribute('title', 'PMTREQ');
    await expect(list.rows.getByRole('link', { name: 'Merchant' })).toHaveCount(technical ? 1 : 0);
    if (technical)
      await expect(list.rows.getByRole('link', { name: 'Merchant' })).toHaveAttribute(
        'href',
        `/merchants/${merchant}`,
      );
    await expect(list.filter('Request Type').getByRole('option')).toHaveText([
      'All',
      'PMTREQ',
      'PMTRESP',
      'PMTSTATRESP',
      'ORDERVERREQ',
      'ORDERVERRESP',
      'PURCHCOMPLREQ',
      'Several…',
    ]);
  }
  const list = listOn(page, 'Exchange Requests And Responses');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  const cell = await list.cell(list.rows, 'Payload');
  await cell.hover();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const copy = cell.getByRole('button', { name: 'Copy Payload' });
  await copy.click();
  await expect(copy).toHaveAttribute('title', 'Copied');
  expect(await copied()).toBe(XML);
  await page.clock.runFor(2900);
  await expect(copy).toHaveAttribute('title', 'Copied');
  await page.clock.runFor(200);
  await expect(copy).toHaveAttribute('title', 'Copy Payload');
  await page.clock.resume();

  await cell.getByTitle('Show Payload').click();
  const panel = page.getByRole('dialog', { name: 'Payment request' });
  // read by its values first
  await expect(panel.getByRole('term').first()).toHaveText('Amount');
  await expect(panel.getByText('None: nobody answered')).toBeVisible();
  await panel.getByRole('button', { name: 'Raw' }).click();
  await expect(panel.locator('pre')).toHaveText(
    /<pmtreq xmlns="urn:paydesk:exchange:1">\n {2}<amount>7.00<\/amount>\n {2}<payerName>/,
    { useInnerText: true },
  );
  await expect(panel.locator('pre [data-kind=name]').first()).toHaveText('pmtreq');
  const { x, width, height } = (await panel.boundingBox())!;
  expect([x + width, height]).toEqual([page.viewportSize()!.width, page.viewportSize()!.height]);
  await panel.getByRole('button', { name: 'Copy request' }).click();
  expect(await copied()).toBe(XML);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await (await list.cell(list.rows, 'Request Type')).click();
  await expect(panel, 'the whole row opens it').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await list.rows.getByRole('link', { name: 'Purchase' }).click();
  await expect(page).toHaveURL(`/purchases/${purchase.id}`);
});
