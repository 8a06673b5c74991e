import type { Response, Schema } from './types.ts';

const WORDS =
  'Nothing is done yet: a threshold says that a second person has to agree, and the request waits for one (the header `Waits-For-Second-Person` has its id). Approved, it is done once, in the name of who asked.';

/** The 202 of what may wait for a second person, which may have one of its own beside it. */
export const waitingResponse = (
  own: string | undefined,
  answer: Schema | null,
  waiting: Schema,
): Response => ({
  description: [own, WORDS].filter(Boolean).join(' '),
  content: {
    'application/json': { schema: answer ? { anyOf: [answer, waiting] } : waiting },
  },
});
