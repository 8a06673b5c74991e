import { aConnection, realProvider } from '../apps/server/src/testing/identities.ts';
import { expect, test } from './server.ts';
import { closeNotice, insertPerson, merchantId, onDatabase, PASSWORD, signIn } from './support.ts';

test('SB-07 a connection is written down and shown, and asks for a try before it is on', async ({
  page,
  paydesk,
}) => {
  const person = await insertPerson(paydesk, { merchantId: await merchantId(paydesk) });
  await signIn(page, person);
  await page.goto('/merchant');
  await page.getByRole('link', { name: 'single sign-on' }).click();
  await expect(page.getByRole('heading', { name: 'Single sign-on' })).toBeVisible();
  // what its provider is told is there to be copied before there is a connection
  const empty = page.getByRole('region', { name: 'No connection yet' });
  await expect(empty).toContainText(`${paydesk.url}/sso`);
  await expect(empty.getByRole('button', { name: 'Copy Sends people back to' })).toBeAttached();
  await empty.getByRole('button', { name: 'Add a connection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a connection' });
  await dialog.getByLabel('Name', { exact: true }).fill('Amber Identity');
  await dialog.getByLabel('Issuer').fill('https://id.test');
  await dialog.getByLabel('Client id').fill('paydesk');
  await dialog.getByLabel('Client secret', { exact: true }).fill('a secret');
  await dialog.getByLabel('Email domains').fill('firm.test');
  await dialog.getByRole('button', { name: 'Add connection' }).click();
  const card = page.getByRole('region', { name: 'Amber Identity' });
  await expect(card).toContainText('not tried yet');
  await expect(card).toContainText('paydesk-verification=');
  await card.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('alert')).toContainText('Try it first');
});

test('SB-07 where a connection is on the sign-in asks for the address first, and a password for who has none of it', async ({
  page,
  paydesk,
}) => {
  const person = await insertPerson(paydesk, { merchantId: await merchantId(paydesk) });
  await onDatabase(paydesk, (client) =>
    client.query(
      `insert into sso_connections (id, name, issuer, client_id, client_secret, is_on, created_date)
       values (gen_random_uuid(), 'Elsewhere', 'https://id.test', 'x', '', true, now())`,
    ),
  );
  try {
    // who types before it is known that there is one loses nothing
    const { promise: typed, resolve: go } = Promise.withResolvers<void>();
    await page.route('**/api/sso', async (route) => {
      await typed;
      await route.continue();
    });
    await page.goto('/login');
    await page.getByLabel('Email address').fill(person.email);
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    go();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Email address')).toHaveValue(person.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await closeNotice(page);
    // and so it does for who has just left
    await page.getByRole('button', { name: /Profile of/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
    await page.goto('/sso?state=x&code=y');
    await expect(page.getByText('This sign-in did not begin in this tab')).toBeVisible();
  } finally {
    await onDatabase(paydesk, (client) =>
      client.query(`delete from sso_connections where name = 'Elsewhere'`),
    );
  }
});

test('SB-07 a connection to a real provider is tried, turned on, and lets somebody new of its domain in', async ({
  page,
  paydesk,
}) => {
  const provider = await realProvider(`${paydesk.url}/sso`);
  const { state } = provider;
  const amber = await merchantId(paydesk);
  const person = await insertPerson(paydesk, { merchantId: amber });
  const given = aConnection(provider.url, 'firma.test', { name: 'Firma Identity' });
  try {
    await signIn(page, person);
    await page.goto('/settings/sso');
    await page.getByRole('button', { name: 'Add a connection' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a connection' });
    for (const [label, text] of [
      ['Name', given.name],
      ['Issuer', given.issuer],
      ['Client id', given.clientId],
      ['Client secret', given.clientSecret],
      ['Email domains', given.domains],
    ] as const)
      await dialog.getByLabel(label, { exact: true }).fill(text);
    await dialog.getByRole('button', { name: 'Add connection' }).click();
    const card = page.getByRole('region', { name: given.name });
    await expect(card).toContainText('not tried yet');
    // what its DNS would say
    await onDatabase(paydesk, (client) =>
      client.query(`update sso_domains set verified_date = now() where domain = 'firma.test'`),
    );

    // away to the provider and back
    state.person = { sub: 'me', email: 'me@firma.test', email_verified: true };
    await card.getByRole('button', { name: 'Try' }).click();
    await card.getByText('What the provider said of who tried it').click();
    await expect(page).toHaveURL('/settings/sso');
    await expect(card).toContainText('me@firma.test');
    await card.getByRole('button', { name: 'Turn on' }).click();
    await expect(card.getByRole('button', { name: 'Turn off' })).toBeVisible();

    await page.context().clearCookies();
    await page.evaluate(() => localStorage.clear());
    state.person = {
      sub: 'nina',
      email: 'nina@firma.test',
      email_verified: true,
      given_name: 'Nina',
      family_name: 'Firma',
    };
    await page.goto('/login?redirectFrom=%2Fprofile');
    await page.getByLabel('Email address').fill('nina@firma.test');
    await page.getByRole('button', { name: 'Continue' }).click();
    await closeNotice(page);
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('heading', { level: 1, name: 'Nina Firma' })).toBeVisible();
  } finally {
    await onDatabase(paydesk, (client) =>
      client.query(`delete from sso_connections where issuer = $1`, [provider.url]),
    );
    await provider.close();
  }
});
