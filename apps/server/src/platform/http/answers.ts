import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';

/**
 * What a handler answers, held against its row where it leaves: what the row does not say stays here and
 * is a fault of ours, a status as well as a field (ADR 78). Lists have their JSON from PostgreSQL; the
 * tests hold each of them.
 */
export function held<T>(key: string, row: Endpoint, status: number, answer: T): T {
  if (status !== 200 && !(row.alsoAnswers && status in row.alsoAnswers))
    throw new Error(`${key} answers ${status}, which its row does not say`);
  const parsed = row.answer.safeParse(answer);
  // of the issues: where and why, never a value
  if (!parsed.success)
    throw new Error(`${key} answers otherwise than its row says: ${parsed.error.message}`);
  return answer;
}
