import { continueCardChanges } from '../../domain/recurring/new-card.ts';
import { resolveCharges } from '../../domain/recurring/resolve.ts';
import { chargeAsked, chargeRecurring } from '../../domain/recurring/task.ts';
import { defineManifest } from '../../platform/manifest.ts';
import { recurringDueRecord, recurringDuesList } from './dues.ts';
import { machineRecurringHandlers } from './machines.ts';
import { recurringPageHandlers } from './page.ts';
import { recurringList, recurringRecord } from './record.ts';
import { recurringReportHandlers } from './report.ts';

export const manifest = defineManifest({
  lists: [recurringList, recurringDuesList],
  handlers: [recurringPageHandlers, machineRecurringHandlers, recurringReportHandlers],
  records: [recurringRecord, recurringDueRecord],
  tasks: { RECURRING_CHARGE: chargeRecurring },
  loops: [chargeAsked, resolveCharges, continueCardChanges],
  search: {
    recurring: {
      read: ['READ_ANY_PURCHASE', 'READ_MERCHANT_PURCHASE'],
      scope: 'merchant',
      from: 'recurring_payments r',
      id: 'r.id',
      tenant: 'r.merchant_id',
      title: `case r.count when 0 then 'not charged yet'
        when 1 then ' charged in 1 payment' else ' charged in ' || r.count || ' payments' end`,
      cents: 'r.total_amount_cents',
      detail: `nullif(concat_ws(' · ', :whose, r.payment_info), '')`,
      status: 'r.status',
      newest: 'r.created_date',
      customer: 'r.customer_id',
      where: () => [],
    },
  },
});
