import { endpoints, listEndpoint } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import { record, recordEndpoints } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';

export const RULE_TYPES = {
  LIMIT: 'Limit',
  VELOCITY: 'Velocity',
  BLACKLIST: 'Blacklist',
  SCORING: 'Scoring',
} as const satisfies Enumeration;

export const RULE_SEVERITIES = {
  LOW: 'Low',
  MEDIUM: 'Medium',
  HIGH: 'High',
} as const satisfies Enumeration;

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
  },
});

export const rule = record({
  of: rules,
  name: 'Rule',
  entity: 'RULE',
  tag: rules.title,
  one: { path: '/api/settings/rules/{id}', summary: 'One rule', serves: 'API-143, ST-02' },
  fields: {},
  shown: {
    code: 'Code',
    type: 'Type',
    severity: 'Severity',
    threshold: 'Threshold',
    description: 'Description',
  },
  actions: {},
});

export const ruleEndpoints = endpoints(() => ({
  'GET /api/settings/rules': listEndpoint(rules),
  ...recordEndpoints(rule),
}));
