import { expect, test } from './server.ts';
import { callAs, insertTransaction, PEOPLE, signIn } from './support.ts';
import { openAction, openTransaction } from './transactions.ts';
import { patient } from './patience.ts';

// an acquirer that is given up on soon
test.use({ paydeskEnvironment: { ACQUIRER_TIMEOUT_MS: '300' } });

interface Answer {
  awaitingAcquirer: string | null;
  remainingAmount: number;
}

test('AM-102, AM-103, SB-19 without an answer the refund is pending, and resolves by itself', async ({
  context,
  paydesk,
}) => {
  // 9999.02 never arrived, 9999.03 was done and its answer lost
  const journeys = [
    { amount: '9999.02', shown: "9'999.02", left: 20_000, became: "20'000.00 EUR" },
    { amount: '9999.03', shown: "9'999.03", left: 10_000.97, became: "10'000.97 EUR" },
  ];
  const opened = [];
  for (const { amount, shown } of journeys) {
    const { id } = await insertTransaction(paydesk, { amountCents: 20_000_00n });
    const page = await context.newPage();
    await page.clock.install();
    await signIn(page, PEOPLE.owner);
    await openTransaction(page, id);
    const dialog = await openAction(page, 'Refund');
    await dialog.getByLabel('Amount').fill(amount);
    await dialog.getByLabel('Reason').selectOption('Other');
    await dialog.getByRole('button', { name: `Refund ${shown} EUR` }).click();
    await expect(page.getByRole('status').last()).toContainText(
      'The acquirer has not answered yet. The refund stays pending and is resolved automatically.',
    );
    await expect(dialog).toBeHidden();
    const main = page.getByRole('main');
    await expect(main.locator('[data-tone]', { hasText: /^Pending$/ })).toBeVisible();
    await expect(main.getByText(`Refund of ${shown} EUR is pending.`)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Money' })).toContainText(`Pending−${shown}`);
    // what is pending counts against what is left, and enters the refunds only when it is done
    await expect(page.getByRole('table', { name: 'Refund details' })).toHaveCount(0);
    opened.push({ id, page });
  }

  for (const [at, { id, page }] of opened.entries()) {
    const { left, became, amount, shown } = journeys[at]!;
    await expect
      .poll(() => callAs<Answer>(paydesk, PEOPLE.owner, `/api/transactions/${id}`), {
        timeout: patient(20_000),
      })
      .toMatchObject({ awaitingAcquirer: null, remainingAmount: left });
    // the open page looks again without being asked to
    await page.clock.fastForward(10_000);
    await expect(page.getByRole('region', { name: 'Money' })).toContainText(became);
    await expect(page.getByRole('main').getByText('Pending', { exact: true })).toHaveCount(0);
    const details = page.getByRole('table', { name: 'Refund details' });
    if (amount === '9999.03') await expect(details).toContainText(`${shown} EUR`);
    else await expect(details).toHaveCount(0);
  }
});
