import { endpoints, listEndpoint } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import { resource } from '../kernel/resource.ts';

/** What a rule looked at. */
export const RULE_SUBJECTS = {
  TRANSACTION: 'Transaction',
  PURCHASE: 'Purchase',
  CONSUMER_CREDIT: 'Loan',
  CUSTOMER: 'Customer',
} as const satisfies Enumeration;

export const RULE_RESULTS = {
  PASSED: 'Passed',
  CHALLENGED: '3-D Secure',
  REVIEW: 'To review',
  REJECTED: 'Rejected',
} as const satisfies Enumeration;

export const rulesEvaluationResults = resource({
  slug: 'rules-evaluation-results',
  title: 'Rule Results',
  path: '/api/rules-evaluation-results',
  read: ['READ_ANY_USER'],
  scope: 'merchant',
  created: 'createdDate',
  serves: 'API-144, ST-03',
  columns: {
    id: { label: 'ID', kind: 'id' },
    rule: { label: 'Rule', kind: 'text' },
    subjectType: { label: 'Subject Type', kind: 'choice', enumeration: RULE_SUBJECTS },
    subjectId: { label: 'Subject ID', kind: 'id' },
    merchantName: { label: 'Merchant', kind: 'text', nullable: true },
    result: { label: 'Result', kind: 'status', enumeration: RULE_RESULTS },
    score: { label: 'Score', kind: 'number', nullable: true },
    details: { label: 'Details', kind: 'text' },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    ruleId: { label: 'Rule id', kind: 'id', hidden: true },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, nullable: true },
  },
});

export const rulesEvaluationResultEndpoints = endpoints(() => ({
  'GET /api/rules-evaluation-results': listEndpoint(rulesEvaluationResults),
}));
