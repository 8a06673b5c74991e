import { existsSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { differs, packPng, readPng, without, type Box } from './png.ts';

/** A picture of docs/pictures: taken, packed, and held against the one that is there. */

export const FOLDER = new URL('../docs/pictures/', import.meta.url);
export const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
export const SCHEMES = ['light', 'dark'] as const;
const MOST_BYTES = 80 * 1024;

/** Nothing comes any more: what can be read, and where, has stood still for a moment. */
export async function settled(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  let before = '';
  for (let turn = 0, still = 0; turn < 60 && still < 3; turn++) {
    const now = await page.evaluate(() =>
      document.querySelector('[aria-busy="true"], [data-coming]')
        ? ''
        : `${document.body.innerText} ${document.body.querySelectorAll('*').length}`,
    );
    still = now === before && now.length > 20 ? still + 1 : 0;
    before = now;
    await page.waitForTimeout(100);
  }
  await page.evaluate(() => {
    // the port is another one on each run, and the server's clock goes on by some minutes
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const shown = text
        .nodeValue!.replaceAll(location.host, 'paydesk.example')
        .replace(/until 13:\d\d/, 'until 13:30');
      if (shown !== text.nodeValue) text.nodeValue = shown;
    }
    // one line, whatever the build is of
    for (const label of document.querySelectorAll('main dt'))
      if (label.textContent === 'Commit message')
        label.nextElementSibling!.textContent = 'What this build is of';
    // what has happened since is none of the screen's
    for (const news of document.querySelectorAll<HTMLElement>('main output[class*="news"]'))
      news.style.visibility = 'hidden';
    scrollTo(0, 0);
  });
}

export async function taken(page: Page, scheme: 'light' | 'dark'): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: scheme });
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

/** Where on the page all that the selector names stands. */
export const boxesOf = (page: Page, selector: string): Promise<Box[]> =>
  page.locator(selector).evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );

/** With as many colours as its size allows. */
export function packed(png: Buffer): Buffer {
  for (const colours of [48, 32, 24, 16, 8]) {
    const small = packPng(png, colours);
    if (small.length <= MOST_BYTES) return small;
  }
  throw new Error('No picture of a screen is that large');
}

/** Null where the picture that is there shows the same, but for what moves. */
export function compared(file: string, png: Buffer, moving: readonly Box[] = []): string | null {
  const kept = new URL(file, FOLDER);
  if (!existsSync(kept)) return 'there is none';
  return differs(without(readPng(png), moving), without(readPng(readFileSync(kept)), moving));
}
