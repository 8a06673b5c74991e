import { failureKeys } from '@paydesk/contract/declines.ts';

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const branches = (names: Readonly<Record<string, string>>) =>
  Object.entries(names)
    .map(([name, key]) => `when ${quoted(name)} then ${quoted(key)}`)
    .join(' ');

/** The name of the reason for which a transaction came to nothing, as `failureOf` finds its words; null where it did not. */
export function failureSql(alias: string): string {
  const { refund, byCode, byType, byStatus } = failureKeys();
  const ended = `case ${alias}.status ${branches(byStatus)} end`;
  return `case when ${ended} is null then null
    when ${alias}.refunded_transaction_id is not null then ${quoted(refund)}
    when ${alias}.status = 'CANCELLED' then ${ended}
    else coalesce(case upper(${alias}.external_error_code) ${branches(byCode)} end,
      case ${alias}.external_error_type ${branches(byType)} end, ${ended}) end`;
}
