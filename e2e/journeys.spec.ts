import { exportLastMonth, handOn, inviteOperator, seeWhy, seeYesterday } from './hand.ts';
import { expect, test } from './server.ts';
import { insertTransaction, PEOPLE, signIn } from './support.ts';

test.use({ sharedTab: true });

test('journeys, counted: yesterday’s business 0 clicks, why a payment failed 2, last month’s export 4, an operator invited 3 and 4 fields', async ({
  page,
  paydesk,
}) => {
  const { id } = await insertTransaction(paydesk, {
    cardPan: '511111******7321',
    amountCents: 71_29n,
    status: 'FAILED',
    externalErrorCode: '61',
  });
  await signIn(page, PEOPLE.owner);

  await page.goto('/');
  const yesterday = handOn(page);
  await seeYesterday(yesterday);
  expect(yesterday.count.clicks).toBe(0);

  const failed = handOn(page);
  await seeWhy(
    failed,
    page.locator(`tr[data-href="/transactions/${id}"]`),
    page.getByText('The amount exceeds the card’s limit.'),
  );
  expect(failed.count.clicks).toBe(2);

  await page.goto('/');
  const exported = handOn(page);
  await exportLastMonth(exported);
  expect(exported.count.clicks).toBe(4);

  await page.goto('/');
  const invited = handOn(page);
  await inviteOperator(invited, 'nils.counted@amber.test');
  expect(invited.count).toMatchObject({ clicks: 3, fields: 4 });
});
