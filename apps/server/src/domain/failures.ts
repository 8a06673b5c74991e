import { failureKeys } from '@paydesk/contract/declines.ts';
import { CAME_TO_NOTHING } from '@paydesk/contract/kernel/transaction-statuses.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const branches = (names: Readonly<Record<string, string>>) =>
  Object.entries(names)
    .map(([name, key]) => `when ${quoted(name)} then ${quoted(key)}`)
    .join(' ');

/** Of transactions those that came to nothing. */
export const CAME_TO_NOTHING_SQL = `status in (${CAME_TO_NOTHING.map(quoted).join(', ')})`;

/** The name of the reason for which a transaction came to nothing, as `failureOf` finds its words; null where it did not. */
export function failureSql(alias: string): string {
  const { refund, byCode, byOwnCode, byType, byStatus } = failureKeys();
  const ended = `case ${alias}.status ${branches(byStatus)} end`;
  return `case when ${ended} is null then null
    when ${alias}.refunded_transaction_id is not null then ${quoted(refund)}
    else coalesce(case ${alias}.external_error_code ${branches(byOwnCode)} end,
      case ${alias}.status when 'CANCELLED' then ${ended} end,
      case upper(${alias}.external_error_code) ${branches(byCode)} end,
      case ${alias}.external_error_type ${branches(byType)} end, ${ended}) end`;
}

/** Every way to write a code: it counts in whichever case the acquirer sent it. */
const cases = (code: string): string[] =>
  [...code].reduce<string[]>(
    (all, letter) =>
      all.flatMap((one) => [...new Set([one + letter.toUpperCase(), one + letter.toLowerCase()])]),
    [''],
  );

/**
 * What holds of every row whose reason is one of these, by columns that have indexes: the reason itself is worked
 * out. `byDate` where that is one status, or refunds that came to nothing, whose rows an index has by their date.
 */
export function failureBounds(
  alias: string,
  reasons: readonly string[],
): { where: string; byDate: boolean } {
  const { refund, byCode, byOwnCode, byType, byStatus } = failureKeys();
  const namesOf = (names: Readonly<Record<string, string>>) =>
    Object.keys(names).filter((name) => reasons.includes(names[name]!));
  const among = (column: string, names: readonly string[]) =>
    names.length ? [`${alias}.${column} in (${names.map(quoted).join()})`] : [];
  const ended = Object.keys(byStatus).map(quoted).join();
  const statuses = namesOf(byStatus);
  const others = [
    ...among('external_error_code', [...namesOf(byCode).flatMap(cases), ...namesOf(byOwnCode)]),
    ...among('external_error_type', namesOf(byType)),
  ];
  const inOrder = [
    ...statuses.map((name) => `${alias}.status = ${quoted(name)}`),
    ...(reasons.includes(refund)
      ? [`${alias}.refunded_transaction_id is not null and ${alias}.status in (${ended})`]
      : []),
  ];
  const where = [...inOrder, ...others].join(' or ') || 'false';
  return { where: `(${where})`, byDate: inOrder.length === 1 && !others.length };
}
