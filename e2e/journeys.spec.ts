import { insertCustomer } from '../apps/server/src/seed/factories.ts';
import { insertLoan } from '../apps/server/src/seed/factories/financing.ts';
import { insertHeld } from '../apps/server/src/testing/payments.ts';
import {
  askLoanBack,
  blockCustomer,
  copyCode,
  exportLastMonth,
  handOn,
  inviteOperator,
  letPass,
  makeLink,
  seeWhy,
  seeYesterday,
} from './hand.ts';
import { expect, test } from './server.ts';
import { insertTransaction, merchantId, onDatabase, PEOPLE, signIn } from './support.ts';

test.use({ sharedTab: true });

// as people have them, with what moves
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'no-preference' }));

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

test('journeys, counted: a payment link 3 clicks and 2 fields, a loan asked back 5, a widget’s code 3', async ({
  page,
  paydesk,
}) => {
  const merchant = await merchantId(paydesk);
  const loan = await onDatabase(paydesk, (client) =>
    insertLoan(client, { merchantId: merchant, status: 'CONFIRMED' }),
  );
  await page.context().grantPermissions(['clipboard-write']);
  await signIn(page, PEOPLE.owner);

  await page.goto('/');
  const link = handOn(page);
  await makeLink(link);
  expect(link.count).toMatchObject({ clicks: 3, fields: 2 });

  await page.goto('/');
  const asked = handOn(page);
  await askLoanBack(asked, page.locator(`tr[data-href="/financing/consumer-credits/${loan.id}"]`));
  expect(asked.count).toMatchObject({ clicks: 5, fields: 0 });

  await page.goto('/');
  const code = handOn(page);
  await copyCode(code);
  expect(code.count.clicks).toBe(3);
});

test('journeys, counted: a customer blocked 4 clicks, a held payment let pass 3', async ({
  page,
  paydesk,
}) => {
  const merchant = await merchantId(paydesk);
  await onDatabase(paydesk, async (client) => {
    await insertCustomer(client, { firstName: 'Velta', lastName: 'Counted' });
    const held = await insertHeld({ pool: client as never }, merchant, 'REVIEW');
    // before those of the demo
    await client.query(`update transactions set date = now() - interval '60 days' where id = $1`, [
      held,
    ]);
  });
  await signIn(page, PEOPLE.staff);

  await page.goto('/');
  const blocked = handOn(page);
  await blockCustomer(blocked, 'velta counted', 'Velta Counted');
  expect(blocked.count).toMatchObject({ clicks: 4, fields: 1 });

  await page.goto('/');
  const passed = handOn(page);
  await letPass(passed);
  expect(passed.count.clicks).toBe(3);
});
