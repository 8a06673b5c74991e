import type { Actor } from '@paydesk/contract/permissions.ts';
import type { ListDefinition } from './definition.ts';
import type { ListRequest } from './query.ts';
import { merchantsOf, seesAll } from './scope.ts';

/**
 * What is opened most: the first page of a list that grows without end, in its own order and under no filter, of one
 * merchant or of all. An index has it in that order, whoever asks, so that its plan can be no other (ADR 206).
 */
export function isBeginning(
  { counters, resource }: ListDefinition,
  actor: Actor,
  { page, sort, filters, dateFrom, dateTo }: ListRequest,
): boolean {
  if (page || filters.length || dateFrom || dateTo || counters?.day !== sort.key) return false;
  return merchantsOf(actor) ? actor.merchantId !== null : seesAll(resource, actor);
}
