import { insertOrder } from '../apps/server/src/seed/factories/orders.ts';
import { insertExchangeLog } from '../apps/server/src/seed/factories/payments.ts';
import { expect, test } from './server.ts';
import { merchantId, onDatabase, PEOPLE, rowsOf, signIn } from './support.ts';
import { caseId, openTransaction } from './transactions.ts';

test('SB-46, FC-03 the timeline tells the whole case by day, filtered by a key, each event a link, to each what they may read', async ({
  page,
  paydesk,
}) => {
  const id = await caseId(paydesk, 'refundedTwice');
  const merchant = await merchantId(paydesk);
  const [row] = await rowsOf<{ order_id: string; purchase_id: string; date: Date }>(
    paydesk,
    'select order_id, purchase_id, date from transactions where id = $1',
    [id],
  );
  const { order_id: orderId, purchase_id: purchaseId, date } = row!;
  await onDatabase(paydesk, async (client) => {
    const before = { merchantId: merchant, createdDate: new Date(date.getTime() - 60_000) };
    const known = await client.query('select from orders where id = $1', [orderId]);
    if (!known.rowCount)
      await insertOrder(client, { ...before, id: orderId, amountCents: 120_00n, status: 'PAID' });
    for (let message = 0; message < 12; message++)
      await insertExchangeLog(client, { ...before, purchaseId });
  });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const groups = timeline.getByRole('group', { name: 'Show in the timeline' });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, PEOPLE.owner);
  await openTransaction(page, id);
  await expect(timeline.getByRole('listitem')).toHaveCount(10);
  await timeline.getByRole('button', { name: /^Show all \d\d events$/ }).click();
  await timeline.getByRole('button', { name: 'Show the newest 10' }).click();
  await expect(timeline.getByRole('listitem')).toHaveCount(10);

  // by the keyboard: money alone, on the three days it moved
  await groups.getByRole('button', { name: 'All' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(groups.getByRole('button', { name: 'Money' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(timeline.getByRole('listitem')).toHaveCount(3);
  await expect(timeline.getByRole('heading', { level: 3 }).first()).toHaveText(
    /^\d\d\.\d\d\.\d{4}$/,
  );
  await expect(timeline.getByRole('listitem').first()).toContainText(
    /Refund of 15\.25 EUR succeeded.*by Toms Liepiņš · Returned product · As agreed by phone.*\d\d:\d\d:\d\d$/,
  );
  await expect(timeline.getByRole('link', { name: /^Payment/ })).toHaveCount(0);
  await timeline.getByRole('link', { name: 'Refund of 15.25 EUR succeeded' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '15.25 EUR' })).toBeVisible();
  await expect(timeline.getByRole('link', { name: /^Payment of 120.00 EUR/ })).toHaveAttribute(
    'href',
    `/transactions/${id}`,
  );
  await groups.getByRole('button', { name: 'Order' }).click();
  await expect(timeline.getByRole('link', { name: /^Order of/ })).toHaveAttribute(
    'href',
    `/order/${orderId}`,
  );
  await groups.getByRole('button', { name: 'Messages' }).click();
  await expect(timeline.getByRole('link', { name: /^Payment requested/ }).first()).toHaveAttribute(
    'href',
    `/exchange-logs?f_purchaseId=${purchaseId}`,
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  // what fails is said, and asked for again
  await page.route('**/api/timelines/**', (route) => route.fulfill({ status: 504 }));
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await signIn(page, PEOPLE.operator);
  await openTransaction(page, id);
  await expect(timeline.getByRole('alert')).toContainText('The timeline could not be loaded.');
  await page.unroute('**/api/timelines/**');
  await timeline.getByRole('button', { name: 'Retry' }).click();
  // an operator reads neither purchases nor their messages
  await expect(timeline.getByRole('link', { name: /^Order of/ })).toBeVisible();
  await expect(timeline.getByRole('link', { name: /^Purchase|^Payment requested/ })).toHaveCount(0);
  await expect(groups.getByRole('button', { name: 'Messages' })).toHaveCount(0);
});
