import { violationsOf } from './axe.ts';
import { turnOn } from './factors.ts';
import { expect, startPaydesk, test } from './server.ts';
import { PASSWORD, rowsOf } from './support.ts';

test('an empty installation is set up by the link that its start printed: administrator, second factor, home', async ({
  page,
}) => {
  const paydesk = await startPaydesk({ SEED: 'empty' });
  try {
    await page.goto(`${paydesk.url}/setup`);
    await expect(page.getByText(/Please open the link that Paydesk printed/)).toBeVisible();
    const link = /\/setup\?token=\S+/.exec(paydesk.output())![0];
    await page.goto(paydesk.url + link);
    await expect(page.getByLabel('First name')).toBeFocused();
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await expect(page.getByText('First name is required')).toBeVisible();
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        expect(await violationsOf(page)).toEqual([]);
      }
    }
    await page.getByLabel('First name').fill('Ana');
    await page.getByLabel('Last name').fill('Birch');
    await page.getByLabel('Email').fill('ana@firm.test');
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm new password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create administrator' }).click();
    await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible();
    const [{ id }] = (await rowsOf<{ id: string }>(paydesk, 'select id from users')) as [
      { id: string },
    ];
    await turnOn(page, paydesk, id);
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await expect(page).toHaveURL(/\/business-days/);

    await page.goto(paydesk.url + link);
    await expect(page.getByText('This installation has an administrator already.')).toBeVisible();
  } finally {
    await paydesk.stop();
  }
});
