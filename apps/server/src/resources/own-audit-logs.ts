import { ownAuditLogs } from '@paydesk/contract/resources/own-audit-logs.ts';
import { recordNames } from '../domain/record-names.ts';
import { defineList } from '../platform/list/definition.ts';
import { defineManifest } from '../platform/manifest.ts';
import { DETAILS_TOLD, KEY_TOLD as KEY } from '../platform/told.ts';

/** What Paydesk does to records that the merchant’s people see the history of anyway; not what it notes for itself. */
const THEIRS = [
  'API_KEY',
  'CERTIFICATE',
  'CONSUMER_CREDIT',
  'ORDER',
  'PAYMENT_LINK',
  'PURCHASE',
  'RECURRING_DUE',
  'RECURRING_PAYMENT',
  'SHIPPING_METHOD',
  'SSO_CONNECTION',
  'THRESHOLD',
  'TRANSACTION',
  'USER',
  'WIDGET',
];

/** Of the own merchant's people alone, whoever reads: staff have no name here, and no address. */
const author =
  'left join users author on author.id = l.user_id and author.merchant_id = l.merchant_id';

export const ownAuditLogsList = defineList({
  resource: ownAuditLogs,
  from: 'audit_logs l',
  id: 'l.id',
  tenant: 'l.merchant_id',
  where: `(l.entity_type in (${THEIRS.map((type) => `'${type}'`).join(', ')}) or exists (
    select from users own where own.id = l.user_id and own.merchant_id = l.merchant_id)
    or ${KEY} is not null)`,
  joins: { author },
  columns: {
    id: 'l.id',
    createdDate: 'l.created_date',
    user: `coalesce(author.first_name || ' ' || author.last_name,
      case when l.user_id is null then 'Automatic' else coalesce(${KEY}, 'Paydesk') end)`,
    action: 'l.action',
    entityType: 'l.entity_type',
    entityId: 'l.entity_id',
    address: 'case when author.id is not null then own_audit_address(l.id) end',
    result: 'l.result',
    details: `${DETAILS_TOLD}::text`,
    record: 'null::text',
    userId: 'author.id',
  },
  idsOf: { address: 'own_audit_by_address' },
  asJson: { details: DETAILS_TOLD },
  names: recordNames,
});

export const manifest = defineManifest({ lists: [ownAuditLogsList] });
