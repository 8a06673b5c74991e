import { ruleHits, rules, ruleVersions } from '@paydesk/contract/resources/rules.ts';
import { defineList } from '../../platform/list/definition.ts';

const rule = { from: 'rules r', id: 'r.id' };

export const rulesList = defineList({
  resource: rules,
  ...rule,
  columns: {
    id: 'r.id',
    name: 'r.name',
    code: 'r.code',
    type: 'r.type',
    severity: 'r.severity',
    threshold: 'r.threshold',
    active: 'r.active',
    updatedDate: 'r.updated_date',
    updatedBy: 'r.updated_by',
    description: 'r.description',
    createdDate: 'r.created_date',
    outcome: 'r.outcome',
    priority: 'r.priority',
    conditions: 'r.conditions',
  },
});

/** Who saved what, and which of them decides. */
export const ruleVersionsList = defineList({
  resource: ruleVersions,
  from: 'rule_versions v',
  id: 'v.id',
  parent: { column: 'v.rule_id', ...rule },
  joins: { r: 'join rules r on r.id = v.rule_id' },
  columns: {
    id: 'v.id',
    version: 'v.version',
    createdDate: 'v.created_date',
    createdBy: 'v.created_by',
    outcome: 'v.outcome',
    priority: 'v.priority',
    conditions: 'v.conditions::text',
    live: 'coalesce(r.active and r.live_version = v.version, false)',
  },
});

/** The very payments that the last trial found. */
export const ruleHitsList = defineList({
  resource: ruleHits,
  from: 'rule_hits h',
  id: 'h.id',
  parent: { column: 'h.rule_id', ...rule },
  joins: {
    t: 'join transactions t on t.id = h.transaction_id and t.merchant_id = h.merchant_id',
    m: 'join merchants m on m.id = h.merchant_id',
  },
  columns: {
    id: 'h.id',
    transactionId: 'h.transaction_id',
    date: 'h.date',
    merchantName: 'm.name',
    amount: 'h.amount_cents',
    currency: 't.currency',
    status: 't.status',
    card: 't.card_pan',
  },
});
