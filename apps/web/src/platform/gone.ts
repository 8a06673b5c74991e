import { ApiError } from './api.ts';
import { UserError } from './errors.ts';

/**
 * What was to be done to something that is gone, or no longer the reader's: nothing was done, and a second try does no
 * more. Any other failure is as it was.
 */
export const ofGone = (error: unknown): unknown =>
  error instanceof ApiError && error.status === 404 && !error.key.startsWith('GET')
    ? new UserError(
        'Nothing was done: this record no longer exists, or you no longer have access to it.',
      )
    : error;

/** The same as a failure of its own, for a call that is awaited. */
export const throwGone = (error: unknown): never => {
  throw ofGone(error);
};
