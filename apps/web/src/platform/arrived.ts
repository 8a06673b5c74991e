import { answers, ApiError } from './api.ts';
import { typedForms } from './form/typed.ts';
import { notify } from './notify.tsx';

const AGAIN_MS = 2000;

let latest = 0;
let anyCame = false;

/**
 * The code of a screen. What a browser could not fetch once it fetches no more for the same page: where somebody
 * waits for it, the page is loaded anew as soon as the server answers, and the screen before stays till then.
 */
export async function arrived(code: Promise<unknown>, isAwaited: () => boolean): Promise<void> {
  try {
    await code;
    anyCame = true;
  } catch (error) {
    // only pointed at
    if (!isAwaited()) throw error;
    const mine = ++latest;
    let goOn: (() => void) | undefined;
    for (;;) {
      const isThere = await answers();
      // another one is waited for by then, or this one by another click
      if (mine !== latest || !isAwaited()) throw error;
      if (isThere) break;
      if (goOn) goOn();
      else goOn = notify.lasting(new ApiError('', 0));
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
    const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    // loaded anew for it just now, and the server was there all the time
    if (!anyCame && !goOn && opened?.type === 'reload') throw error;
    // whoever leaves has been asked already
    typedForms.set(new Map());
    location.reload();
    await new Promise(() => {});
  }
}
