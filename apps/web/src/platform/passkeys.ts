import type { Call } from '@paydesk/contract/index.ts';
import { ApiError, call } from './api.ts';
import { UserError } from './errors.ts';

/** Passkeys in this browser: the library comes when one is made or shown. */

type Creation = NonNullable<Call<'GET /api/passkeys/registration'>['answer']>;
type Request = NonNullable<Call<'GET /api/passkeys/sign-in'>['answer']>;

const load = () => import('@simplewebauthn/browser');

/** Whether there could be any: the browser knows them, and what stands in its address is a name. */
export const knowsPasskeys = (): boolean =>
  'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(location.hostname);

const HERE = 'Passkeys don’t work at the address you opened this console by.';
const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was used: it was cancelled, or took too long.',
  InvalidStateError: 'This device has a passkey of yours already.',
  SecurityError: HERE,
};

async function said<T extends object>(asked: Promise<T>): Promise<string> {
  try {
    return JSON.stringify(await asked);
  } catch (error) {
    const words = WORDS[(error as Error).name];
    throw words ? new UserError(words) : error;
  }
}

/** Makes one; gives what the server is told of it. */
export async function makePasskey(): Promise<string> {
  const options: Creation | null = await call('GET /api/passkeys/registration');
  if (!options) throw new UserError(HERE);
  const { startRegistration } = await load();
  return said(startRegistration({ optionsJSON: options as never }));
}

/** Shows one; gives what the server is told of it. */
export async function showPasskey(
  key: 'GET /api/passkeys/sign-in' | 'GET /api/passkeys/confirmation',
): Promise<string> {
  const options: Request | null = await call(key);
  if (!options) throw new UserError(HERE);
  const { startAuthentication } = await load();
  return said(startAuthentication({ optionsJSON: options as never }));
}

/** The same in the words of a sign-in, where a 401 is no session that has ended. */
export const orRefusal = (error: unknown): unknown =>
  error instanceof ApiError && error.status === 401
    ? new UserError('This passkey does not sign in here. Please use your password, or try again.')
    : error;

/** A question grows old: it is asked anew that much before. */
const BEFORE_MS = 60_000;

/**
 * Offers the person's passkeys among what the browser fills in, as long as the field for it stands there.
 * Gives the end of it.
 */
export function offerPasskeys(take: (credential: string) => Promise<void>): () => void {
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancel: (() => void) | undefined;
  const offer = async () => {
    const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } =
      await load();
    if (!(await browserSupportsWebAuthnAutofill())) return;
    const options: Request | null = await call('GET /api/passkeys/sign-in');
    if (!options || over) return;
    cancel = () => WebAuthnAbortService.cancelCeremony();
    timer = setTimeout(run, options.timeout - BEFORE_MS);
    const shown = await startAuthentication({
      optionsJSON: options as never,
      useBrowserAutofill: true,
    });
    if (over) return;
    clearTimeout(timer);
    await take(JSON.stringify(shown));
  };
  // an offer that nobody has asked for fails in silence
  const run = () => void offer().catch(() => undefined);
  run();
  return () => {
    over = true;
    clearTimeout(timer);
    cancel?.();
  };
}
