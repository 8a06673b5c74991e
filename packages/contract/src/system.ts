import type { Enumeration } from './kernel/enumeration.ts';
import type { Requirement } from './policy.ts';

/** Who looks after an installation. */
export const SYSTEM_READ = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN', 'BACKOFFICE_TECHNICAL'],
} as const satisfies Requirement;

/** What waits to be done by a task. */
export const QUEUES = {
  CALLBACK: 'Callbacks',
  MAIL: 'Emails',
  RECOVERY: 'Password recoveries',
  CREDIT_REFUND: 'Refunds of loans',
  COUNTERS: 'Changes not yet in the totals',
  AUDIT: 'Audit rows not sealed yet',
} as const satisfies Enumeration;
export type QueueName = keyof typeof QUEUES;

/** Those of them that leave the house. */
export const QUEUES_LEAVE: readonly QueueName[] = ['CALLBACK', 'MAIL', 'RECOVERY', 'CREDIT_REFUND'];

/** How far back one looks at how it was, and what one point stands for. */
export const TREND_SPANS = {
  DAY: { words: '24 hours', hours: 24, stepMinutes: 15 },
  WEEK: { words: '7 days', hours: 168, stepMinutes: 120 },
} as const;
export type TrendSpan = keyof typeof TREND_SPANS;

export const GATEWAY_WAYS = {
  none: 'None',
  sandbox: 'Sandbox',
  http: 'Own adapter',
  stripe: 'Stripe',
} as const satisfies Enumeration;

export const SYSTEM_GATEWAYS = {
  ACQUIRER: 'Acquirer',
  FINANCING_INSTITUTION: 'Financing institution',
  SCREENING: 'Screening',
  IDENTIFICATION: 'Identification',
} as const satisfies Enumeration;

/** Why nothing is read from a replica that an installation has. */
export const REPLICA_NOT_READ = {
  AWAY: 'It does not answer',
  BEHIND: 'It is too far behind',
  NO_REPLICA: 'It follows no other database',
} as const satisfies Enumeration;
export type ReplicaNotRead = keyof typeof REPLICA_NOT_READ;

export const MAIL_BY = {
  ENVIRONMENT: 'SMTP_URL of the environment',
  CONSOLE: 'Installation',
  NOBODY: 'Nobody yet; emails wait',
} as const satisfies Enumeration;
