import type { Locator, Page } from '@playwright/test';
import { expect, test, type Paydesk } from './server.ts';
import { callAs, insertTransaction, loginOf, PEOPLE, rowsOf, signIn } from './support.ts';
import { openAction, openTransaction, optionsOf, sentActions } from './transactions.ts';

const DAY_MS = 86_400_000;
const REFUND = /\/actions\/refund$/;

/** A merchant's payment of so much, with the refund's dialog open. */
async function openRefund(page: Page, paydesk: Paydesk, amountCents: bigint) {
  const { id } = await insertTransaction(paydesk, { amountCents });
  await signIn(page, PEOPLE.owner);
  await openTransaction(page, id);
  return { id, dialog: await openAction(page, 'Refund') };
}

/** Types an amount and sends; gives what stands under it. */
async function refused(dialog: Locator, amount: string): Promise<string> {
  const field = dialog.getByLabel('Amount');
  await field.fill(amount);
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  const error = dialog.locator(`[id="${await field.getAttribute('aria-describedby')}"]`);
  return error.innerText();
}

test('TX-67 while a refund is under way its dialog says what was sent, whatever the payment behind it says already', async ({
  page,
  paydesk,
}) => {
  const { dialog } = await openRefund(page, paydesk, 3750n);
  const { promise, resolve: comes } = Promise.withResolvers<void>();
  await page.route(REFUND, async (route) => {
    const response = await route.fetch();
    await promise;
    await route.fulfill({ response });
  });
  await dialog.getByLabel('Reason').selectOption('Other');
  await dialog.getByRole('button', { name: 'Refund 37.50 EUR' }).click();
  await expect(page.getByText('Nothing is left to refund')).not.toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Refund 37.50 EUR' })).toBeVisible();
  comes();
  await expect(dialog).toHaveCount(0);
});

test('TX-47, TX-48, TX-50, TX-51, TX-56 what the state forbids is disabled and says why', async ({
  page,
  paydesk,
}) => {
  await signIn(page, PEOPLE.owner);
  const refund = page.getByRole('button', { name: 'Refund', exact: true });
  const reverse = page.getByRole('button', { name: 'Reverse', exact: true });
  const item = (name: string) => page.getByRole('menuitem', { name });

  const others = ['PROCESSING', 'FAILED', 'CANCELLED', 'REVERSED', 'DECLINED', 'RP_BLOCKED'];
  for (const status of others as ['FAILED']) {
    const { id } = await insertTransaction(paydesk, { status });
    await openTransaction(page, id);
    for (const [button, verb] of [
      [refund, 'refunded'],
      [reverse, 'reversed'],
    ] as const) {
      await expect(button).toBeDisabled();
      await expect(button).toHaveAccessibleDescription(
        new RegExp(`^Only a successful transaction can be ${verb}; this one is `),
      );
      await button.click({ force: true });
    }
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(item('Mark as refunded')).toBeDisabled();
    if ((status as string) === 'REVERSED') await expect(item('Mark as successful')).toBeDisabled();
    else await expect(item('Mark as successful')).toBeEnabled();
  }

  for (const [days, open] of [
    [359, true],
    [360, false],
  ] as const) {
    const { id } = await insertTransaction(paydesk, {
      date: new Date(Date.now() - days * DAY_MS - 60_000),
    });
    await openTransaction(page, id);
    await expect(refund).toBeEnabled();
    if (open) await expect(reverse).toBeEnabled();
    else
      await expect(reverse).toHaveAccessibleDescription(
        'A transaction can be reversed for 360 days only',
      );
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect(item('Mark as refunded')).toBeEnabled();
    await expect(item('Mark as successful')).toBeDisabled();
  }

  // the reason is shown where the keyboard stands, too
  await page.keyboard.press('Escape');
  await reverse.focus();
  await expect(page.getByRole('tooltip')).toHaveText(
    'A transaction can be reversed for 360 days only',
  );

  const original = await insertTransaction(paydesk, { refundedCents: 500n });
  const { id } = await insertTransaction(paydesk, {
    amountCents: 500n,
    refundedTransactionId: original.id,
  });
  await openTransaction(page, id);
  await expect(refund).toHaveCount(0);
  await expect(reverse).toBeEnabled();
  await page.getByRole('button', { name: 'More actions' }).click();
  for (const name of [/^Refund/, /^Mark as refunded/]) {
    const forbidden = page.getByRole('menuitem', { name });
    await expect(forbidden).toBeDisabled();
    await expect(forbidden).toContainText('A refund can’t be refunded');
  }
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Open its payment' }).click();
  await expect(page).toHaveURL(new RegExp(original.id));
  await expect(refund).toBeEnabled();
});

test('TX-49, TX-75, AM-17, AM-105 a role without reversal has no Reverse and may still refund', async ({
  page,
  paydesk,
}) => {
  for (const role of ['technical', 'operator', 'staff', 'owner'] as const) {
    const { id } = await insertTransaction(paydesk, { amountCents: 20_00n });
    await signIn(page, PEOPLE[role]);
    await openTransaction(page, id);
    const reverse = page.getByRole('button', { name: 'Reverse', exact: true });
    await expect(reverse).toHaveCount(role === 'staff' || role === 'owner' ? 1 : 0);
    const dialog = await openAction(page, 'Refund');
    await dialog.getByLabel('Reason').selectOption('Other');
    await dialog.getByRole('button', { name: 'Refund 20.00 EUR' }).click();
    await expect(page.getByRole('status').last()).toContainText(
      'Transaction has been refunded successfully',
    );
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  }
});

test('TX-59..63, AM-52, AM-88, FC-09 the reversal’s fields and the bounds of its amount', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, { amountCents: 1_234_50n });
  await signIn(page, PEOPLE.owner);
  await openTransaction(page, id);
  const sent = sentActions(page);
  const dialog = await openAction(page, 'Reverse');
  await expect(dialog).toHaveAccessibleName('Reverse this payment');
  for (const label of ['Amount', 'Currency', 'Reason', 'Note'])
    await expect(dialog.getByLabel(label)).toBeVisible();
  expect(await refused(dialog, '')).toBe('Amount is required');
  expect(await refused(dialog, '0')).toBe("Value must be between 0.01 and 1'234.50");
  expect(await refused(dialog, '-5')).toBe("Value must be between 0.01 and 1'234.50");
  expect(await refused(dialog, '1234.51')).toBe("At most 1'234.50 EUR is left to reverse.");
  expect(await refused(dialog, '1.234')).toBe('At most 2 decimal places');
  expect(await refused(dialog, 'ten')).toBe('Value must be a number');
  // the currency is the transaction's; there is no other, and none can't be chosen
  expect(await optionsOf(page, 'Currency')).toEqual(['EUR']);
  expect(sent).toEqual([]);

  // as people write it: an apostrophe for the thousands, a comma for the cents
  await dialog.getByLabel('Amount').fill("1'234,5");
  await expect(dialog.getByRole('button', { name: "Reverse 1'234.50 EUR" })).toBeVisible();
  await dialog.getByLabel('Amount').fill('0,01');
  await expect(dialog.getByRole('button', { name: 'Reverse 0.01 EUR' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();

  // past the screen the server says the same
  const { token } = await loginOf(paydesk, PEOPLE.owner);
  for (const [currency, message] of [
    ['', 'Currency is required'],
    ['USD', 'Value must be one of EUR'],
  ]) {
    const response = await page.request.put(`/api/transactions/${id}/actions/reverse`, {
      headers: { authorization: `Bearer ${token}` },
      data: { amount: 1, currency, reasonCode: 'DUPLICATE' },
    });
    expect(response.status()).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ field: 'currency', message }] });
  }
});

test('TX-58, TX-64..66, TX-72, API-36, AM-75 a reversal, prefilled, without a note', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, { amountCents: 88_80n });
  await signIn(page, PEOPLE.owner);
  await openTransaction(page, id);
  const sent = sentActions(page);
  const dialog = await openAction(page, 'Reverse');
  await expect(dialog.getByLabel('Amount')).toHaveValue('88.80');
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await expect(dialog.getByLabel('Currency')).toHaveValue('EUR');
  await expect(dialog.getByLabel('Reason')).toHaveValue('');
  const [none, ...reasons] = await optionsOf(page, 'Reason');
  expect(none).toBe('Choose');
  expect(reasons).toEqual(['Wrong amount', 'Duplicate', 'Other']);
  const button = dialog.getByRole('button', { name: 'Reverse 88.80 EUR' });
  await button.click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByLabel('Reason').selectOption('Duplicate');
  const refetched = page.waitForRequest(
    (request) => request.method() === 'GET' && request.url().endsWith(`/api/transactions/${id}`),
  );
  await button.click();
  await expect(page.getByRole('status').last()).toContainText(
    'Transaction has been reversed successfully',
  );
  await refetched;
  await expect(dialog).toBeHidden();
  expect(sent).toEqual([
    {
      action: 'reverse',
      key: expect.stringMatching(/^[ -~]{1,255}$/) as unknown as string,
      body: { amount: 88.8, currency: 'EUR', reasonCode: 'DUPLICATE' },
    },
  ]);
  await expect(page.getByRole('region', { name: 'Reversal' })).toContainText('88.80 EUR');
  await expect(page.getByText('Reversed', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reverse', exact: true })).toBeDisabled();
});

test('TX-67..70, TX-73, API-37, AM-18, AM-56 refunds in parts, each prefilled with what is left', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, {
    amountCents: 128_40n,
    cardPan: '520000******9241',
  });
  await signIn(page, PEOPLE.owner);
  await openTransaction(page, id);
  const sent = sentActions(page);
  const done = page
    .getByRole('status')
    .last()
    .getByText('Transaction has been refunded successfully');

  let dialog = await openAction(page, 'Refund');
  await expect(dialog.getByLabel('Amount')).toHaveValue('128.40');
  await expect(dialog.getByText('128.40 EUR left of 128.40')).toBeVisible();
  // what would be left follows each key, in a room of its own
  await expect(dialog.getByText('Left after this: 0.00 EUR')).toBeVisible();
  const height = (await dialog.boundingBox())!.height;
  for (const [typed, left] of [
    ['28.40', '100.00'],
    ['0,4', '128.00'],
  ] as const) {
    await dialog.getByLabel('Amount').fill(typed);
    await expect(dialog.getByText(`Left after this: ${left} EUR`)).toBeVisible();
  }
  // of what can't be sent the line has a dash, the button no amount, and its field says why
  for (const [typed, why] of [
    ['', 'Amount is required'],
    ['much', 'Value must be a number'],
    ['200', 'At most 128.40 EUR is left to refund.'],
    ['-5', 'Value must be between 0.01 and 128.40'],
    ['0', 'Value must be between 0.01 and 128.40'],
    ['12,345', 'At most 2 decimal places'],
  ] as const) {
    await dialog.getByLabel('Amount').fill(typed);
    await expect(dialog.getByText('Left after this: —')).toBeVisible();
    expect((await dialog.boundingBox())!.height, typed).toBe(height);
    await expect(dialog.locator('[type=submit]')).toHaveText('Refund');
    await expect(dialog.getByText(why)).toBeVisible();
  }
  await dialog.getByLabel('Amount').fill('12,50');
  await expect(dialog.getByRole('button', { name: 'Refund 12.50 EUR' })).toBeVisible();
  await expect(
    dialog.getByText(/is returned to card •• 9241\. This can’t be undone/),
  ).toBeVisible();
  for (const label of ['Currency', 'Note']) await expect(dialog.getByLabel(label)).toBeVisible();
  expect(await optionsOf(page, 'Currency')).toEqual(['EUR']);
  expect((await optionsOf(page, 'Reason')).slice(1)).toEqual([
    'Product out of stock',
    'Returned product',
    'Cancelled service',
    'Price adjustment',
    'Other',
  ]);
  expect(await refused(dialog, '')).toBe('Amount is required');
  expect(await refused(dialog, '0')).toBe('Value must be between 0.01 and 128.40');
  expect(await refused(dialog, '128.41')).toBe('At most 128.40 EUR is left to refund.');
  await dialog.getByLabel('Amount').fill('28.40');
  await dialog.getByRole('button', { name: 'Refund 28.40 EUR' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await dialog.getByLabel('Reason').selectOption('Returned product');
  await dialog.getByLabel('Note').fill('One stool scratched');
  // whoever opens it again before the record is read anew begins with what is left by now
  const { promise: reading, resolve: readAnew } = Promise.withResolvers<void>();
  const own = `**/api/transactions/${id}`;
  await page.route(own, async (route) => {
    await reading;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Refund 28.40 EUR' }).click();
  await expect(done).toBeVisible();
  dialog = await openAction(page, 'Refund');
  await expect(dialog.getByLabel('Amount')).toHaveValue('100.00');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  readAnew();
  await expect(page.getByRole('table', { name: 'Refund details' })).toContainText(
    /Returned product.*One stool scratched.*28\.40 EUR/,
  );
  // one column of figures, each with its currency
  await expect(page.getByRole('region', { name: 'Money' })).toHaveText(
    'MoneyPaid128.40 EURRefunded−28.40 EURLeft to refund100.00 EUR',
  );
  expect(sent).toHaveLength(1);
  expect(sent[0]!.body).toEqual({
    amount: 28.4,
    currency: 'EUR',
    refundReason: 'RETURNED_PRODUCT',
    refundNote: 'One stool scratched',
  });

  dialog = await openAction(page, 'Refund');
  await expect(dialog.getByLabel('Amount')).toHaveValue('100.00');
  await expect(dialog.getByText('28.40 refunded before · 100.00 EUR left of 128.40')).toBeVisible();
  expect(await refused(dialog, '100.01')).toBe('At most 100.00 EUR is left to refund.');
  await dialog.getByLabel('Amount').fill('0.01');
  await dialog.getByLabel('Reason').selectOption('Other');
  await dialog.getByRole('button', { name: 'Refund 0.01 EUR' }).click();
  await expect(page.getByRole('region', { name: 'Money' })).toContainText(
    'Left to refund99.99 EUR',
  );

  dialog = await openAction(page, 'Refund');
  await dialog.getByLabel('Reason').selectOption('Price adjustment');
  await dialog.getByRole('button', { name: 'Refund 99.99 EUR' }).click();
  await expect(page.getByText('Refunded in full', { exact: true })).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Refund', exact: true }),
  ).toHaveAccessibleDescription('Nothing is left to refund');
  expect(new Set(sent.map(({ key }) => key)).size, 'a key for each dialog').toBe(3);
});

test('TX-52..55, TX-71, AM-74 mark as refunded asks first, moves no money and has one reason', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, { amountCents: 60_00n });
  await signIn(page, PEOPLE.operator);
  await openTransaction(page, id);
  const question = 'Has the refund already been done using another system?';
  let dialog = await openAction(page, 'Mark as refunded');
  await expect(dialog.getByText(question)).toBeVisible();
  // of how much, and what a yes comes to, before it is said
  await expect(dialog).toContainText('No money moves: the refund is only recorded.');
  await expect(dialog).toContainText('60.00 EUR left of 60.00');
  await expect(dialog.getByLabel('Amount')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  dialog = await openAction(page, 'Mark as refunded');
  await dialog.getByRole('button', { name: 'Yes, it has been done' }).click();
  await expect(dialog.getByText(question)).toBeHidden();
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await expect(dialog.getByLabel('Amount')).toHaveValue('60.00');
  expect(await optionsOf(page, 'Reason')).toEqual(['Refunded manually']);
  await dialog.getByLabel('Amount').fill('45');
  const sent = sentActions(page);
  await dialog.getByRole('button', { name: 'Mark as refunded 45.00 EUR' }).click();
  await expect(page.getByRole('status').last()).toContainText(
    'Transaction has been refunded successfully',
  );
  expect(sent[0]).toMatchObject({ action: 'refund', body: { refundReason: 'REFUNDED_MANUALLY' } });
  await expect(page.getByText('45.00 EUR marked as refunded')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Money' })).toContainText(
    'Left to refund15.00 EUR',
  );
  const asked = await rowsOf(
    paydesk,
    'select 1 from acquirer_sandbox.requests where transaction_id = $1',
    [id],
  );
  expect(asked).toEqual([]);
});

test('TX-57, TX-74, API-38, AM-113 mark as successful says that no money moves; without the acquirer’s money it is marked by hand', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, { status: 'FAILED' });
  await signIn(page, PEOPLE.owner);
  await openTransaction(page, id);
  const sent = sentActions(page);
  let dialog = await openAction(page, 'Mark as successful');
  await expect(dialog.getByText('No money moves')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
  expect(sent).toEqual([]);
  dialog = await openAction(page, 'Mark as successful');
  await dialog.getByRole('button', { name: 'Mark as successful' }).click();
  await expect(page.getByRole('status').last()).toContainText(
    'Transaction has been marked as successful',
  );
  expect(sent).toHaveLength(1);
  await expect(page.locator('header').getByText('Marked by hand', { exact: true })).toBeVisible();
  for (const name of ['Refund', 'Reverse'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveAccessibleDescription(
      'Marked by hand: the acquirer does not have the money of this payment',
    );
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Mark as refunded' })).toBeEnabled();
  await page.goto(`/transactions?f_id=${id}`);
  await expect(page.getByRole('row').filter({ hasText: 'Marked by hand' })).toHaveCount(1);
});

test('SB-15, AM-102 a double click and Enter send once; Escape leaves, but not while it is under way', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, { amountCents: 90_00n });
  await signIn(page, PEOPLE.owner);
  await openTransaction(page, id);
  const sent = sentActions(page);
  const opener = page.getByRole('button', { name: 'Refund', exact: true });
  let dialog = await openAction(page, 'Refund');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  await page.route(REFUND, async (route) => {
    await held;
    await route.continue();
  });
  dialog = await openAction(page, 'Refund');
  await dialog.getByLabel('Reason').selectOption('Other');
  const send = dialog.getByRole('button', { name: 'Refund 90.00 EUR' });
  // one Escape in the very moment it is said to be under way, before anything is drawn
  await send.evaluate((button) => {
    const watch = new MutationObserver(() => {
      if (button.getAttribute('aria-busy') !== 'true') return;
      watch.disconnect();
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    watch.observe(button, { attributes: true });
  });
  await send.dblclick();
  await dialog.getByLabel('Amount').press('Enter');
  await expect(send).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
  answer();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Refunded in full', { exact: true })).toBeVisible();
  await expect(opener).toBeFocused();
  expect(sent).toHaveLength(1);
  expect(sent[0]!.key).toBeTruthy();
});

test('ER-01, TX-76, SB-16 a payment that is gone, or no longer the reader’s, is not refunded: a sentence says so, and so does its screen', async ({
  page,
  paydesk,
}) => {
  // told of the change, the screen would say so before the button is pressed
  await page.route('**/api/events*', (route) => route.abort());
  const { id, dialog } = await openRefund(page, paydesk, 90_00n);
  await dialog.getByLabel('Reason').selectOption('Other');
  // of another merchant by now
  await rowsOf(
    paydesk,
    `update transactions set merchant_id = (select id from merchants where name = 'Baltic Books'),
       purchase_id = null, order_id = null where id = $1`,
    [id],
  );
  await dialog.getByRole('button', { name: 'Refund 90.00 EUR' }).click();
  await expect(
    page
      .getByRole('alert')
      .getByText('Nothing was done: this record no longer exists, or you no longer have access'),
  ).toBeVisible();
  await expect(page.getByText('Please try again later')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'There is no such transaction' })).toBeVisible();
});

test('SB-19, AM-103 a decline stands beside the amount and nothing typed is lost', async ({
  page,
  paydesk,
}) => {
  const { dialog } = await openRefund(page, paydesk, 15_000_00n);
  const sent = sentActions(page);
  await dialog.getByLabel('Amount').fill('9999.01');
  await dialog.getByLabel('Reason').selectOption('Cancelled service');
  await dialog.getByLabel('Note').fill('Agreed by phone');
  await dialog.getByRole('button', { name: "Refund 9'999.01 EUR" }).click();
  await expect(dialog.getByText('The acquirer declined the amount')).toBeVisible();
  const amount = dialog.getByLabel('Amount');
  await expect(amount).toHaveAccessibleDescription('The acquirer declined the amount');
  await expect(amount).toHaveValue("9'999.01");
  await expect(amount).toBeFocused();
  await expect(dialog.getByLabel('Reason')).toHaveValue('CANCELLED_SERVICE');
  await expect(dialog.getByLabel('Note')).toHaveValue('Agreed by phone');
  await expect(dialog.getByText("15'000.00 EUR left")).toBeVisible();

  // another amount is another attempt, under a key of its own
  await amount.fill('9000');
  await dialog.getByRole('button', { name: "Refund 9'000.00 EUR" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Money' })).toContainText(
    "Left to refund6'000.00 EUR",
  );
  expect(sent).toHaveLength(2);
  expect(sent[0]!.key).not.toBe(sent[1]!.key);
});

/** 25.00 of a payment of 75.00 are typed; what was sent then, and that it came to one refund, whatever was tried. */
async function typedRefund(page: Page, paydesk: Paydesk) {
  const { id, dialog } = await openRefund(page, paydesk, 75_00n);
  const sent = sentActions(page);
  await dialog.getByLabel('Amount').fill('25');
  await dialog.getByLabel('Reason').selectOption('Other');
  const send = dialog.getByRole('button', { name: 'Refund 25.00 EUR' });
  return {
    dialog,
    send,
    sent,
    async refundedOnce() {
      await expect(page.getByRole('region', { name: 'Money' })).toContainText(
        'Left to refund50.00 EUR',
      );
      const refunds = await rowsOf(
        paydesk,
        'select 1 from transactions where refunded_transaction_id = $1',
        [id],
      );
      expect(refunds).toHaveLength(1);
    },
  };
}

test('AM-102 after a cut line the same dialog tries again and nothing is refunded twice', async ({
  page,
  paydesk,
}) => {
  const { dialog, send, sent, refundedOnce } = await typedRefund(page, paydesk);
  let cut = true;
  await page.route(REFUND, async (route) => {
    if (!cut) return route.continue();
    cut = false;
    // the server has done it; the answer is lost on the way
    await route.fetch();
    return route.abort('connectionreset');
  });
  await send.click();
  await expect(dialog.getByText('Remote Server is not available.')).toBeVisible();
  await expect(dialog.getByLabel('Amount')).toHaveValue('25.00');
  await send.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('status').last()).toContainText(
    'Transaction has been refunded successfully',
  );
  expect(sent).toHaveLength(2);
  expect(sent[0]!.key).toBe(sent[1]!.key);
  await refundedOnce();
});

test('AM-102 where the line is gone for a while the dialog stays with what is typed, and nothing is refunded twice', async ({
  page,
  paydesk,
}) => {
  const { dialog, send, sent, refundedOnce } = await typedRefund(page, paydesk);
  // the server has done it; from its answer on nothing comes through, the record behind least of all
  let cut = false;
  await page.route('**/api/**', async (route) => {
    if (!cut && REFUND.test(route.request().url())) {
      cut = true;
      await route.fetch();
    }
    return cut ? route.abort('connectionreset') : route.continue();
  });
  await send.click();
  await expect(dialog.getByText('Remote Server is not available.')).toBeVisible();
  const stale = page.getByText('This may be out of date: it could not be refreshed.');
  await expect(stale).toBeVisible();
  await expect(dialog.getByLabel('Amount')).toHaveValue('25.00');
  await page.unroute('**/api/**');
  await send.click();
  await expect(dialog).toBeHidden();
  await expect(stale).toHaveCount(0);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  await refundedOnce();
});

test('SB-16, ER-24 what somebody else refunded meanwhile is said beside the amount', async ({
  page,
  paydesk,
}) => {
  const { id, dialog } = await openRefund(page, paydesk, 100_00n);
  await dialog.getByLabel('Reason').selectOption('Other');
  await callAs(paydesk, PEOPLE.operator, `/api/transactions/${id}/actions/refund`, {
    method: 'PUT',
    body: { amount: 60, currency: 'EUR', refundReason: 'OTHER_REFUND' },
  });
  // the record behind is told by itself, and the dialog's rules go by it; the amount stays what was read
  await expect(dialog.getByText('60.00 refunded before · 40.00 EUR left of 100.00')).toBeVisible();
  await expect(dialog.getByLabel('Amount')).toHaveValue('100.00');
  // a sum that can't be sent any more is not named
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(
    'At most 40.00 EUR is left to refund.',
  );
  await dialog.getByLabel('Amount').fill('40');
  await dialog.getByRole('button', { name: 'Refund 40.00 EUR' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Refunded in full', { exact: true })).toBeVisible();
});

test('AM-94 a refund that is reversed gives its amount back to the original', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, { amountCents: 30_00n });
  await callAs(paydesk, PEOPLE.owner, `/api/transactions/${id}/actions/refund`, {
    method: 'PUT',
    body: { amount: 12, currency: 'EUR', refundReason: 'OTHER_REFUND' },
  });
  await signIn(page, PEOPLE.owner);
  await openTransaction(page, id);
  const left = page.getByRole('region', { name: 'Money' });
  await expect(left).toContainText('Left to refund18.00 EUR');
  await page
    .getByRole('cell')
    .getByRole('link', { name: /^…[0-9a-f]{6}$/ })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: '12.00 EUR' })).toBeVisible();
  const dialog = await openAction(page, 'Reverse');
  await expect(dialog).toHaveAccessibleName('Reverse this refund');
  await expect(dialog).toContainText('The refund is undone: its money is taken from');
  await dialog.getByLabel('Reason').selectOption('Wrong amount');
  await dialog.getByRole('button', { name: 'Reverse 12.00 EUR' }).click();
  await expect(page.getByRole('region', { name: 'Reversal' })).toContainText('12.00 EUR');
  await page.getByRole('link', { name: /^Original transaction/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: '30.00 EUR' })).toBeVisible();
  await expect(left).toHaveText('MoneyPaid30.00 EUR');
  await expect(page.getByRole('table', { name: 'Refund details' })).toHaveCount(0);
});

test('the keyboard alone finds a payment and refunds it, its place always to be seen', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, {
    amountCents: 64_00n,
    description: 'Keyboard, one lamp',
  });
  await signIn(page, PEOPLE.owner);
  await page.goto('/transactions');
  await expect(page.getByText(/^1–50 of /)).toBeVisible();
  const { keyboard } = page;

  /** Goes on with Tab until it is there; every stop on the way shows where one is. */
  const tabTo = async (target: Locator, most = 60): Promise<void> => {
    for (let stops = 0; stops < most; stops++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keyboard.press('Tab');
      const seen = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return {
          what: element.outerHTML.slice(0, 120),
          ring: outlineStyle !== 'none' && outlineWidth !== '0px',
          opacity: getComputedStyle(element).opacity,
        };
      });
      expect(seen, seen.what).toMatchObject({ ring: true, opacity: '1' });
    }
    throw new Error(`${most} stops, and not there`);
  };

  await tabTo(page.getByLabel('Filter by Description'));
  await keyboard.type('Keyboard, one');
  await keyboard.press('Enter');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await tabTo(page.getByRole('row').getByRole('link', { name: `…${id.slice(-6)}` }));
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '64.00 EUR' })).toBeFocused();
  const refund = page.getByRole('button', { name: 'Refund', exact: true });
  await tabTo(refund);
  await keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Refund this payment' });
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type('14,5');
  await tabTo(dialog.getByLabel('Reason'), 4);
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await expect(dialog.getByLabel('Reason')).toHaveValue('RETURNED_PRODUCT');
  await tabTo(dialog.getByLabel('Note'), 2);
  await keyboard.type('By keyboard');
  await tabTo(dialog.getByRole('button', { name: 'Refund 14.50 EUR' }), 3);
  // round and round inside the dialog, until it is left
  await keyboard.press('Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(refund).toBeFocused();
  await expect(page.getByRole('region', { name: 'Money' })).toContainText(
    'Left to refund49.50 EUR',
  );
});
