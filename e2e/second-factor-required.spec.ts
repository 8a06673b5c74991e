import { codeOf, setUp } from './factors.ts';
import { addressOf, ROUTES } from './routes.ts';
import { expect, test } from './server.ts';
import { insertPerson, PASSWORD, PEOPLE, signIn } from './support.ts';

test.use({ paydeskEnvironment: { STAFF_SECOND_FACTOR: 'required' } });

test('SB-02, SB-07 staff without a second factor are led to set it up, and nowhere else; merchants are not', async ({
  page,
  paydesk,
}) => {
  const person = await insertPerson(paydesk);
  await page.goto('/transactions');
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  const heading = page.getByRole('heading', { name: 'Set up two-factor sign-in' });
  await expect(heading).toBeVisible();
  for (const route of ROUTES.filter(({ access }) => access !== 'secondFactor')) {
    await page.evaluate((to) => {
      history.pushState({}, '', to);
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    }, addressOf(route));
    await expect(page, route.path).toHaveURL('/second-factor');
  }
  await page.reload();
  await expect(heading).toBeVisible();

  const secret = await setUp(page, paydesk, person.id);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page).toHaveURL('/business-days');
  await page.goto('/second-factor');
  await expect(page, 'there is nothing to do there any more').toHaveURL('/business-days');
  await page.goto('/profile');
  const card = page.getByRole('region', { name: 'Two-factor sign-in' });
  await expect(card).toContainText('It is required of you.');
  await expect(card.getByRole('button', { name: 'Turn off' })).toHaveCount(0);

  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('Authentication code').fill(await codeOf(paydesk, person.id, secret));
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/business-days');

  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
  await signIn(page, PEOPLE.owner);
  await page.goto('/transactions');
  await expect(page.getByRole('heading', { name: 'Transactions' })).toBeVisible();
});
