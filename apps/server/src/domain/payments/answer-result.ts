/** SQL: how the answer of a row of soap_logs ended, in either protocol; null of what was asked. */
export const resultOf = (
  message: string,
): string => `case when ${message}.direction = 'REQUEST' then null
      when ${message}.payload ~ '<soap:Fault>|"outcome": "unknown"' then 'FAILED'
      when ${message}.payload ~ 'result>REFUSED<|"outcome": "(declined|refused|notTaken|abandoned)"' then 'REFUSED'
      when ${message}.payload ~ 'result>APPROVED<|"outcome": "(approved|opened|card|taken)"' then 'APPROVED' end`;
