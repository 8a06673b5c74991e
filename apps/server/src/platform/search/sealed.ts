import { sql } from 'kysely';
import type { Encryption } from '../encryption.ts';
import { maskedSql, maskedValue, openedText, sealedSql } from '../sealed-values.ts';
import type { Condition, Source } from './sources.ts';
import type { Typed } from './typed.ts';

/** What was typed of what lies sealed; null where it is no such value, or the source has none. */
export const askedOf = ({ sealed }: Source, typed: Typed | null): string | null =>
  (typed && sealed?.asked(typed.text)) ?? null;

/** All that are shown as it is, some of whom are others. */
export const shownAs = ({ sealed }: Source, asked: string): Condition => {
  const { alias, value } = sealed!;
  return sql<boolean>`${sql.raw(maskedSql(alias, value))} = ${maskedValue(value.kind, asked)}`;
};

/** What is opened of a row before it counts. */
export const sealedOf = ({ sealed }: Source, asked: string | null) =>
  sql.raw(asked === null ? 'null::text' : sealedSql(sealed!.alias, sealed!.value));

/** By what it was found, as lists show it; null where it is another one's, which is shown alike. */
export function foundBySealed(
  encryption: Encryption,
  { sealed }: Source,
  asked: string,
  row: { id: string; sealed: string | null },
): string | null {
  const { label, value } = sealed!;
  return openedText(encryption, value, row.id, row.sealed)?.replace(/\s/g, '').toUpperCase() ===
    asked
    ? `${label} ${maskedValue(value.kind, asked)}`
    : null;
}
