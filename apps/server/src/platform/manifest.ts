import type { SearchKind } from '@paydesk/contract/kernel/search.ts';
import type { None, Once } from '@paydesk/contract/kernel/once.ts';
import type { AnyRecord } from '@paydesk/contract/kernel/record.ts';
import type { Key, Slugs, Table } from '@paydesk/contract/index.ts';
import type { ToDoKey } from '@paydesk/contract/to-do.ts';
import type { TaskType } from '@paydesk/contract/tasks.ts';
import type { HandledKey } from './http/handlers.ts';
import type { Hook } from './http/hooks.ts';
import type { Mount } from './http/mounts.ts';
import type { Page } from './http/pages.ts';
import type { ListDefinition } from './list/definition.ts';
import type { WaysOut } from './outbox.ts';
import type { RecordKey } from './record/handlers.ts';
import type { Stored } from './record.ts';
import type { Source } from './search/sources.ts';
import type { Services } from './services.ts';
import type { Repeating, Task } from './tasks.ts';

/** All that a resource is on the server: what is found from it is wired nowhere else (ADR 84). */
export interface Manifest {
  lists?: readonly ListDefinition[];
  // oxlint-disable-next-line typescript/no-explicit-any
  records?: readonly Stored<any, any>[];
  /** What serves its other rows of the endpoint table; the lists of all, for who counts what they show. */
  handlers?: readonly ((services: Services, lists: readonly ListDefinition[]) => object)[];
  /** What people without a session open. */
  pages?: (services: Services) => readonly Page[];
  /** What gateways call. */
  hooks?: readonly ((services: Services) => Hook | null)[];
  /** Protocols of others' beside the API. */
  mounts?: readonly ((services: Services) => Mount)[];
  /** What runs once in its time over all processes, and is written down run by run under its type. */
  tasks?: { readonly [T in TaskType]?: (services: Services) => Repeating | null };
  /** What runs in each process. */
  loops?: readonly ((services: Services) => Task)[];
  /** What leaves by the outbox, and how. */
  outgoing?: WaysOut;
  /** What the search finds of it. */
  search?: { readonly [K in SearchKind]?: Source };
  /** Whether something that an installation needs is there. */
  toDo?: { readonly [K in ToDoKey]?: (services: Services) => Promise<boolean> };
}

/** A word that no manifest knows does not compile. */
export const defineManifest = <const M extends Manifest>(
  manifest: M & { [K in Exclude<keyof M, keyof Manifest>]: never },
): M => manifest;

type Intersected<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void
  ? I
  : never;

/** What stands under one name in all manifests, one by one: 'orders.0', 'orders.1'. */
type Parts<M, Name extends keyof Manifest> = Intersected<
  {
    [R in keyof M & string]: M[R] extends { [N in Name]: infer List }
      ? { [I in keyof List & `${number}` as `${R}.${Name}.${I}`]: List[I] }
      : never;
  }[keyof M & string]
>;
type KeysOf<M, Name extends keyof Manifest> = {
  [R in keyof M]: M[R] extends { [N in Name]: infer Part } ? keyof Part : never;
};
type Handled<M> = {
  [P in keyof Parts<M, 'handlers'>]: Parts<M, 'handlers'>[P] extends (...by: never) => infer H
    ? keyof H
    : never;
} & {
  [P in keyof Parts<M, 'records'>]: Parts<M, 'records'>[P] extends { record: infer D }
    ? D extends AnyRecord
      ? RecordKey<D>
      : never
    : never;
};
type Listed<M> = {
  [P in keyof Parts<M, 'lists'>]: Parts<M, 'lists'>[P] extends {
    resource: { slug: infer S };
  }
    ? string extends S
      ? never
      : S
    : never;
};

/** What all manifests together must be: each row served once, each task and each search source there once. */
export type Whole<M> = Once<Handled<M>> &
  None<Exclude<HandledKey, Handled<M>[keyof Handled<M>]>, 'has no handler'> &
  Once<Listed<M>> &
  None<Exclude<Slugs<Table>[Key], Listed<M>[keyof Listed<M>]>, 'is a list that nobody serves'> &
  Once<KeysOf<M, 'tasks'>> &
  None<Exclude<TaskType, KeysOf<M, 'tasks'>[keyof M]>, 'is a task that nobody runs'> &
  Once<KeysOf<M, 'outgoing'>> &
  Once<KeysOf<M, 'search'>> &
  None<Exclude<SearchKind, KeysOf<M, 'search'>[keyof M]>, 'is searched nowhere'> &
  Once<KeysOf<M, 'toDo'>> &
  None<
    Exclude<ToDoKey, KeysOf<M, 'toDo'>[keyof M]>,
    'is to be done, and nobody says whether it is'
  >;
