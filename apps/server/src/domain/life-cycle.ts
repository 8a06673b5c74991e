/** What a row of these dates is at this moment, in SQL; the columns of one table, by its alias. */
export const stageOf = (alias: string) => `case
  when not ${alias}.active then 'OFF'
  when ${alias}.valid_from > now() then 'SCHEDULED'
  when ${alias}.valid_to <= now() then 'ENDED'
  else 'LIVE' end`;
