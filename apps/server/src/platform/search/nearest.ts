import { isAllowed } from '@paydesk/contract/policy.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Sources } from './sources.ts';
import { mineOf, type Asking } from './newest.ts';
import { detailOf, KINDS, readsOf, type Row } from './statement.ts';
import type { Typed } from './typed.ts';

/** So long is what a name is near to, and so many of each kind are. */
const LEAST_NEAR = 4;
const NEAREST = 3;
/** Names of so many letters have too few pieces to be compared by. */
const FEW = 4;

/** Each pair of neighbours turned round. */
const swaps = (word: string): string[] =>
  [...word]
    .slice(1)
    .map((letter, at) => word.slice(0, at) + letter + word[at] + word.slice(at + 2));

/** Each letter another one, as LIKE has it. */
const misses = (word: string): string[] =>
  [...word].map((_, at) => `${word.slice(0, at)}_${word.slice(at + 1)}`);

/** What is called nearly as it was typed, where nothing was found: a letter that was left out is enough. */
export function nearestStatement(
  sources: Sources,
  actor: Asking,
  { names }: Typed,
): RawBuilder<Row> | null {
  const typed = names.join(' ');
  if (typed.length < LEAST_NEAR) return null;
  if (typed.length <= FEW && !/^\p{L}+$/u.test(typed)) return null;
  const swapped = /^[\p{L} ]+$/u.test(typed) ? swaps(typed) : [];
  const parts = KINDS.flatMap((kind, place) => {
    const source = sources[kind];
    if (!source.names || !isAllowed(actor, readsOf(kind, source))) return [];
    // where it is asked of each customer whether they are reached, so many are too many (ADR 209)
    if (source.scope === 'all' && (actor.sight ?? 'all') !== 'all') return [];
    const name = sql.raw(source.names);
    // of so few letters half a name is alike: as long, with one letter wrong or two turned round
    const near =
      typed.length > FEW
        ? sql`(${name} %> ${typed} or ${name} like any(${swapped.map((one) => `%${one}%`)}))`
        : sql`(${name} like any(${[...swapped, ...misses(typed)].map((one) => `% ${one}%`)})
            and ${name} ~ ${`[[:<:]](${[...swapped, ...misses(typed)].join('|').replaceAll('_', '.')})[[:>:]]`})`;
    const { id, title, status, from } = source;
    const turned = sql`${name} like any(${swapped.map((one) => `% ${one}%`)})`;
    return [
      sql`(select ${sql.lit(kind)}::text as kind, ${sql.lit(place)}::int as place, ${sql.raw(id)} as id,
        ${sql.raw(title)} as title, null::bigint as cents, false as minus,
        ${detailOf(source, actor, sources.customer)} as detail,
        ${sql.raw(status ?? 'null::text')} as status, '{}'::jsonb as also, null::jsonb as state, null::text as sealed, null::bigint as found, null::jsonb as whom
        from ${sql.raw(from)} where ${near} and ${mineOf(source, actor)}
        order by ${turned} desc, word_similarity(${typed}, ${name}) desc, ${sql.raw(id)} limit ${sql.lit(NEAREST)})`,
    ];
  });
  return parts.length ? sql<Row>`${sql.join(parts, sql` union all `)}` : null;
}
