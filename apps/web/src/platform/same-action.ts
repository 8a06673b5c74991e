/** Which entries of the audit log are of one request: what was asked for, and what came of it later. */

export interface Tied {
  id: string;
  entityType: string;
  entityId: string | null;
  details: string;
}

/** By these the details of an entry name the request. */
const REQUEST_IDS = ['operationId', 'requestId', 'approvalId'];
/** Records that are a request themselves. */
const REQUESTS = /^(APPROVAL|CREDIT_REFUND|MONEY_OPERATION|PAYMENT_OPERATION|RECURRING_CHARGE)$/;
/** By these an entry of such a record names what it is about. */
const ABOUT_IDS = ['transactionId', 'consumerCreditId', 'recurringPaymentId'];

function idsIn(details: string, keys: readonly string[]): string[] {
  const told = JSON.parse(details) as Record<string, unknown>;
  return keys.flatMap((key) => {
    const id = told[key];
    return typeof id === 'string' ? id : [];
  });
}

/** The ids of the request that an entry is of; none of what was done at once. */
export const requestIds = ({ entityType, entityId, details }: Tied): string[] => [
  ...idsIn(details, REQUEST_IDS),
  ...(entityId && REQUESTS.test(entityType) ? [entityId] : []),
];

/** The records under which the other entries stand. */
export function recordsOf(row: Tied): string[] {
  const requests = requestIds(row);
  if (!requests.length) return [];
  const { entityId, details } = row;
  return [...new Set([...(entityId ? [entityId] : []), ...requests, ...idsIn(details, ABOUT_IDS)])];
}

/**
 * Of what stands under these records, what is of the same request as this one: also what only its answer names, where
 * it was asked for anew under another id.
 */
export function sameAction<R extends Tied>(row: Tied, others: readonly R[]): R[] {
  const requests = new Set(requestIds(row));
  const isTied = (one: Tied) => requestIds(one).some((id) => requests.has(id));
  for (let known = 0; known < requests.size;) {
    known = requests.size;
    for (const one of others.filter(isTied)) for (const id of requestIds(one)) requests.add(id);
  }
  return others.filter((one) => one.id !== row.id && isTied(one));
}
