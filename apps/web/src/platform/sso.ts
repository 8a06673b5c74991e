import { call } from './api.ts';
import { UserError } from './errors.ts';
import { deviceId } from './device-id.ts';
import { browserTimeZone } from './format.ts';
import { begin } from './session.ts';

/** What this tab keeps while somebody is away at their firm's provider: nobody else's answer is taken. */
const KEY = 'paydesk.sso';

interface Left {
  binding: string;
  redirectFrom?: string | undefined;
}

const NO_STORAGE = 'This browser stores nothing, and single sign-on needs that.';

/** Goes to the provider; `ask` gives its address, or null where there is none. */
export async function leaveFor(
  ask: (binding: string) => Promise<{ url: string } | null>,
  redirectFrom?: string,
): Promise<boolean> {
  const binding = crypto.randomUUID();
  const found = await ask(binding);
  if (!found) return false;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ binding, redirectFrom } satisfies Left));
  } catch {
    throw new UserError(NO_STORAGE);
  }
  location.assign(found.url);
  return true;
}

/** What the provider has sent along, as far as it is of use. */
export interface Came {
  state?: string | undefined;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

/** Back again: signed in, or a try is over. Gives where to go on to. */
export async function comeBack({
  state = '',
  code,
  iss,
  error,
}: Came): Promise<{ tried: boolean; redirectFrom: string | undefined }> {
  let left: Left | null = null;
  try {
    left = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Left | null;
    sessionStorage.removeItem(KEY);
  } catch {
    // what it kept is of no use, like nothing
  }
  if (!left) throw new UserError('This sign-in did not begin in this tab. Please sign in again.');
  const timezone = browserTimeZone();
  const { login, tried } = await call('POST /api/sso/finish', {
    body: {
      state,
      binding: left.binding,
      timezone,
      device: deviceId(),
      ...(code && { code }),
      ...(iss && { iss }),
      ...(error && { error }),
    },
  });
  if (login) begin(login, timezone);
  return { tried: tried !== null, redirectFrom: left.redirectFrom };
}
