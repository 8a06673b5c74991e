import { expect, test } from './server.ts';

/** A page whose program cannot be had, as after a release under an open proxy or on a broken line. */
const PAGES = [
  {
    name: 'the console',
    path: '/login',
    program: /\/assets\/index-[\w-]+\.js/,
    words: 'Paydesk could not be loaded. Check the connection, then reload. Reload',
    button: 'Login',
  },
  {
    name: 'the checkout',
    path: '/pay/0192f0a0-0000-7000-8000-000000000000',
    program: /\/pay\/assets\/index-[\w-]+\.js/,
    words:
      'This page could not be loaded. Check the connection, then reload: it says whether anything was charged. Reload',
    button: null,
  },
] as const;

for (const { name, path, program, words, button } of PAGES)
  test(`${name} says so where its program cannot be had, and is there once it is reloaded`, async ({
    page,
  }) => {
    await page.route(program, (route) => route.abort());
    await page.goto(path);
    const said = page.getByRole('alert');
    await expect(said).toHaveText(words);
    await page.unroute(program);
    await said.getByRole('link', { name: 'Reload' }).click();
    await expect(
      button === null
        ? page.getByRole('heading', { level: 1 })
        : page.getByRole('button', { name: button }),
    ).toBeVisible();
    await expect(page.getByText('could not be loaded')).toHaveCount(0);
  });
