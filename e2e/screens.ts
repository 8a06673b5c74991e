import type { Page } from '@playwright/test';

const WENT = 'A screen went away: ';

/**
 * The headings of screens that were taken away again while the code of a part of them was on its way: React hides
 * all within the nearest boundary, which may be the whole console.
 */
export async function watchScreens(page: Page): Promise<string[]> {
  const gone: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith(WENT)) gone.push(message.text());
  });
  await page.addInitScript((went) => {
    new MutationObserver((records) => {
      for (const { target } of records) {
        const { style } = target as HTMLElement;
        if (style.display !== 'none' || style.getPropertyPriority('display') !== 'important')
          continue;
        const heading = (target as HTMLElement).querySelector('h1');
        if (heading) console.error(`${went}${heading.textContent} at ${location.pathname}`);
      }
    }).observe(document, { attributes: true, attributeFilter: ['style'], subtree: true });
  }, WENT);
  return gone;
}
