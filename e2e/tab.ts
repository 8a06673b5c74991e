import type { Browser, BrowserContext, Page } from '@playwright/test';

/**
 * A tab that the journeys of a worker go through one after the other (ADR 128): the process behind it has
 * the console compiled, which is more than half of what a first page costs. Each finds it as a new one is:
 * no cookie, nothing stored, nobody listening, nothing held back, its size and colours.
 */
export interface Tab {
  context: BrowserContext;
  page: Page;
}

interface Held extends Tab {
  /** Takes back what the journey has done to it; false where that can't be. */
  cleared(home: string): Promise<boolean>;
}

/** What nobody can take back: a clock, rights, how long is waited, what a page calls of the test. */
const LASTING = [
  'grantPermissions',
  'clearPermissions',
  'setGeolocation',
  'setExtraHTTPHeaders',
  'setDefaultTimeout',
  'setDefaultNavigationTimeout',
  'newCDPSession',
  'exposeBinding',
  'exposeFunction',
  'routeWebSocket',
  'addLocatorHandler',
  'close',
] as const;

const VIEWPORT = { width: 1440, height: 900 };
/** Those of the journeys' configuration. */
const COLOURS = {
  media: null,
  colorScheme: 'light',
  reducedMotion: 'reduce',
  forcedColors: 'none',
} as const;

type Methods = Record<string, (...given: unknown[]) => unknown>;
type Emitter = Pick<NodeJS.EventEmitter, 'eventNames' | 'listeners' | 'removeListener'>;

async function opened(browser: Browser): Promise<Held> {
  const context = await browser.newContext();
  const page = await context.newPage();
  let spent = false;
  const scripts: { dispose(): Promise<void> }[] = [];
  for (const target of [context, page, context.clock] as unknown as Methods[]) {
    const names = target === (context.clock as unknown) ? methodsOf(target) : LASTING;
    for (const name of names) {
      const method = target[name];
      if (method)
        target[name] = (...given) => {
          spent = true;
          return method.apply(target, given);
        };
    }
  }
  for (const target of [context, page] as unknown as Methods[]) {
    const add = target['addInitScript']!;
    target['addInitScript'] = async (...given) => {
      const script = (await add.apply(target, given)) as (typeof scripts)[number];
      scripts.push(script);
      return script;
    };
  }
  const quiet = [context, page].map((each) => listenersOf(each as unknown as Emitter));

  return {
    context,
    page,
    async cleared(home) {
      if (spent || page.isClosed()) return false;
      for (const [nth, each] of [context, page].entries())
        for (const [event, listener] of listenersOf(each as unknown as Emitter))
          if (!quiet[nth]!.some(([, known]) => known === listener))
            (each as unknown as Emitter).removeListener(event, listener);
      for (const other of context.pages()) if (other !== page) await other.close();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.setOffline(false);
      await Promise.all(scripts.splice(0).map((script) => script.dispose()));
      // nothing of the journey runs on; about:blank would be another process
      await page.goto(`${home}/version.json`);
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await context.clearCookies();
      await page.setViewportSize(VIEWPORT);
      await page.emulateMedia(COLOURS);
      await page.mouse.move(-1, -1);
      return true;
    },
  };
}

const methodsOf = (target: object): string[] =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(target)).filter(
    (name) => !/^_|constructor/.test(name),
  );

const listenersOf = (each: Emitter) =>
  each
    .eventNames()
    .flatMap((event) => each.listeners(event).map((one) => [event, one as () => void] as const));

let held: Held | undefined;

/** The tab for one journey; it is cleared after it, or given up. */
export async function inSharedTab(
  browser: Browser,
  home: string,
  use: (tab: Tab) => Promise<void>,
): Promise<void> {
  held ??= await opened(browser);
  const own = held;
  await use(own);
  if (await own.cleared(home).catch(() => false)) return;
  held = undefined;
  await own.context.close().catch(() => undefined);
}
