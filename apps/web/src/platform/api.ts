import type { Call, Key } from '@paydesk/contract/index.ts';
import type { FileWait } from '@paydesk/contract/kernel/endpoint.ts';
import type { ErrorAnswer, FieldError } from '@paydesk/contract/kernel/errors.ts';
import { REASON_HEADER, WAITING_HEADER } from '@paydesk/contract/kernel/second-person-headers.ts';
import { IDLE_HEADER, TOKEN_HEADER } from '@paydesk/contract/kernel/session.ts';
import { takeEarly } from './early.ts';
import { searchText, type Search } from './search-text.ts';
import {
  getSession,
  lastSign,
  markPasswordExpired,
  markSecondFactorMissing,
  refuseToken,
  renewToken,
} from './session-store.ts';
import { secondPerson } from './second-person.ts';
import { stepUp } from './step-up.ts';
import { tell } from './told.ts';

export interface CallOptions<K extends Key> {
  params?: Call<K>['params'];
  query?: Call<K>['query'];
  body?: Call<K>['body'];
  /** Of a row that takes one in place of a body. */
  file?: Blob;
  /** One per action of the person, kept for its repeats (AM-102). */
  idempotencyKey?: string;
  /** 'respond-async, wait=2': rather told after two seconds what it waits for than nothing (RFC 7240). */
  prefer?: string;
  /** Of a line that was cut: where it goes on. */
  lastEventId?: string;
  /** Why a second person should agree. */
  reason?: string;
  signal?: AbortSignal;
}

/** A call that was refused or never answered; errors.ts has the words. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly key: string;
  /** 0: no response. */
  readonly status: number;
  readonly answer?: ErrorAnswer;
  readonly fieldErrors: FieldError[];
  /** The request that a second person has to confirm. */
  readonly waits: string | null;

  constructor(key: string, status: number, answer?: ErrorAnswer, waits: string | null = null) {
    super(`${key}: ${status || 'no response'}`);
    this.key = key;
    this.status = status;
    if (answer) this.answer = answer;
    this.fieldErrors = answer?.errors ?? [];
    this.waits = waits;
  }
}

const LOGIN = 'POST /api/login' satisfies Key;

/** 'GET /api/transactions/{id}' with its parameters → method and address. */
export function addressOf(
  key: string,
  params: Readonly<Record<string, string>> = {},
  query: Search = {},
): { method: string; url: string } {
  const [method = '', path = ''] = key.split(' ');
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (!value) throw new Error(`${key} needs ${name}`);
    return encodeURIComponent(value);
  });
  const text = searchText(query);
  return { method, url: text ? `${filled}?${text}` : filled };
}

function isErrorAnswer(value: unknown): value is ErrorAnswer {
  const answer = value as Partial<ErrorAnswer> | null;
  return typeof answer?.errorCode === 'string' && Array.isArray(answer.errors);
}

async function send(key: Key, options: CallOptions<Key>): Promise<Response> {
  const { method, url } = addressOf(key, options.params, options.query as Search | undefined);
  const token = key === LOGIN ? undefined : getSession()?.token;
  const headers = new Headers();
  if (token) {
    headers.set('Authorization', `Bearer ${token}`);
    headers.set(IDLE_HEADER, String(tell(lastSign(), Date.now())));
  }
  if (options.idempotencyKey) headers.set('Idempotency-Key', options.idempotencyKey);
  if (options.prefer) headers.set('Prefer', options.prefer);
  if (options.lastEventId) headers.set('Last-Event-ID', options.lastEventId);
  if (options.reason) headers.set(REASON_HEADER, encodeURIComponent(options.reason));
  if (options.body !== undefined) headers.set('Content-Type', 'application/json');
  if (options.file) headers.set('Content-Type', 'text/csv');
  let response: Response;
  try {
    const early = method === 'GET' ? takeEarly(url, token) : undefined;
    response = await (early ??
      fetch(url, {
        method,
        headers,
        credentials: 'omit',
        cache: 'no-store',
        ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
        ...(options.file && { body: options.file }),
        ...(options.signal ? { signal: options.signal } : {}),
      }));
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(key, 0);
  }
  // nothing was done: whoever waits for what was, hears that it waits
  const waits = response.headers.get(WAITING_HEADER);
  if (waits) throw new ApiError(key, response.status, undefined, waits);
  const next = response.headers.get(TOKEN_HEADER);
  if (next && token) renewToken(token, next);
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => undefined);
  const error = new ApiError(key, response.status, isErrorAnswer(answer) ? answer : undefined);
  if (error.status === 401 && token) refuseToken(token);
  const code = error.answer?.errorCode;
  if (code === 'PASSWORD_EXPIRED') markPasswordExpired(true);
  if (code === 'SECOND_FACTOR_MISSING') markSecondFactorMissing();
  // refused before anything was done: the very same call again, once it has been proved who asks
  if (code === 'SECOND_FACTOR_STALE' && (await stepUp.ask('code'))) return send(key, options);
  if (code === 'PASSWORD_STALE' && (await stepUp.ask('password'))) return send(key, options);
  if (code === 'SECOND_PERSON_NEEDED' && !options.reason) {
    const reason = await secondPerson.ask(error.answer!.message);
    if (reason) return send(key, { ...options, reason });
  }
  throw error;
}

/** The one way to the server: typed by the endpoint table (API-01). */
export async function call<K extends Key>(
  key: K,
  options: CallOptions<K> = {},
): Promise<Call<K>['answer']> {
  return read(key, options, (response) => response.json() as Promise<Call<K>['answer']>);
}

/** What happens, as long as the line holds. */
export const stream = (options: CallOptions<'GET /api/events'>): Promise<Response> =>
  send('GET /api/events', options as CallOptions<Key>);

/** The same for a row whose answer is plain text. */
export function callText<K extends Key>(key: K, options: CallOptions<K> = {}): Promise<string> {
  return read(key, options, (response) => response.text());
}

/** What a call answers, and what its headers say of the file that a part of the answer is. */
export async function callForFile<K extends Key>(
  key: K,
  options: CallOptions<K> = {},
): Promise<{ answer: Call<K>['answer']; fileName: string | null; type: string | null }> {
  return read(key, options, async (response) => ({
    answer: (await response.json()) as Call<K>['answer'],
    fileName: fileNameOf(response.headers.get('Content-Disposition')),
    type: response.headers.get('Content-Type'),
  }));
}

async function read<K extends Key, A>(
  key: K,
  options: CallOptions<K>,
  body: (response: Response) => Promise<A>,
): Promise<A> {
  const response = await send(key, options as CallOptions<Key>);
  try {
    return await body(response);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(key, 0);
  }
}

/** A file that the build put beside the console, for anybody: versions and commits (AM-40). */
export async function builtFile<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(path, { credentials: 'omit', cache: 'no-cache', signal });
  if (!response.ok) throw new ApiError(`GET ${path}`, response.status);
  return (await response.json()) as T;
}

/** Sent as the window is left: nobody waits for an answer, and it bears no session. */
export const leaveBehind = (path: string, body: unknown): boolean =>
  navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }));

export interface Download {
  blob: Blob;
  /** The server left records out beyond its limit (AM-34). */
  truncated: boolean;
  fileName: string | null;
}

/** A file, each part shown as it comes, and before that what it waits for. */
export async function download<K extends Key>(
  key: K,
  {
    onPart,
    onWait,
    ...options
  }: Pick<CallOptions<K>, 'params' | 'query' | 'signal'> & {
    onPart?: (part: Uint8Array) => void;
    onWait?: (wait: FileWait) => void;
  } = {},
): Promise<Download> {
  const ask = () => send(key, { ...options, prefer: 'respond-async, wait=2' } as CallOptions<Key>);
  let response = await ask();
  // its place is kept; each question waits two seconds by itself
  for (; response.status === 202; response = await ask())
    onWait?.((await response.json()) as FileWait);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  try {
    const reader = response.body?.getReader();
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) break;
      chunks.push(part.value);
      onPart?.(part.value);
    }
  } catch (error) {
    // a file cut off on the way is no file
    if (options.signal?.aborted) throw error;
    throw new ApiError(key, 0);
  }
  const type = response.headers.get('Content-Type');
  return {
    blob: new Blob(chunks, type ? { type } : {}),
    truncated: isTruncated(response.headers.get('X-Records-Truncated')),
    fileName: fileNameOf(response.headers.get('Content-Disposition')),
  };
}

const isTruncated = (header: string | null) => header !== null && !/^(false|0)?$/.test(header);

export function fileNameOf(disposition: string | null): string | null {
  return /filename="?([^";]+)"?/.exec(disposition ?? '')?.[1]?.trim() ?? null;
}

/** Whether anybody is there to ask. */
export const answers = async (): Promise<boolean> => (await fetch('/').catch(Response.error)).ok;
