import { headersOf, listOn } from './lists.ts';
import { expect, test } from './server.ts';
import { PEOPLE, signIn } from './support.ts';

test('a list is kept under a name, opens with it, is shared, changed and deleted', async ({
  page,
  browser,
}) => {
  await signIn(page, PEOPLE.balticOwner);
  await page.goto('/transactions?f_status=FAILED&sort=amount,DESC');
  const { table } = listOn(page, 'Transactions');
  const views = (name: string) => page.getByRole('button', { name, exact: true });
  const choose = async (button: string, item: string | RegExp) => {
    await views(button).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  // columns first: one away, one that no table has by itself, and another order
  await choose('Views', 'Choose columns…');
  // more of them follow below, and what leads out of it stays in sight
  await expect(page.getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('checkbox', { name: 'Description' }).uncheck();
  await page.getByRole('checkbox', { name: 'Order id' }).check();
  await page.getByRole('button', { name: 'Move Amount up' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  const headers = await headersOf(table);
  expect(headers.slice(0, 2)).toEqual(['Amount', 'ID']);
  expect(headers).toContain('Order id');
  expect(headers).not.toContain('Description');

  await choose('Views', 'Save as a view…');
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('Failed, large first');
  await dialog.getByRole('checkbox', { name: 'Shared with the team' }).check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByText('View saved')).toBeVisible();
  await choose('Failed, large first', 'Make default');
  await expect(page.getByText(/The list opens with/)).toBeVisible();

  // the bare address opens with it; a link to something else does not
  await page.goto('/transactions');
  await expect(page).toHaveURL(/f_status=FAILED/);
  await expect(views('Failed, large first')).toBeVisible();
  expect(await headersOf(table)).toEqual(headers);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByRole('list', { name: 'Active filters' })).toHaveCount(0);

  // a colleague finds it, and changes nothing of it
  const colleague = await (await browser.newContext()).newPage();
  await signIn(colleague, { email: 'operator@baltic.test' });
  await colleague.goto('/transactions');
  await colleague.getByRole('button', { name: 'Views', exact: true }).click();
  await colleague.getByRole('menuitem', { name: /^Failed, large first/ }).click();
  await expect(colleague).toHaveURL(/sort=amount,DESC/);
  await colleague.getByRole('button', { name: 'Failed, large first', exact: true }).click();
  await expect(colleague.getByRole('menuitem', { name: 'Make default' })).toBeVisible();
  await expect(colleague.getByRole('menuitem', { name: 'Delete…' })).toHaveCount(0);
  await colleague.context().close();

  // what was changed since is kept in it
  await choose('Views', /^Failed, large first/);
  await page.getByRole('button', { name: /^Remove filter/ }).click();
  await choose('Views', 'Save into ‘Failed, large first’');
  await expect(views('Failed, large first')).toBeVisible();

  await choose('Failed, large first', 'Delete…');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
  await expect(page.getByText('View deleted')).toBeVisible();
  await page.goto('/transactions');
  await views('Views').click();
  await expect(page.getByRole('menuitem', { name: /^Failed, large first/ })).toHaveCount(0);
});
