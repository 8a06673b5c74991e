import { expect, test } from './server.ts';
import { PEOPLE, signIn } from './support.ts';

test('RT-35 HD-01, HD-10, HD-11 documentation holds About and the way to the developers’ pages', async ({
  page,
}) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/documentation');
  await expect(page.getByRole('region', { name: 'About' })).toBeVisible();
  // where nobody has named another
  await expect(page.getByRole('link', { name: 'Developer documentation' })).toHaveAttribute(
    'href',
    '/api/docs',
  );
  await page.getByRole('link', { name: 'API reference' }).click();
  await expect(page).toHaveURL(/\/api\/docs$/);
});

test('HD-02..06 HD-07..09 About shows both versions out of the files of the build', async ({
  page,
}) => {
  const files = { commit: {} as Record<string, string>, version: {} as Record<string, unknown> };
  page.on('response', async (response) => {
    const name = /\/(commit|version)\.json$/.exec(response.url())?.[1] as keyof typeof files;
    if (name) files[name] = await response.json();
  });
  await signIn(page, PEOPLE.operator);
  await page.goto('/help');
  const about = page.getByRole('region', { name: 'About', exact: true });
  const ours = about.getByRole('region', { name: 'Console' });
  const server = about.getByRole('region', { name: 'Server' });
  await expect(ours).toContainText('production');
  // the page may have read it before we have
  await expect
    .poll(() => Object.keys(files.version))
    .toEqual(
      expect.arrayContaining([
        'remoteDate',
        'remoteVersion',
        'remoteActiveProfiles',
        'activeProfiles',
      ]),
    );
  await expect.poll(() => files.commit['message']).toBeTruthy();
  await expect(ours).toContainText(files.commit['message']!);
  await expect(ours.getByText(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/)).toBeVisible();
  await expect(server).toContainText(String(files.version['remoteVersion']));
  await expect(server).toContainText('production');
  await expect(server.getByText(/^\d\d\.\d\d\.\d{4} \d\d:\d\d$/)).toBeVisible();
});

test('HD-12, HD-13 the logos are there to download, in svg and png', async ({ page, request }) => {
  await signIn(page, PEOPLE.owner);
  await page.goto('/documentation');
  const logos = page.getByRole('region', { name: 'Logos' }).getByRole('link');
  await expect(logos).toHaveCount(6);
  for (const link of await logos.all()) {
    const href = (await link.getAttribute('href'))!;
    const file = await (await request.get(href)).body();
    if (href.endsWith('.svg')) expect(file.toString()).toMatch(/^<svg xmlns=.*<\/svg>\n$/s);
    else expect(file.subarray(0, 8).toString('hex'), href).toBe('89504e470d0a1a0a');
  }
  const [download] = await Promise.all([page.waitForEvent('download'), logos.first().click()]);
  expect(download.suggestedFilename()).toBe('paydesk-logo.svg');
});

test('RT-34 AM-37 help says how to find one’s way', async ({ page }) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/help');
  await expect(page.getByRole('heading', { name: 'Finding things' })).toBeVisible();
  await page.getByRole('link', { name: 'Permissions', exact: true }).last().click();
  await expect(page.getByRole('heading', { name: 'Permissions' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Merchant Operator' })).toBeVisible();

  // on a phone there are no columns: who holds it stands below each, and nothing scrolls sideways
  await page.setViewportSize({ width: 390, height: 844 });
  const reversal = page.getByRole('listitem').filter({ hasText: 'CREATE_MERCHANT_WIDGET' }).first();
  await expect(reversal.getByRole('heading')).toBeVisible();
  await expect(reversal.getByText('Merchant Administrator', { exact: true })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await reversal.getByText(/screens?, .* calls?/).click();
  await expect(reversal.getByText('Widget Details').first()).toBeVisible();
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  const matrix = page.getByRole('table');
  await expect(matrix.getByRole('row')).toHaveCount(16);
  await expect(
    matrix
      .getByRole('row', { name: /READ_MERCHANT_PURCHASE/ })
      .getByRole('cell')
      .nth(2),
  ).toHaveText('Yes');
});

test('what changed: filtered by words, and new in the user’s menu until this browser has shown it', async ({
  page,
}) => {
  await signIn(page, PEOPLE.staff);
  await page.goto('/help');
  const menu = page.getByRole('button', { name: /Profile of/ });
  const entry = page.getByRole('dialog', { name: 'Profile' }).getByRole('link', {
    name: /^What changed/,
  });
  await menu.click();
  await expect(entry).toHaveAccessibleName(/^What changed\s*, new$/);
  await entry.click();
  await expect(page).toHaveURL(/\/help\/what-changed$/);
  await expect(page.getByRole('heading', { level: 1, name: 'What changed' })).toBeVisible();
  const lines = page.getByRole('listitem').filter({ hasText: 'BACKUP_PASSPHRASE' });
  await expect(lines).not.toHaveCount(0);
  const filter = page.getByLabel('Filter');
  await filter.fill('standard european INFORMATION');
  await expect(page.getByText(/^1 of \d+ changes$/)).toBeVisible();
  await expect(lines).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Added' })).toHaveCount(1);
  await filter.fill('nobody wrote this');
  await expect(page.getByText('No change has these words')).toBeVisible();
  await page.reload();
  await menu.click();
  await expect(entry).toHaveAccessibleName('What changed');
  await page.keyboard.press('Escape');
  await page.goto('/help');
  await page.getByRole('main').getByRole('link', { name: 'What changed' }).click();
  await expect(page).toHaveURL(/\/help\/what-changed$/);
});

test('what changed is said to a merchant’s people in words, without settings and calls', async ({
  page,
}) => {
  await signIn(page, PEOPLE.operator);
  await page.goto('/help/what-changed');
  await expect(page.getByText(/^\d+ changes, the newest version first\.$/)).toBeVisible();
  const lines = page.getByRole('main').getByRole('listitem');
  await expect(lines).not.toHaveCount(0);
  await expect(lines.filter({ hasText: /BACKUP_PASSPHRASE|GET \/|migration \d/ })).toHaveCount(0);
  await page.getByLabel('Filter').fill('BACKUP_PASSPHRASE');
  await expect(page.getByText('No change has these words')).toBeVisible();
});
