import { conditionsSchema } from './rules/schema.ts';
import { endpoints, listEndpoint } from '../kernel/endpoint.ts';
import { record, recordEndpoints, type RecordOf } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { TRANSACTION_STATUSES } from '../kernel/transaction-statuses.ts';
import { RULE_OUTCOMES } from '../risk.ts';
import {
  activateRule,
  addRule,
  deactivateRule,
  deleteRule,
  RULE_SEVERITIES,
  RULE_TYPES,
  tryRule,
  updateRule,
} from './rules/actions.ts';

/** Of how many days the payments are that a draft is tried against. */
export const TRIAL_DAYS = 30;

export const rules = resource({
  slug: 'rules',
  title: 'Rules',
  path: '/api/settings/rules',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  serves: 'API-142, ST-01',
  columns: {
    id: { label: 'ID', kind: 'id', sort: true },
    name: { label: 'Name', kind: 'text', sort: true },
    code: { label: 'Code', kind: 'text', sort: true },
    type: { label: 'Type', kind: 'choice', sort: true, enumeration: RULE_TYPES },
    severity: { label: 'Severity', kind: 'choice', sort: true, enumeration: RULE_SEVERITIES },
    threshold: { label: 'Threshold', kind: 'number', sort: true, nullable: true },
    active: { label: 'Active', kind: 'boolean', sort: true },
    updatedDate: { label: 'Updated', kind: 'dateTime', sort: true, nullable: true },
    updatedBy: { label: 'Updated By', kind: 'text', sort: true, hidden: true, nullable: true },
    description: { label: 'Description', kind: 'text', sort: true, hidden: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true, hidden: true },
    outcome: {
      label: 'Outcome',
      kind: 'choice',
      sort: true,
      hidden: 'screen',
      enumeration: RULE_OUTCOMES,
    },
    priority: { label: 'Priority', kind: 'number', sort: true, hidden: 'screen' },
    // what its threshold counts, and to the cent
    conditions: { label: 'Conditions', kind: 'json', filter: false, hidden: true },
  },
});

export const rule = record({
  of: rules,
  name: 'Rule',
  entity: 'RULE',
  tag: rules.title,
  one: {
    path: '/api/settings/rules/{id}',
    summary: 'One rule, as it was saved last',
    serves: 'API-143, ST-02',
    history: 'AT-01, ST-02',
  },
  fields: {
    version: { label: 'Version', kind: 'number' },
    // what decides, where it is not the last one
    liveVersion: { label: 'Active version', kind: 'number', nullable: true },
    triedVersion: { label: 'Version that was tried', kind: 'number', nullable: true },
    triedDate: { label: 'Tried', kind: 'dateTime', nullable: true },
    triedBy: { label: 'Tried by', kind: 'text', nullable: true },
    triedPayments: { label: 'Payments tried', kind: 'number', nullable: true },
    triedHits: { label: 'Payments met', kind: 'number', nullable: true },
    triedAmount: { label: 'Their amount', kind: 'amount', nullable: true },
    triedPaid: { label: 'Met and paid', kind: 'number', nullable: true },
    used: { label: 'Used', kind: 'boolean' },
    hasConditions: { label: 'Has conditions', kind: 'boolean' },
    // that it is hidden, or hides another
    notices: { label: 'Notices', kind: 'json' },
  },
  // its screen is a form, or the same to read
  shown: {},
  actions: {
    'POST /api/settings/rules': addRule,
    'PUT /api/settings/rules/{id}': updateRule,
    'POST /api/settings/rules/{id}/actions/try': tryRule,
    'POST /api/settings/rules/{id}/actions/activate': activateRule,
    'POST /api/settings/rules/{id}/actions/deactivate': deactivateRule,
    'DELETE /api/settings/rules/{id}': deleteRule,
  },
});

export type Rule = RecordOf<typeof rule>;

/** Every version that was saved, with what it asked. */
export const ruleVersions = resource({
  slug: 'rule-versions',
  title: 'Versions',
  path: '/api/settings/rules/{id}/versions',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  serves: 'ST-02',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    version: { label: 'Version', kind: 'number', sort: true },
    createdDate: { label: 'Saved', kind: 'dateTime', sort: true },
    createdBy: { label: 'Saved by', kind: 'text', sort: true },
    outcome: { label: 'Outcome', kind: 'choice', sort: true, enumeration: RULE_OUTCOMES },
    priority: { label: 'Priority', kind: 'number', sort: true },
    conditions: { label: 'Conditions', kind: 'payload' },
    live: { label: 'On', kind: 'boolean', sort: true },
  },
});

/** The payments that the last trial found. */
export const ruleHits = resource({
  slug: 'rule-hits',
  title: 'Payments met',
  path: '/api/settings/rules/{id}/hits',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'date',
  serves: 'ST-02',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    transactionId: { label: 'Payment', kind: 'id' },
    date: { label: 'Date', kind: 'dateTime', sort: true },
    merchantName: { label: 'Merchant', kind: 'text' },
    amount: { label: 'Amount', kind: 'amount', sort: true },
    currency: { label: 'Currency', kind: 'text' },
    status: { label: 'Status', kind: 'status', enumeration: TRANSACTION_STATUSES },
    card: { label: 'Card', kind: 'text', nullable: true, card: 'alone' },
  },
});

export const ruleEndpoints = endpoints(() => ({
  'GET /api/settings/rules': listEndpoint(rules),
  ...recordEndpoints(rule, { conditions: conditionsSchema() }),
  'GET /api/settings/rules/{id}/versions': listEndpoint(ruleVersions),
  'GET /api/settings/rules/{id}/hits': listEndpoint(ruleHits),
}));
