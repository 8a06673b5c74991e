import type { Call, Key, Table } from '@paydesk/contract/index.ts';
import type { SignedIn } from '../auth/sessions.ts';

interface ContextOf<Actor, Params, Query, Body> {
  actor: Actor;
  params: Params;
  query: Query;
  body: Body;
  idempotencyKey: string | null;
  address: string;
  userAgent: string | null;
}

/** Everything a handler knows of its call; params, query and body are read by the row's schemas. */
export type Context<K extends Key> = ContextOf<
  Table[K]['access'] extends 'public' ? null : SignedIn,
  Call<K>['params'],
  Call<K>['query'],
  Call<K>['body']
>;

/** An answer with a status other than 200. */
export class Answer<T> {
  readonly status: number;
  readonly body: T;

  constructor(status: number, body: T) {
    this.status = status;
    this.body = body;
  }
}

export type Handler<K extends Key> = (
  context: Context<K>,
) => Promise<Call<K>['answer'] | Answer<Call<K>['answer']>>;

export type Handlers<K extends Key> = { [P in K]: Handler<P> };

/** The keys that no list serves: each needs a handler, and none may be missing or left over. */
export type HandledKey = {
  [K in Key]: Table[K] extends { list: { as: 'page' | 'csv' } } ? never : K;
}[Key];
