import type { FastifyReply } from 'fastify';

/** Ended once nobody is there to be answered; of who has left before this is asked for nothing is told any more. */
export function goneOf({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  else raw.on('close', () => gone.abort());
  return gone.signal;
}
