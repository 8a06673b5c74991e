import type { Call, Key, Table } from '@paydesk/contract/index.ts';
import type { FileAs } from '@paydesk/contract/kernel/resource.ts';
import type { Machine } from '../auth/machines.ts';
import type { Core } from '../auth/provider-keys.ts';
import type { SignedIn } from '../auth/sessions.ts';

interface ContextOf<Actor, Params, Query, Body, File> {
  actor: Actor;
  params: Params;
  query: Query;
  body: Body;
  /** Of a row that takes one. */
  file: File;
  idempotencyKey: string | null;
  /** Of a row that takes one. */
  shopperKey: string | null;
  address: string;
  userAgent: string | null;
}

/** Everything a handler knows of its call; params, query and body are read by the row's schemas. */
export type Context<K extends Key> = ContextOf<
  Table[K]['access'] extends 'public'
    ? null
    : Table[K]['access'] extends 'machine'
      ? Machine
      : Table[K]['access'] extends 'provider'
        ? Core
        : SignedIn,
  Call<K>['params'],
  Call<K>['query'],
  Call<K>['body'],
  Table[K] extends { takes: object } ? AsyncIterable<Buffer> : null
>;

/** An answer with a status other than 200, or with headers of its own. */
export class Answer<T> {
  readonly status: number;
  readonly body: T;
  readonly headers: Record<string, string>;

  constructor(status: number, body: T, headers: Record<string, string> = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export const asAnswer = (result: unknown): Answer<unknown> =>
  result instanceof Answer ? result : new Answer(200, result);

export type Handler<K extends Key> = (
  context: Context<K>,
) => Promise<Call<K>['answer'] | Answer<Call<K>['answer']>>;

export type Handlers<K extends Key> = { [P in K]: Handler<P> };

/** The keys that no list serves, and no stream: each needs a handler, and none may be missing or left over. */
export type HandledKey = {
  [K in Key]: Table[K] extends
    | { list: { as: 'page' | FileAs | 'count' | 'totals' } }
    | { answerType: 'text/event-stream' }
    ? never
    : K;
}[Key];
