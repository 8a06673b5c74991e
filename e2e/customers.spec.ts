import type { Page } from '@playwright/test';
import {
  insertCustomer,
  insertPurchase,
  insertTransaction as insertPayment,
} from '../apps/server/src/seed/factories.ts';
import { insertCard } from '../apps/server/src/seed/factories/customers.ts';
import { insertLoan } from '../apps/server/src/seed/factories/financing.ts';
import { insertRecurringPayment } from '../apps/server/src/seed/factories/payments.ts';
import type { CustomerRow } from '../apps/server/src/seed/tables.ts';
import { expect, test, type Paydesk } from './server.ts';
import { merchantId, onDatabase, PEOPLE, rowsOf, signIn } from './support.ts';
import { fieldsOf } from './transactions.ts';

/** Somebody that no other test knows. */
const somebody = (paydesk: Paydesk, given: Partial<CustomerRow> = {}) =>
  onDatabase(paydesk, (client) =>
    insertCustomer(client, {
      firstName: 'Austra',
      lastName: 'Zīle',
      personalId: '120385-12945',
      country: 'LV',
      ...given,
    }),
  );

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Customer' });
const rows = (page: Page) => page.locator('tbody tr');

test('CU-01, AM-124 on a phone a customer is a name, how to reach them, and since when they are there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, PEOPLE.staff);
  await page.goto('/customers');
  const card = page.locator('main li[data-href]').first();
  await expect(card).toHaveText(/@.*Created: \d\d\.\d\d\.\d{4}/);
  const names = card.locator('[data-name]');
  await expect(names).toHaveCount(2);
  const [first, last] = [await names.first().boundingBox(), await names.last().boundingBox()];
  // as one name is read
  expect(last!.x - first!.x - first!.width).toBeLessThanOrEqual(5);
});

test('CU-01, CU-09, API-22 customers are listed, filtered, sorted and opened; the file has the same columns', async ({
  page,
  paydesk,
}) => {
  const statusReason = 'Her bank called';
  await somebody(paydesk, { lastName: 'Ābola', status: 'BLOCKED', statusReason });
  const { id } = await somebody(paydesk, { lastName: 'Āboltiņa', status: 'CLOSED' });
  await signIn(page, PEOPLE.technical);
  await page.goto('/customers');
  await expect(page).toHaveTitle('Customers · Paydesk');
  const labels = [
    'ID',
    'First Name',
    'Last Name',
    'Personal ID',
    'Email',
    'Phone',
    'Status',
    'Country',
    'Cards',
    'Created',
    'Last Login',
  ];
  const shown = labels.filter((one) => one !== 'Phone' && one !== 'Country');
  await expect(page.getByRole('columnheader')).toHaveText(shown.map((one) => new RegExp(one)));
  await page.getByLabel('Filter by Last Name').fill('ābol');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Last Name', exact: true }).click();
  await expect(rows(page).first()).toContainText('Ābola');
  await expect(rows(page).first()).toContainText('12••••••••45');
  await expect(rows(page).first().locator('td[data-kind=status]')).toHaveText(
    'Blocked Her bank called',
  );
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to CSV' }).click();
  const stream = await (await download).createReadStream();
  const text = (await stream.toArray()).join('');
  expect(text).toContain(labels.join(','));
  expect(text.match(/Austra/g)).toHaveLength(2);
  await rows(page).last().click();
  await expect(page).toHaveURL(`/customers/${id}`);
  await expect(title(page, 'Austra Āboltiņa')).toBeVisible();
});

test('CU-02, CU-05, CU-06, AM-15, AM-74 a customer is blocked, activated and closed, each after a question; the history tells it', async ({
  page,
  paydesk,
}) => {
  const { id } = await somebody(paydesk);
  const transaction = await onDatabase(paydesk, async (client) =>
    insertPayment(client, { merchantId: await merchantId(paydesk), customerId: id }),
  );
  await signIn(page, PEOPLE.staff);
  await page.goto(`/transactions/${transaction.id}`);
  await page.getByRole('link', { name: /^Customer\s*Austra Zīle/ }).click();
  await expect(title(page, 'Austra Zīle')).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Payments' }).getByRole('cell', { name: 'Amber & Oak' }),
  ).toBeVisible();
  // whatever of its row is pressed opens the payment; links say to how many they lead
  await expect(page.getByRole('link', { name: /^Transactions\s*1 payment$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Orders\s*0$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: '1 successful payment' })).toHaveAttribute(
    'href',
    `/transactions?f_customerId=${id}&f_type=PAYMENT&f_status=SUCCESS,REVERSED`,
  );
  // what the head says is not said again
  const details = (await fieldsOf(page, 'Details')).map(([label]) => label);
  expect(details).toEqual(expect.arrayContaining(['Personal ID', 'Country', 'Created']));
  for (const said of ['First Name', 'Email', 'Status', 'Cards'])
    expect(details).not.toContain(said);
  await expect(page.getByRole('link', { name: /^Purchases\s*0$/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Screening\s*\d+$/ })).toBeVisible();
  // the row's link lies over it
  await page.getByRole('table', { name: 'Payments' }).getByText('Success').click({ force: true });
  await expect(page).toHaveURL(`/transactions/${transaction.id}`);
  await page.goBack();
  // the field is there and takes what is typed
  await page.getByRole('link', { name: 'Write a note' }).click();
  const writing = page.getByRole('dialog', { name: 'Write a note' });
  await expect(writing.getByLabel('Note')).toBeFocused();
  await expect(page).toHaveURL(/\?tab=notes$/);
  await page.keyboard.press('Escape');
  await expect(writing).toBeHidden();
  await page.goBack();
  await expect(page).toHaveTitle('Austra Zīle · Paydesk');
  await expect(page.getByText('12••••••••45')).toBeVisible();
  expect(await page.content()).not.toContain('0385');

  const done = page.getByText('Action completed successfully');
  const act = async (name: string, status: string) => {
    const dialog = page.getByRole('dialog', { name: `${name} Austra Zīle?` });
    await dialog.getByLabel('Reason').fill(`${name}: her bank called`);
    await dialog.getByRole('button', { name: `${name} Austra Zīle` }).click();
    await expect(dialog).toBeHidden();
    await expect(done.last()).toBeVisible();
    await expect(page.locator('header').getByText(status, { exact: true })).toBeVisible();
  };
  await page.getByRole('button', { name: 'Block' }).click();
  const question = page.getByRole('dialog', { name: 'Block Austra Zīle?' });
  await expect(question).toBeVisible();
  // nobody is blocked without a word
  await question.getByRole('button', { name: 'Block Austra Zīle' }).click();
  await expect(question.getByLabel('Reason')).toHaveAttribute('aria-invalid', 'true');
  await expect(question).toContainText('Reason is required');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(await rowsOf(paydesk, 'select status from customers where id = $1', [id])).toEqual([
    { status: 'ACTIVE' },
  ]);
  await page.getByRole('button', { name: 'Block' }).click();
  await act('Block', 'Blocked');
  await expect(page.getByText('wrote: “Block: her bank called”')).toBeVisible();
  const status = new Map(await fieldsOf(page, 'Details')).get('Status');
  expect(status).toMatch(/^Blocked\s*“Block: her bank called”\s*Elīna Bērziņa, \d/);
  await page.getByRole('button', { name: 'Activate' }).click();
  await act('Activate', 'Active');
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: /^Activate/ })).toContainText(
    'Only a registered or blocked customer can be activated; this one is active',
  );
  // what ends it stands last, and says of whom
  const items = page.getByRole('menuitem');
  const [last] = (await items.allInnerTexts()).slice(-2);
  expect(last).toBe('Close customer');
  await page.getByRole('menuitem', { name: 'Close customer' }).click();
  await act('Close', 'Closed');
  await expect(page.getByRole('button', { name: 'Block' })).toHaveCount(0);
  await page.getByText('Change history').click();
  for (const line of [/^Close: success/, /^Activate: success/, /^Block: success/])
    await expect(page.getByText(line)).toBeVisible();
  // in the words of the record's own screen
  await expect(
    page.getByRole('table', { name: 'Block' }).getByRole('row', { name: 'Status' }),
  ).toHaveText('StatusActiveBlocked');
  await expect(page.getByRole('link', { name: 'Transactions' }).last()).toHaveAttribute(
    'href',
    `/transactions?f_customerId=${id}`,
  );
  // what is written down stays, with who wrote it
  await page.getByRole('link', { name: 'Notes' }).click();
  await expect(page.getByText(/^No notes yet/)).toBeVisible();
  await page.getByRole('button', { name: 'Write a note' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Write a note' });
  await dialog.getByLabel('Note').fill('Called: pays on Friday');
  await dialog.getByRole('button', { name: 'Write the note' }).click();
  await expect(page.getByRole('cell', { name: 'Called: pays on Friday' })).toBeVisible();
});

test('CU-03, CU-04, CU-07, CU-10..13, AM-27, AM-68 the cards of a customer: masked, filtered, blocked and deleted from their rows, each with its payments', async ({
  page,
  paydesk,
}) => {
  const { id: customerId } = await somebody(paydesk, { phone: '+371 2600 0001' });
  const payment = await onDatabase(paydesk, async (client) => {
    await insertCard(client, {
      customerId,
      last4: '0001',
      isDefault: true,
      issuer: 'Birch Savings',
    });
    const { id: cardId } = await insertCard(client, {
      customerId,
      first6: '378282',
      last4: '0002',
      paymentScheme: 'AMEX',
      cardType: 'CREDIT',
      onboardingStatus: 'PENDING',
      expiresMonth: '2031-04-01',
    });
    const owner = await merchantId(paydesk);
    for (const given of [{}, {}, {}, { status: 'DECLINED' } as const])
      await insertPayment(client, { merchantId: owner, customerId, amountCents: 43_99n, ...given });
    const { id: refundedTransactionId } = await insertPayment(client, {
      merchantId: owner,
      customerId,
      amountCents: 43_99n,
      refundedCents: 43_99n,
    });
    // what is no payment stands on no card of payments
    await insertPayment(client, { merchantId: owner, customerId, refundedTransactionId });
    const { id: paymentRequestId } = await insertPurchase(client, {
      merchantId: owner,
      customerId,
    });
    await insertRecurringPayment(client, {
      merchantId: owner,
      customerId,
      paymentRequestId,
      amountCents: 14_99n,
    });
    return insertPayment(client, {
      merchantId: owner,
      customerId,
      cardId,
      cardPan: '378282******0002',
    });
  });
  await signIn(page, PEOPLE.staff);
  // one page of the person; a part that fails is asked for again alone
  await page.route(/\/api\/recurring\?/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`/customers/${customerId}`);
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const subscriptions = part('Recurring payments');
  await expect(subscriptions.getByRole('alert')).toBeVisible();
  await page.unroute(/\/api\/recurring\?/);
  await subscriptions.getByRole('button', { name: 'Try again' }).click();
  await expect(subscriptions.locator('tbody tr')).toHaveText(/14\.99 EUR/);
  await expect(part('Payments').locator('tbody tr')).toHaveCount(5);
  await expect(part('Payments').locator('tbody tr').last()).toHaveText(/43\.99 EUR/);
  // as the list says them: what went back, and why one came to nothing
  await expect(part('Payments').getByText('Success Refunded in full')).toBeVisible();
  await expect(part('Payments').getByText('Declined No reason given')).toBeVisible();
  await expect(part('Payments').getByRole('link', { name: 'View all 6 payments' })).toHaveAttribute(
    'href',
    `/transactions?f_customerId=${customerId}&f_type=PAYMENT`,
  );
  await expect(part('Cards').locator('tbody tr')).toHaveText(
    Array(2).fill(/Visa •• 0001|American Express •• 0002/),
  );
  // all of them stand here, and the tab above has their number and leads to them
  await expect(part('Cards').getByRole('link', { name: /^View all/ })).toHaveCount(0);
  await expect(tabs(page).getByRole('link', { name: /^Cards/ })).toHaveText('Cards2');
  // each in a line of its own, and nothing that there is none of
  await expect(part('Details').getByText('No dispute', { exact: true })).toBeVisible();
  await expect(part('Details').getByText('1 of 6 payments failed', { exact: true })).toBeVisible();
  // what follows a sign that copies is as far from it as from another one
  const after = await page.locator('article > header').evaluate((head) =>
    [...head.querySelectorAll('a')].map((link) => {
      const signs = [...head.querySelectorAll('button[title^="Copy"] svg')];
      const left = link.getBoundingClientRect().left;
      return Math.round(
        Math.min(
          ...signs
            .map((sign) => left - sign.getBoundingClientRect().right)
            .filter((apart) => apart > 0),
        ),
      );
    }),
  );
  expect(after, 'e-mail and number').toHaveLength(2);
  expect(Math.abs(after[0]! - after[1]!)).toBeLessThanOrEqual(2);
  // what there is none of shares a line, and stands as no empty card beside full ones
  await expect(page.getByText('No loans or notes.')).toBeVisible();
  for (const none of ['Loans', 'Screening cases', 'Notes']) await expect(part(none)).toHaveCount(0);
  // below one another on a phone: the money, what they did, and last who they are and where it leads
  await page.setViewportSize({ width: 390, height: 844 });
  const places = await Promise.all(
    ['Money', 'Payments', 'Cards', 'Details', 'Related'].map((name) => part(name).boundingBox()),
  );
  const tops = places.map((place) => place!.y);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  // how they are reached stands at the top, above the money
  const mail = await page.locator('article > header a[href^="mailto:"]').boundingBox();
  expect(mail!.y).toBeLessThan(tops[0]!);
  await page.setViewportSize({ width: 1440, height: 900 });
  await tabs(page).getByRole('link', { name: 'Cards' }).click();
  await expect(page).toHaveURL(`/customers/${customerId}?tab=cards`);
  await expect(page.getByRole('columnheader')).toHaveText(
    [
      'ID',
      'Card',
      'Card Type',
      'Payment Scheme',
      'Issuer',
      'Expires',
      'Status',
      'Onboarding Status',
      'Default',
      'Created',
      'Actions',
    ].map((one) => new RegExp(one)),
  );
  const amex = rows(page).filter({ hasText: '•• 0002' });
  await expect(amex).toContainText('American Express');
  await expect(amex).toContainText('Credit');
  await expect(amex).toContainText('04/31');
  await expect(amex.locator('td[data-kind=status]')).toHaveText(['Active', 'Pending']);
  await amex.getByRole('link', { name: 'Payments by this card' }).click();
  await expect(page).toHaveURL(`/transactions?f_cardId=${payment.cardId}`);
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole('link').first().click();
  await expect(page).toHaveURL(`/transactions/${payment.id}`);
  await page.getByRole('link', { name: /^Card\s*American Express •• 0002/ }).click();
  await expect(amex).toHaveCount(1);
  await expect(rows(page)).toHaveCount(1);
  await page.goto(`/customers/${customerId}?tab=cards`);
  await page.getByLabel('Filter by Payment Scheme').selectOption('VISA');
  await expect(rows(page)).toHaveCount(1);

  const visa = rows(page).filter({ hasText: '•• 0001' });
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for card •• 0001' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `${name} card •• 0001?` });
    if (name === 'Delete') await expect(dialog).toContainText('It is the default card');
    await dialog.getByLabel('Reason').fill(`${name}: lost at the harbour`);
    await dialog.getByRole('button', { name: `${name} card` }).click();
    await expect(dialog).toBeHidden();
  };
  await act('Block');
  await expect(visa.locator('td[data-kind=status]').first()).toHaveText(
    /^Blocked\s*“Block: lost at the harbour” Elīna Bērziņa, \d/,
  );
  await page.getByRole('button', { name: 'Actions for card •• 0001' }).click();
  await page.getByRole('menuitem', { name: 'Activate', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'It was blocked with these words: “Block: lost at the harbour”',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await act('Delete');
  await expect(visa.locator('td[data-kind=status]').first()).toHaveText(/^Deleted\s*“Delete: lost/);
  await expect(visa.locator('td[data-kind=boolean]')).toHaveText('No');
  await page.getByRole('button', { name: 'Actions for card •• 0001' }).click();
  await expect(page.getByRole('menuitem', { name: /^Delete/ })).toContainText(
    'this one is deleted',
  );
});

test('SB-42, RP-10 whoever is blocked is not charged again: their page, the list and the recurring payment say that it is on hold', async ({
  page,
  paydesk,
}) => {
  const { id: customerId } = await somebody(paydesk, { status: 'BLOCKED' });
  const one = await onDatabase(paydesk, async (client) => {
    const of = { merchantId: await merchantId(paydesk), customerId };
    const { id: paymentRequestId } = await insertPurchase(client, of);
    const nextChargeAt = new Date('2032-05-04T12:00:00Z');
    return insertRecurringPayment(client, { ...of, paymentRequestId, nextChargeAt });
  });
  await signIn(page, PEOPLE.staff);
  await page.goto(`/customers/${customerId}`);
  const subscription = page.getByRole('region', { name: 'Recurring payments' }).locator('tbody tr');
  await expect(subscription).toContainText('On hold');
  await expect(subscription).not.toContainText('2032');
  // beside one another or below: no cell of any of its tables is cut, and a status least of all
  await onDatabase(paydesk, async (client) => {
    const loan = { customerId, status: 'FAILED', failureReason: 'NO_INSTITUTION' } as const;
    await insertLoan(client, { merchantId: await merchantId(paydesk), ...loan });
    await insertCard(client, {
      customerId,
      status: 'BLOCKED',
      statusReason: 'lost at the harbour',
    });
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  for (const name of ['Recurring payments', 'Loans', 'Cards']) {
    const section = page.getByRole('region', { name, exact: true }).first();
    await expect(section.locator('td[data-kind=status]').first()).toBeVisible();
    const cut = await section.evaluate((all) => {
      const edge = all.getBoundingClientRect().right;
      return [...all.querySelectorAll('td')]
        .filter((td) => td.scrollWidth > td.clientWidth || td.getBoundingClientRect().right > edge)
        .map((td) => td.textContent);
    });
    expect(cut, name).toEqual([]);
  }
  await page.goto(`/recurring?f_id=${one.id}`);
  await expect(rows(page).locator('td[data-kind=status]')).toHaveText('Active On hold: customer');
  // the list says in place of the day why there is none
  await expect(rows(page).locator('td[data-kind=dateTime]').first()).toHaveText('On hold');
  const ending = await onDatabase(paydesk, async (client) => {
    const of = { merchantId: await merchantId(paydesk), customerId: null };
    const { id: paymentRequestId } = await insertPurchase(client, of);
    return insertRecurringPayment(client, {
      ...of,
      paymentRequestId,
      nextChargeAt: new Date('2032-05-04T12:00:00Z'),
      expirationDate: new Date('2032-04-01T12:00:00Z'),
    });
  });
  await page.goto(`/recurring?f_id=${ending.id}`);
  await expect(rows(page).locator('td[data-kind=dateTime]').first()).toHaveText('Ends 01.04.2032');
  await page.goto(`/recurring/${one.id}`);
  await expect(page.getByText('On hold: the customer is blocked or closed.')).toBeVisible();
  await expect(page.getByText(/The next charge is on/)).toHaveCount(0);
  // nothing stands there that there is none of
  await expect(page.getByRole('region', { name: 'Plan' }).getByRole('term')).toHaveText([
    /^Charged so far/,
    /^Agreed maximum/,
  ]);
  await expect(page.getByRole('button', { name: 'Charge now' })).toBeDisabled();
});

test('FI-16, FI-17, AM-26, AM-82 the tabs of loans and offers hold the customer’s own, 200 rows at first; technical staff change nothing', async ({
  page,
  paydesk,
}) => {
  const [one] = await rowsOf<{ id: string; loan: string; offers: string }>(
    paydesk,
    `select c.customer_id as id, min(c.id::text) as loan, count(o.id)::text as offers
     from consumer_credits c join offers o on o.consumer_credit_id = c.id
     where (select count(*) from consumer_credits a where a.customer_id = c.customer_id) = 1
     group by 1 order by 3 desc, 1 limit 1`,
  );
  const { id, loan, offers } = one!;
  await signIn(page, PEOPLE.technical);
  await page.goto(`/customers/${id}`);
  await expect(title(page, '')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Block|Activate)$/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([/^Show personal ID/]);
  await page.keyboard.press('Escape');
  await expect(
    page.getByRole('region', { name: 'Loans' }).locator('tbody').getByRole('link'),
  ).toHaveAttribute('href', `/financing/consumer-credits/${loan}`);
  await expect(page.getByRole('region', { name: 'Loans' }).locator('tbody')).toContainText(' EUR');
  await expect(tabs(page).getByRole('link', { name: /^Loans/ })).toHaveText('Loans1');
  await expect(tabs(page).getByRole('link', { name: /^Credit Offers/ })).toHaveText(
    `Credit Offers${offers}`,
  );
  // on a phone in one line, the open one within it
  await page.setViewportSize({ width: 390, height: 844 });
  const tops = await tabs(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await page.goto(`/customers/${id}?tab=personal-data`);
  await expect(tabs(page).getByRole('link', { name: 'Personal data' })).toBeInViewport({
    ratio: 1,
  });
  // what is out of sight at either edge fades there
  const shade = () => tabs(page).evaluate((line) => getComputedStyle(line).maskImage);
  const AT_LEFT = /^linear-gradient\(90deg, rgba\(0, 0, 0, 0\)/;
  await expect.poll(shade).toMatch(AT_LEFT);
  await tabs(page).evaluate((line) => line.scrollTo({ left: 0 }));
  await expect.poll(shade).not.toMatch(AT_LEFT);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/customers/${id}`);
  await expect(tabs(page).getByRole('link', { name: /^Notes/ })).toHaveText(/^Notes\d+$/);
  const asked = page.waitForRequest((request) => request.url().includes('/consumer-credits?'));
  await tabs(page).getByRole('link', { name: 'Loans' }).click();
  const { searchParams } = new URL((await asked).url());
  expect([searchParams.get('size'), searchParams.get('f_customerId')]).toEqual(['200', id]);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toHaveAttribute('data-href', `/financing/consumer-credits/${loan}`);
  // neither the rows nor whose they are stand in the address
  await expect(page).toHaveURL(`/customers/${id}?tab=loans`);
  const offered = page.waitForRequest((request) => request.url().includes('/financing/offers?'));
  await tabs(page).getByRole('link', { name: 'Credit Offers' }).click();
  expect(new URL((await offered).url()).searchParams.get('size')).toBe('200');
  await expect(rows(page)).toHaveCount(Number(offers));
  await tabs(page).getByRole('link', { name: 'Cards' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Cards' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Actions for card/ })).toHaveCount(0);
  // of whoever has none there is nothing to filter, to turn over or to take along
  const { id: nobodys } = await somebody(paydesk, { lastName: 'Ābele' });
  await page.goto(`/customers/${nobodys}?tab=loans`);
  await expect(page.getByText('No loans. Customers apply for one')).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  for (const name of ['Add filter', 'Export to CSV', 'Next'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
});

test('CU-08, API-28 screening is listed and filtered, and leads to the customer', async ({
  page,
  paydesk,
}) => {
  const [found] = await rowsOf<{ id: string; name: string; times: number }>(
    paydesk,
    `select customer_id as id, name,
       (select count(*)::int from screening_results a where a.customer_id = r.customer_id) as times
     from screening_results r where result = 'MATCH' and id < $1 order by id limit 1`,
    [paydesk.youngest],
  );
  expect(found!.times).toBeGreaterThan(1);
  await signIn(page, PEOPLE.staff);
  await page.goto(`/screening?f_customerId=${found!.id}`);
  await expect(rows(page)).toHaveCount(found!.times);
  await page.getByLabel('Filter by Result').selectOption('MATCH');
  await expect(rows(page).first().locator('td[data-kind=status]')).toHaveText('Match');
  await expect(page).toHaveURL(/f_result=MATCH/);
  await rows(page).first().getByRole('link', { name: 'Customer' }).click();
  await expect(title(page, found!.name)).toBeVisible();
});
