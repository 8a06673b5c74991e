import type { Columns } from '@paydesk/contract/kernel/columns.ts';
import type { History } from '@paydesk/contract/kernel/history.ts';
import { DETAILS_TOLD, KEY_TOLD } from '../told.ts';
import { defineList, type ListDefinition } from './definition.ts';

/**
 * The audit rows of one record. Who did it is asked of the users, of whom a merchant's statements see
 * the own merchant's alone: staff, and the system itself, are 'Paydesk' there without a condition. What
 * the merchant's own system did says by which key.
 */
export function historyList<S extends string>(
  resource: History & { slug: S },
  parent: { from: string; id: string; tenant?: string },
): ListDefinition<Columns, S> {
  return defineList({
    resource,
    from: 'audit_logs l',
    id: 'l.id',
    tenant: 'l.merchant_id',
    parent: { column: 'l.entity_id', ...parent },
    joins: { author: 'left join users author on author.id = l.user_id' },
    columns: {
      id: 'l.id',
      createdDate: 'l.created_date',
      user: `coalesce(author.first_name || ' ' || author.last_name, ${KEY_TOLD}, 'Paydesk')`,
      action: 'l.action',
      result: 'l.result',
      details: `${DETAILS_TOLD}::text`,
    },
  });
}
