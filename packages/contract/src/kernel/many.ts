import * as z from 'zod';
import { bodyOf, uuid, type Endpoint } from './endpoint.ts';
import type { Field, Fields, ValuesOf } from './fields.ts';
import { isUuid } from './filters.ts';
import { messages } from './messages.ts';
import type { RecordAction } from './record.ts';

/** How many records a call takes at most. */
export const MOST_AT_ONCE = 100;

/** The words of an action over many records: how many they are is counted in. */
export interface Many {
  title: (count: number) => string;
  consequence: string;
}

/** An action that is offered over many rows of the list too: the same to each of them, one after the other. */
/* @__NO_SIDE_EFFECTS__ */
export const overMany = <R, F extends Fields>(
  action: RecordAction<R, F>,
  many: Many,
): RecordAction<R, F> & { many: Many } => ({ ...action, many });

/** '1 order', '40 orders'. */
export const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

/** Where it is called: `many` stands in the place of the id. */
export type ManyPath<K> = K extends `${string} ${infer Before}/{id}/${infer After}`
  ? `${Before}/many/${After}`
  : never;
export const manyPath = (key: string) => key.replace(/^\w+ /, '').replace('{id}', 'many');

/** What came of one record: the reason is null where nothing forbids it. */
export interface Verdict<V extends string = 'DONE' | 'POSSIBLE'> {
  id: string;
  verdict: V | 'REFUSED';
  reason: string | null;
}

const verdicts = <const V extends string>(good: V) =>
  z.strictObject({
    verdicts: z.array(
      z.strictObject({
        id: uuid(),
        verdict: z.enum([good, 'REFUSED']),
        reason: z.string().nullable(),
      }),
    ),
  }) as z.ZodType<{ verdicts: Verdict<V>[] }>;

const some = messages.ids(MOST_AT_ONCE);
const idsOf = () =>
  z.array(uuid().refine(isUuid, messages.id), some).min(1, some).max(MOST_AT_ONCE, some);

type Row = Omit<Endpoint, 'params' | 'query' | 'body' | 'answer' | 'list' | 'access'> & {
  access: Extract<Endpoint['access'], readonly unknown[]>;
  params?: undefined;
};
export type ManyRow<F extends Fields> = Row & {
  query?: undefined;
  body: z.ZodType<ValuesOf<F> & { ids: string[]; seen?: Partial<ValuesOf<F>>[] | undefined }>;
  answer: z.ZodType<{ verdicts: Verdict<'DONE'>[] }>;
};
export type ManyCheckRow = Row & {
  query: z.ZodType<{ ids: string }>;
  body?: undefined;
  answer: z.ZodType<{ verdicts: Verdict<'POSSIBLE'>[] }>;
};

const isSeen = ([, { seen }]: [string, Field]) => seen === true;

/** Its two rows of the endpoint table: what would come of it, and doing it; for whom, over what and how proved is as for one. */
export function manyEndpoints(key: string, action: RecordAction<never>, one: Endpoint) {
  const { params: _, body: _body, answer: _answer, sensitive, ...row } = one;
  const ids = idsOf();
  const fields = Object.entries<Field>(action.fields);
  const said = Object.fromEntries(fields.filter((one) => !isSeen(one)));
  const read = bodyOf(Object.fromEntries(fields.filter(isSeen)));
  const seen = z
    .array(read)
    .max(MOST_AT_ONCE, some)
    .optional()
    .meta({ description: 'Of each of the ids, in their order, what was read of it.' });
  return {
    [`GET ${manyPath(key)}`]: {
      ...row,
      summary: `Which of many it would be refused to: ${one.summary}`,
      query: z.strictObject({
        ids: z
          .string()
          .refine((text) => ids.safeParse(text.split(',')).success, some)
          .meta({ description: `Up to ${MOST_AT_ONCE} ids, a comma between them.` }),
      }),
      answer: verdicts('POSSIBLE'),
    },
    [`POST ${manyPath(key)}`]: {
      ...row,
      ...(sensitive && { sensitive }),
      summary: `The same to many, one after the other: ${one.summary}`,
      idempotent: true,
      body: bodyOf(said, [], { ids, ...(fields.some(isSeen) && { seen }) }),
      answer: verdicts('DONE'),
    },
  };
}
