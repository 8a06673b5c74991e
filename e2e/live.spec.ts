import { violationsOf, TAGS } from './axe.ts';
import { expect, test } from './server.ts';
import { callAs, insertTransaction, PEOPLE, signIn } from './support.ts';
import { listOn } from './lists.ts';
import { openAction, openTransaction } from './transactions.ts';
import { patient } from './patience.ts';

const AT_ONCE_MS = 2000;

test('GT-01, TX-58 what one person does another sees as it happens: a line above the list, the payment in its place', async ({
  page,
  browser,
  paydesk,
}) => {
  const marker = `Seen ${Date.now()}`;
  const payment = await insertTransaction(paydesk, { description: marker, amountCents: 5000n });
  const other = await insertTransaction(paydesk, { description: marker, amountCents: 1000n });
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    baseURL: paydesk.url,
  });
  try {
    const small = await phone.newPage();
    await signIn(page, PEOPLE.staff);
    await signIn(small, PEOPLE.owner);
    const line = page.getByRole('status').getByRole('button');
    const { rows } = listOn(page, 'Transactions');
    const opened = page.waitForResponse((response) => response.url().includes('/api/events'));
    await page.goto(`/transactions?f_description=${marker}`);
    await expect(rows).toHaveCount(2);
    await opened;
    await openTransaction(small, payment.id);
    await expect(small.getByRole('region', { name: 'Money' })).toContainText('Paid50.00');

    // a dialog that is open, and what is typed in it, stays as it is while the payment changes below
    const dialog = await openAction(small, 'Refund');
    await dialog.getByLabel('Amount').fill('20.00');
    const refund = (id: string, amount: number) =>
      callAs(paydesk, PEOPLE.staff, `/api/transactions/${id}/actions/refund`, {
        method: 'PUT',
        body: { amount, currency: 'EUR', refundReason: 'OTHER_REFUND' },
      });
    const shown = await rows.allInnerTexts();
    const took: number[] = [];
    const told = async (words: string) => {
      const before = Date.now();
      await expect(line).toHaveText(words);
      took.push(Date.now() - before);
    };
    await refund(payment.id, 12.5);
    await told('One new, one changed');
    await insertTransaction(paydesk, { description: marker });
    await insertTransaction(paydesk, { description: marker });
    await insertTransaction(paydesk, { description: 'Something else' });
    await told('Three new, one changed');
    expect(await rows.allInnerTexts(), 'no row has moved').toEqual(shown);
    // at once, in one case at least: the machine may be busy with something else
    let count = 5;
    for (const words of ['Four', 'Five', 'Six', 'Seven', 'Eight']) {
      if (Math.min(...took) <= AT_ONCE_MS) break;
      await insertTransaction(paydesk, { description: marker });
      count++;
      await told(`${words} new, one changed`);
    }
    expect(Math.min(...took), took.join(' ')).toBeLessThanOrEqual(AT_ONCE_MS);
    expect(await violationsOf(page, TAGS)).toEqual([]);

    await expect(dialog).toBeVisible();
    await expect(dialog.getByLabel('Amount')).toHaveValue('20.00');
    await expect(small.getByText('37.50').first(), 'below it').toBeVisible();

    await line.focus();
    await page.keyboard.press('Enter');
    await expect(rows).toHaveCount(count);
    await expect(line).toHaveCount(0);
    await expect(rows.first().getByRole('link').first()).toBeFocused();

    // a line that is cut is taken up again, with what has happened meanwhile
    const listening = small.waitForResponse(/\/api\/events/);
    await small.goto(`/transactions?f_description=${marker}`);
    const news = small.getByRole('status').getByRole('button');
    await expect(small.getByRole('listitem').first()).toBeVisible();
    await listening;
    await phone.setOffline(true);
    await refund(other.id, 1);
    await phone.setOffline(false);
    await expect(news).toHaveText('One new, one changed', { timeout: patient(20_000) });
    await news.click();
    await expect(news).toHaveCount(0);
  } finally {
    await phone.close();
  }
});
