import { expect, test } from './server.ts';
import { PEOPLE, signIn } from './support.ts';

test('SB-45, AM-82 a key of the provider’s is made, copied, used, rotated and disabled; it is shown once', async ({
  page,
  paydesk,
}) => {
  const send = (key: string) =>
    fetch(`${paydesk.url}/api/provider-api/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ rows: [{ externalId: 'nobody' }] }),
    });
  await signIn(page, PEOPLE.staff);
  await page.goto('/settings/provider-keys');
  await expect(page.getByText('No keys yet.')).toBeVisible();
  // at the head of the list, and in the middle of one that is empty
  const makes = page.getByRole('button', { name: 'New key' });
  await expect(makes).toHaveCount(2);
  await makes.last().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Name').fill('Ledger');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = page.locator('[aria-live]').filter({ hasText: 'Copy this key now.' });
  const key = await shown.locator('code').innerText();
  expect(key).toMatch(/^pdp_/);
  const answer = await send(key);
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as { refused: number }).refused).toBe(1);

  // the fields are its form; what it may write is taken from it
  await page.getByLabel('Writes customers').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Key updated successfully')).toBeVisible();
  expect((await send(key)).status).toBe(403);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await expect(shown).toBeHidden();

  await page.getByRole('button', { name: 'Rotate' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Rotate key' }).click();
  await expect(shown).toBeVisible();
  expect(await shown.locator('code').innerText()).not.toBe(key);
  expect((await send(key)).status).toBe(401);
  await page.getByRole('link', { name: 'Provider Keys' }).first().click();
  await page.getByRole('table').getByText('Ledger').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ledger' })).toBeVisible();
  await expect(shown).toBeHidden();
  await page.getByRole('button', { name: 'Disable' }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Disable key' }).click();
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeHidden();
});
