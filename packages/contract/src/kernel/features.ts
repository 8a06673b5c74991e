import * as z from 'zod';
import { bodyOf } from './body.ts';
import type { Columns, RowOf } from './columns.ts';
import { rowSchema, uuid, type Endpoint } from './endpoint.ts';
import type { Enumeration } from './enumeration.ts';
import type { Fields, ValuesOf } from './fields.ts';
import { recordAction, type AnyRecord, type RecordAction } from './record.ts';
import type { Permission } from '../permissions.ts';

/** One of a record's features: both of the last are null while nobody has turned it (AM-61). */
export const featureColumns = <const N extends string>(names: Enumeration<N>) =>
  ({
    feature: { label: 'Feature', kind: 'choice', enumeration: names },
    enabled: { label: 'Enabled', kind: 'boolean' },
    updatedDate: { label: 'Updated', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Updated by', kind: 'text', nullable: true },
  }) as const satisfies Columns;
type Row<N extends string> = RowOf<ReturnType<typeof featureColumns<N>>>;

/** One with what its record is called, which is what questions speak of. */
export type Feature<N extends string = string> = Row<N> & { of: string };

/** What can be on or off of a record, each by its name. */
export interface Features<N extends string, D extends AnyRecord> {
  of: D;
  names: Enumeration<N>;
  /** What each is while nobody has turned it. */
  unset: boolean;
  reading: { summary: string; serves: string };
  on: RecordAction<Feature<N>, Record<never, never>>;
  off: RecordAction<Feature<N>, Record<never, never>>;
  /** What the screen says of one that is on, of one that is off, and of one that nobody has turned. */
  states: { on: string; off: string; never: string };
  /** And of what it does. */
  effect: (feature: Feature<N>) => string;
}

/* @__NO_SIDE_EFFECTS__ */
export const features = <const N extends string, D extends AnyRecord>(
  definition: Features<N, D>,
): Features<N, D> => definition;

type Said<N extends string> = Pick<
  RecordAction<Feature<N>>,
  | 'label'
  | 'summary'
  | 'serves'
  | 'asks'
  | 'whyNot'
  | 'dialog'
  | 'danger'
  | 'sensitive'
  | 'did'
  | 'outcome'
> & { audited: string };

/** Turning one, after a question (AM-74). */
/* @__NO_SIDE_EFFECTS__ */
export const turning = <N extends string>(said: Said<N>) =>
  recordAction<Feature<N>>({ ...said, success: 'Action completed successfully' });

const fields = {
  enabled: { label: 'Enabled', kind: 'boolean', required: true },
} as const satisfies Fields;

type Base<N extends string> = Omit<Endpoint, 'params' | 'query' | 'body' | 'answer' | 'list'> & {
  access: readonly Permission[];
  params: z.ZodType<{ id: string; feature: N }>;
  query?: undefined;
  answer: z.ZodType<Row<N>>;
};
type PathOf<D extends AnyRecord> = `${NonNullable<D['one']>['path']}/features/{feature}`;

/** Reading one and turning it. */
export function featureEndpoints<N extends string, D extends AnyRecord>({
  of: { of, one },
  names,
  reading,
  on,
}: Features<N, D>) {
  const path = `${one!.path}/features/{feature}`;
  const shared = {
    scope: of.scope,
    access: of.read,
    params: z.strictObject({ id: uuid(), feature: z.enum(Object.keys(names)) }),
    answer: rowSchema(featureColumns(names)),
  };
  const { roles } = [on.asks].flat()[0]!;
  return {
    [`GET ${path}`]: { ...shared, ...reading },
    [`PUT ${path}`]: {
      ...shared,
      summary: on.summary,
      serves: on.serves,
      ...(roles && { roles }),
      ...(on.sensitive && { sensitive: on.sensitive }),
      body: bodyOf(fields),
    },
  } as { [K in `GET ${PathOf<D>}`]: Base<N> & { body?: undefined } } & {
    [K in `PUT ${PathOf<D>}`]: Base<N> & { body: z.ZodType<ValuesOf<typeof fields>> };
  };
}
