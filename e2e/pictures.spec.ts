import { writeFileSync } from 'node:fs';
import { compared, settled, SIZES, taken } from './picture.ts';
import { addressOf, routeNamed } from './routes.ts';
import { expect, test } from './server.ts';
import { PEOPLE, signIn } from './support.ts';
import { patient } from './patience.ts';

/**
 * The short form of `npm run pictures -- --check` (ADR 139): a few screens on which no data moves. All
 * others are compared by that command alone.
 */
const SCREENS = {
  1440: ['login', 'add-employee', 'add-widget'],
  390: ['password-recovery', 'add-widget'],
} as const;

test('screens look as in docs/pictures, and one changed label is noticed', async ({
  browser,
  paydesk,
}) => {
  // as long as a machine under load takes for it; some seconds elsewhere
  test.setTimeout(patient(120_000));
  const wrong: string[] = [];
  for (const viewport of SIZES) {
    const context = await browser.newContext({
      viewport,
      baseURL: paydesk.url,
      hasTouch: viewport.width < 500,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const scheme = viewport.width < 500 ? 'dark' : 'light';
    for (const name of SCREENS[viewport.width]) {
      const route = routeNamed(name);
      if (route.set || route.parent) await signIn(page, PEOPLE.owner);
      await page.goto(addressOf(route));
      await settled(page);
      const file = `${name}-${viewport.width}-${scheme}.png`;
      const png = await taken(page, scheme);
      const why = compared(file, png);
      if (!why) continue;
      writeFileSync(test.info().outputPath(file), png);
      wrong.push(`${file}: ${why}`);
    }
    // the last one is a form: one of its labels, and nothing else, says another word
    await page.getByText('Order Authorization').evaluate((label) => {
      label.textContent = 'Order Approval';
    });
    const last = `add-widget-${viewport.width}-${scheme}.png`;
    expect(compared(last, await taken(page, scheme)), 'another label').not.toBeNull();
    await context.close();
  }
  expect(wrong.join('\n'), 'npm run pictures takes them anew').toBe('');
});
