/**
 * What `work` comes to within so many milliseconds; else, and where `signal` ends the wait before that, what
 * `late` says or throws. The work goes on by itself then, and nobody hears of it any more.
 */
export async function inTime<T, L>(
  work: Promise<T>,
  ms: number,
  late: () => L,
  signal?: AbortSignal,
): Promise<T | L> {
  const over = Promise.withResolvers<void>();
  const giveUp = () => over.resolve();
  const timer = setTimeout(giveUp, ms);
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    return await Promise.race([work, over.promise.then(late)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}
