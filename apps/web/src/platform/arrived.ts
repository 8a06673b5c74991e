import { answers, ApiError } from './api.ts';
import { notify } from './notify.tsx';

const AGAIN_MS = 2000;

/** The code of a screen: of a release that is no more the page is loaded anew, but a server that is away is waited for. */
export const arrived = <T>(screen: () => Promise<T>): Promise<T> =>
  screen().catch(async (error: unknown) => {
    if (await answers()) throw error;
    notify.failure(new ApiError('', 0));
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    return arrived(screen);
  });
