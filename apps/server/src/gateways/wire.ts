import { AsyncLocalStorage } from 'node:async_hooks';

/** What a line hears of how a call was answered, which its answer says nothing of. */
export interface Heard {
  /** The last answer's; null where none came, or nothing went by HTTP. */
  httpStatus: number | null;
}

const listening = new AsyncLocalStorage<Heard>();

/** Does it, and tells what lines heard meanwhile, through whatever stands between. */
export async function hearing<T>(ask: () => Promise<T>): Promise<[T, Heard]> {
  const heard: Heard = { httpStatus: null };
  return [await listening.run(heard, ask), { ...heard }];
}

/** Of a line: it was answered, whatever with. */
export function hear(httpStatus: number): void {
  const heard = listening.getStore();
  if (heard) heard.httpStatus = httpStatus;
}
