import { insertLink } from '../apps/server/src/testing/payment-links.ts';
import { expect, test } from './server.ts';
import { merchantId, onDatabase, PEOPLE, signIn } from './support.ts';

test('OR-14, AM-108 a payment link is copied by one button and opened by a link; of disabling it reads who may', async ({
  page,
  paydesk,
}) => {
  const own = await merchantId(paydesk);
  const id = await onDatabase(paydesk, (client) => insertLink({ pool: client as never }, own));
  for (const who of ['owner', 'staff'] as const) {
    await signIn(page, PEOPLE[who]);
    await page.goto(`/payment-link/${id}`);
    const address = page.locator('section, div').filter({
      has: page.getByRole('heading', { name: 'Address', exact: true }),
    });
    const card = address.last();
    await expect(page.getByRole('button', { name: 'Copy address' })).toBeVisible();
    await expect(page.locator('main').getByTitle('Click to copy')).toHaveCount(0);
    const open = card.getByRole('link', { name: 'Open' });
    await expect(open).toHaveAttribute('href', new RegExp(id));
    await expect(open).toHaveAttribute('target', '_blank');
    const may = who === 'owner';
    await expect(page.getByRole('button', { name: 'Disable' })).toHaveCount(may ? 1 : 0);
    await expect(page.locator('main').getByText(/disable/)).toHaveCount(may ? 1 : 0);
    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
  }
});
