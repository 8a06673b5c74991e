import type { RuleFieldName } from '@paydesk/contract/resources/rules/conditions.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { binsOf } from './bins.ts';

/** What a rule looks at, by the names of its fields; amounts in cents, null where nothing is known. */
export type Facts = { [K in RuleFieldName]?: string | number | null };

/** One that is looked at, with what its rules need and a trial tells. */
export interface Looked {
  id: string;
  merchant_id: string;
  date: string;
  status: string;
  facts: Facts;
}

type Fields = ReadonlySet<RuleFieldName>;

const SPANS = { Hour: '1 hour', Day: '1 day', Month: '30 days' } as const;
type Span = keyof typeof SPANS;
const PAST: readonly [RuleFieldName, Span, string][] = (Object.keys(SPANS) as Span[]).flatMap(
  (span): [RuleFieldName, Span, string][] => [
    [`count${span}`, span, 'count(*)'],
    [`sum${span}`, span, 'sum(p.amount_cents)'],
  ],
);

/** How long before a payment others are counted for these rules; nothing where none is. */
export const pastOf = (fields: Fields): string | null =>
  PAST.findLast(([name]) => fields.has(name)) ? SPANS[longestOf(fields)] : null;

const longestOf = (fields: Fields): Span => PAST.filter(([name]) => fields.has(name)).at(-1)![1];

/** Everything else that is read of a payment `w`, which has its merchant, its customer and its date. */
const COLUMNS: Partial<Record<RuleFieldName, string>> = {
  mcc: 'm.mcc_code',
  riskClass: 'b.risk_class',
  customerAge: `(select date_part('year', age(w.date, max(s.date_of_birth)))::int from screening_results s
    where s.customer_id = w.customer_id)`,
  customerDays: 'greatest(0, floor(extract(epoch from w.date - c.created_date) / 86400))::int',
  emailDomain: "lower(split_part(c.email, '@', 2))",
  cardsDay: `case when w.customer_id is not null then (select count(*)::int from cards k
    where k.customer_id = w.customer_id and k.created_date > w.date - interval '1 day'
      and k.created_date <= w.date) end`,
  // most were never screened by then, and a look costs less than the whole question
  screening: `case when exists (select from screening_results s where s.customer_id = w.customer_id
    and s.created_date <= w.date) then screening_at(w.customer_id, w.date) end`,
};

/**
 * The facts of payments as at the moment of each, for a trial as for one that is about to be made.
 * `source` gives the payments that are looked at, those `wanted`, and the same customers' others before
 * them, as far back as `pastOf` says.
 */
export function factsQuery(source: RawBuilder<unknown>, fields: Fields): RawBuilder<FactsRow> {
  const past = PAST.filter(([name]) => fields.has(name)).map(
    ([name, span, of]) =>
      `case when p.customer_id is not null then ${of} over (partition by p.customer_id
         order by p.date range between interval '${SPANS[span]}' preceding and current row) end as "${name}"`,
  );
  const own = (Object.keys(COLUMNS) as RuleFieldName[])
    .filter((name) => fields.has(name))
    .map((name) => `${COLUMNS[name]!} as "${name}"`);
  const bin = fields.has('bin') || fields.has('cardBrand') || fields.has('cardCountry');
  return sql<FactsRow>`
    with p as (${source}),
    w as (select p.* ${sql.raw(past.map((one) => `, ${one}`).join(''))} from p)
    select w.id, w.merchant_id, w.date, w.status, w.kind, w.currency,
      w.amount_cents::float8 as amount, w.merchant_id as merchant
      ${sql.raw(
        PAST.filter(([name]) => fields.has(name))
          .map(([name]) => `, w."${name}"::float8 as "${name}"`)
          .join(''),
      )}
      ${sql.raw(own.map((one) => `, ${one}`).join(''))}
      ${sql.raw(bin ? ', w.card_pan, k.payment_scheme' : '')}
    from w ${sql.raw(fields.has('mcc') ? 'join merchants m on m.id = w.merchant_id' : '')}
      ${sql.raw(fields.has('riskClass') ? 'left join merchant_backgrounds b on b.merchant_id = w.merchant_id' : '')}
      ${sql.raw(fields.has('customerDays') || fields.has('emailDomain') ? 'left join customers c on c.id = w.customer_id' : '')}
      ${sql.raw(bin ? 'left join cards k on k.id = w.card_id' : '')}
    where w.wanted`;
}

interface FactsRow extends Omit<Looked, 'facts'> {
  card_pan?: string | null;
  payment_scheme?: string | null;
  kind: string;
  currency: string;
  amount: number;
  merchant: string;
}

/** The rows of the query as rules are given them, with what the BIN ranges say of the cards. */
export async function looked(db: Db, rows: readonly FactsRow[]): Promise<Looked[]> {
  const bins = await binsOf(
    db,
    rows.flatMap(({ card_pan: pan }) => (pan ? [pan.slice(0, 6)] : [])),
  );
  return rows.map(({ card_pan: pan, payment_scheme: scheme, id, date, status, ...facts }) => {
    // not every acquirer tells how the number begins
    const bin = /^\d{6}/.exec(pan ?? '')?.[0] ?? null;
    const known = bin === null ? undefined : bins.get(bin);
    return {
      id,
      date,
      status,
      merchant_id: facts.merchant_id,
      facts: {
        ...facts,
        bin,
        cardBrand: known?.scheme ?? scheme ?? null,
        cardCountry: known?.country ?? null,
      },
    };
  });
}
