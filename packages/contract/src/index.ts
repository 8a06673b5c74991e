import type { CallOf } from './kernel/endpoint.ts';
import { joined, type Joined, type None, type Twice } from './kernel/once.ts';
import * as manifests from './manifests.ts';

export type Table = Joined<typeof manifests>;
export type Key = keyof Table;
export type Call<K extends Key> = CallOf<Table[K]>;

/** The slug of each list; a record's own history has one that is made of the record's name. */
export type Slugs<T> = {
  [K in keyof T]: T[K] extends { list: { resource: { slug: infer S }; as: 'page' } }
    ? string extends S
      ? never
      : S
    : never;
};

/** The one endpoint table. The browser imports its type alone. */
export const table: Table = joined(manifests) satisfies None<
  Twice<Slugs<Table>>,
  'is the slug of two lists'
>;
