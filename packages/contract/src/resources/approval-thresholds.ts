import { endpoints, listEndpoint } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import type { Fields } from '../kernel/fields.ts';
import { formatAmount } from '../kernel/money.ts';
import { record, recordAction, recordEndpoints, type RecordOf } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { SECOND_PERSON, WITH_AMOUNT, type SecondPersonKind } from '../kernel/second-person.ts';
import { AUDIENCES, ROLES, ROUTE_SETS } from '../permissions.ts';
import type { Requirements } from '../policy.ts';

const { THRESHOLD: _always, ...KINDS } = SECOND_PERSON;

/** What its amount is held against. */
export const THRESHOLD_COUNTS = {
  EACH: 'Each one',
  DAY: 'All of a person’s day together',
} as const satisfies Enumeration;

/** Whose word it is: a merchant’s people change none that their provider has set. */
export const THRESHOLD_SETTERS = {
  STAFF: 'The provider',
  MERCHANT: 'The merchant',
} as const satisfies Enumeration;

/** From where on a second person has to agree; none is set until somebody sets one. */
export const approvalThresholds = resource({
  slug: 'approval-thresholds',
  title: 'Approval Thresholds',
  path: '/api/approval-thresholds',
  read: ROUTE_SETS.THRESHOLDS,
  scope: 'merchant',
  created: 'createdDate',
  serves: 'SB-07, SB-46',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    kind: { label: 'What', kind: 'choice', sort: true, enumeration: KINDS },
    amount: { label: 'Above', kind: 'amount', sort: true, nullable: true },
    counts: { label: 'Counted', kind: 'choice', sort: true, enumeration: THRESHOLD_COUNTS },
    userRole: {
      label: 'By',
      kind: 'choice',
      sort: true,
      enumeration: ROLES,
      nullable: true,
    },
    merchantName: {
      label: 'Merchant',
      kind: 'text',
      sort: true,
      nullable: true,
      visibleTo: 'staff',
    },
    setBy: { label: 'Set by', kind: 'choice', sort: true, enumeration: THRESHOLD_SETTERS },
    createdBy: { label: 'Created by', kind: 'text', sort: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, nullable: true },
  },
});

export const thresholdFields = {
  kind: { label: 'What', kind: 'choice', required: true, enumeration: KINDS },
  amount: { label: 'Above', kind: 'amount', min: 0, max: 100_000_000 },
  counts: { label: 'Counted', kind: 'choice', required: true, enumeration: THRESHOLD_COUNTS },
  userRole: { label: 'By', kind: 'choice', enumeration: ROLES },
  merchantId: { label: 'Merchant', kind: 'id', from: '/api/merchants' },
} as const satisfies Fields;

interface ThresholdState {
  kind: string;
  amount: number | null;
  setBy: keyof typeof THRESHOLD_SETTERS;
}

const asks = [
  { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'], right: 'THRESHOLDS' },
  { anyOf: ['UPDATE_MY_MERCHANT'], roles: ['MERCHANT_ADMIN'], right: 'THRESHOLDS' },
] as const satisfies Requirements;

const shared = { serves: 'SB-07, SB-46', asks, sensitive: 'RIGHTS' } as const;

/** An amount where there are amounts, and none where there are none. */
const check = (values: Readonly<Record<string, unknown>>): Record<string, string> => {
  const {
    kind,
    amount: above,
    counts: how,
  } = values as {
    kind?: SecondPersonKind;
    amount?: number | null;
    counts?: keyof typeof THRESHOLD_COUNTS;
  };
  const money = WITH_AMOUNT.includes(kind!);
  const given = above !== null && above !== undefined;
  if (money && !given) return { amount: 'Above is required' };
  if (!money && given) return { amount: 'These have no amounts: each of them waits' };
  return !money && how === 'DAY' ? { counts: 'These have no amounts to count together' } : {};
};

const mine = (
  { setBy }: ThresholdState,
  _now: Date,
  actor: Parameters<(typeof AUDIENCES)['staff']>[0],
) =>
  setBy === 'STAFF' && !AUDIENCES.staff(actor)
    ? 'Your payment provider has set it: only they change it'
    : null;

const nameOf = ({ kind, amount: above }: ThresholdState) =>
  `${KINDS[kind as keyof typeof KINDS]}${above === null ? '' : ` above ${formatAmount(above)}`}`;

const createThreshold = recordAction<unknown, typeof thresholdFields>({
  ...shared,
  label: 'New threshold',
  summary:
    'Say from which amount on a second person has to agree; it applies from the next call on',
  audited: 'CREATE_THRESHOLD',
  whyNot: () => null,
  fields: thresholdFields,
  begins: { counts: 'EACH' },
  check,
  dialog: {
    title: 'New threshold',
    consequence:
      'Whoever goes above it says why, and it is done once another administrator has confirmed it. Without a role it counts for everybody.',
    submit: 'Set threshold',
  },
  success: 'Threshold set successfully',
});

const removeThreshold = recordAction<ThresholdState>({
  ...shared,
  label: 'Remove',
  summary: 'Remove a threshold, which waits for a second person by itself',
  audited: 'REMOVE_THRESHOLD',
  whyNot: mine,
  secondPerson: { kind: 'THRESHOLD' },
  dialog: {
    title: (one) => `Remove ${nameOf(one)}?`,
    consequence:
      'Removing a threshold needs a second person: it stays until another administrator has confirmed it.',
    submit: 'Request the removal',
  },
  danger: true,
  success: 'Threshold removed successfully',
});

export const approvalThreshold = record({
  of: approvalThresholds,
  name: 'ApprovalThreshold',
  entity: 'THRESHOLD',
  one: {
    path: '/api/approval-thresholds/{id}',
    summary: 'One threshold',
    serves: 'SB-07',
    history: 'AT-01, SB-46',
  },
  fields: {},
  shown: {
    kind: 'What',
    amount: 'Above',
    counts: 'Counted',
    userRole: 'By',
    merchantName: 'Merchant',
    setBy: 'Set by',
  },
  actions: {
    'POST /api/approval-thresholds': createThreshold,
    'DELETE /api/approval-thresholds/{id}': removeThreshold,
  },
});
export type ApprovalThreshold = RecordOf<typeof approvalThreshold>;

export const approvalThresholdEndpoints = endpoints(() => ({
  'GET /api/approval-thresholds': listEndpoint(approvalThresholds),
  ...recordEndpoints(approvalThreshold),
}));
