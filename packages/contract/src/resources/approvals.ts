import type { RowOf } from '../kernel/columns.ts';
import { endpoints, listEndpoint } from '../kernel/endpoint.ts';
import { CURRENCIES, type Enumeration } from '../kernel/enumeration.ts';
import type { Fields } from '../kernel/fields.ts';
import { byOwnHandler, record, recordAction, recordEndpoints } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { SECOND_PERSON } from '../kernel/second-person.ts';
import { ROUTE_SETS, type Actor } from '../permissions.ts';
import type { Requirements } from '../policy.ts';

/** What counts only by the word of a second person; all but the first by a threshold that somebody has set. */
export const APPROVAL_KINDS = {
  FACTOR_OFF: 'Remove a second factor',
  ...SECOND_PERSON,
} as const satisfies Enumeration;
export type ApprovalKind = keyof typeof APPROVAL_KINDS;

export const APPROVAL_STATUSES = {
  PENDING: 'Waiting',
  APPROVED: 'Confirmed',
  DECLINED: 'Refused',
  WITHDRAWN: 'Withdrawn',
  EXPIRED: 'Expired',
} as const satisfies Enumeration;

/** What came of it once it was confirmed: its own rules were asked anew. */
export const APPROVAL_OUTCOMES = {
  RUNNING: 'Under way',
  DONE: 'Done',
  REFUSED: 'Not possible any more',
  UNKNOWN: 'Not known: look at it',
} as const satisfies Enumeration;

/** Who confirms and refuses: administrators, of the back office or of the merchant whose people ask. */
const asks = [
  { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'], right: 'APPROVE' },
  { anyOf: ['READ_MERCHANT_TRANSACTION'], roles: ['MERCHANT_ADMIN'], right: 'APPROVE' },
] as const satisfies Requirements;

/** For so long a request waits. */
export const APPROVAL_HOURS = 48;

/** What somebody asked for, and who confirmed or refused it. */
export const approvals = resource({
  slug: 'approvals',
  title: 'Approvals',
  path: '/api/approvals',
  read: ROUTE_SETS.APPROVALS,
  scope: 'merchant',
  created: 'createdDate',
  serves: 'SB-07, SB-46',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    kind: { label: 'What', kind: 'choice', sort: true, enumeration: APPROVAL_KINDS },
    about: { label: 'Of', kind: 'text', sort: true, nullable: true },
    amount: { label: 'Amount', kind: 'amount', sort: true, nullable: true },
    reason: { label: 'Reason', kind: 'text', sort: true },
    createdBy: { label: 'Asked by', kind: 'text', sort: true },
    status: {
      label: 'Status',
      kind: 'status',
      sort: true,
      enumeration: APPROVAL_STATUSES,
      // a merchant's APPROVED is a step on the way
      tones: { APPROVED: 'success' },
    },
    outcome: {
      label: 'Outcome',
      kind: 'choice',
      sort: true,
      enumeration: APPROVAL_OUTCOMES,
      nullable: true,
    },
    decidedBy: {
      label: 'Decided by',
      kind: 'text',
      sort: true,
      hidden: 'screen',
      nullable: true,
    },
    note: { label: 'Note', kind: 'text', sort: true, hidden: 'screen', nullable: true },
    expiresDate: { label: 'Expires', kind: 'dateTime', sort: true, hidden: 'screen' },
    aboutId: { label: 'Of id', kind: 'id', hidden: true, called: 'about' },
    aboutType: { label: 'Of which kind', kind: 'text', hidden: true },
    askedById: { label: 'Asked by id', kind: 'id', hidden: true, called: 'createdBy' },
    merchantId: {
      label: 'Merchant id',
      kind: 'id',
      hidden: true,
      filterOnly: true,
      visibleTo: 'staff',
    },
  },
});
export type Approval = RowOf<typeof approvals.columns>;

type State = Pick<Approval, 'status' | 'aboutId' | 'askedById'>;

const noteFields = {
  note: { label: 'Note', kind: 'textarea', maxLength: 255, hint: 'Whoever asked reads it.' },
} as const satisfies Fields;

const settled = ({ status: { name } }: State): string | null =>
  name === 'PENDING'
    ? null
    : `Only a request that waits can be decided; this one is ${APPROVAL_STATUSES[name].toLowerCase()}`;

const isAsker = ({ askedById }: State, { userId }: Actor) => askedById === userId;

const questionOf = ({ kind, about }: Approval) =>
  `${APPROVAL_KINDS[kind as ApprovalKind]}${about ? `: ${about}` : ''}`;

const consequenceOf = ({ kind, about }: Approval) =>
  kind === ('FACTOR_OFF' satisfies ApprovalKind)
    ? `Make sure that it is ${about} who asks, by a way that you know. From then on the password alone signs in; all their sessions end, and they are notified by mail.`
    : 'It is done at once, as it was asked for and in the name of who asked, if it is still possible. You answer for it too.';

export const approve = byOwnHandler(
  recordAction<Approval, typeof noteFields>({
    label: 'Confirm',
    summary: 'Confirm what another person has asked for: it is done at once',
    serves: 'SB-07, SB-46',
    asks,
    audited: 'APPROVE',
    whyNot: (request, _now, actor) =>
      settled(request) ??
      (isAsker(request, actor)
        ? 'You have asked for it: another administrator confirms it'
        : request.aboutId === actor.userId
          ? 'It is about your own account: another administrator confirms it'
          : null),
    fields: noteFields,
    sensitive: 'KEYS',
    primary: true,
    dialog: {
      title: (request) => `${questionOf(request)}?`,
      consequence: (request) =>
        `${request.createdBy} asks for it: ‘${request.reason}’.\n${consequenceOf(request)}`,
      submit: 'Confirm',
    },
    success: 'The request was confirmed',
    outcome: ({ outcome }) =>
      outcome === 'REFUSED'
        ? 'The request was confirmed, and what it asks for is not possible any more. Its page says why.'
        : outcome === 'RUNNING'
          ? 'The request was confirmed. What it asks for is under way.'
          : null,
  }),
);

export const decline = recordAction<Approval, typeof noteFields>({
  label: 'Refuse',
  summary: 'Refuse what another person has asked for',
  serves: 'SB-07, SB-46',
  asks,
  audited: 'DECLINE',
  whyNot: (request, _now, actor) =>
    settled(request) ?? (isAsker(request, actor) ? 'You have asked for it: withdraw it' : null),
  fields: noteFields,
  danger: true,
  dialog: {
    title: 'Refuse this request?',
    consequence: ({ createdBy }) => `Everything stays as it is, and ${createdBy} is notified.`,
    submit: 'Refuse',
  },
  success: 'The request was refused',
});

export const withdraw = recordAction<Approval>({
  label: 'Withdraw',
  summary: 'Withdraw one’s own request',
  serves: 'SB-46',
  asks: { anyOf: ROUTE_SETS.APPROVALS },
  audited: 'WITHDRAW',
  whyNot: (request, _now, actor) =>
    settled(request) ??
    (isAsker(request, actor) ? null : 'Only the person who asked can withdraw it'),
  success: 'The request was withdrawn',
});

export const approval = record({
  of: approvals,
  name: 'Approval',
  entity: 'APPROVAL',
  one: {
    path: '/api/approvals/{id}',
    summary: 'One request: what exactly is asked for, and what became of it',
    serves: 'SB-07, SB-46',
  },
  fields: {
    /** Of the sealed call, while it waits: what stands in it, by the words of its form; no secrets. */
    asked: {
      label: 'Details',
      kind: 'group',
      columns: {
        what: { label: 'What', kind: 'text' },
        value: { label: 'Value', kind: 'text' },
        // the record that it names, where it names one
        entityType: { label: 'Of which kind', kind: 'text', nullable: true },
        entityId: { label: 'Of id', kind: 'id', nullable: true },
      },
      many: true,
    },
    outcomeText: { label: 'Why', kind: 'text', nullable: true },
    decidedDate: { label: 'Decided', kind: 'dateTime', nullable: true },
    currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES, nullable: true },
  },
  shown: {
    kind: 'What',
    about: 'Of',
    amount: 'Amount',
    reason: 'Reason',
    createdBy: 'Asked by',
    createdDate: 'Asked',
    expiresDate: 'Expires',
    decidedBy: 'Decided by',
    decidedDate: 'Decided',
    note: 'Note',
    outcome: 'Outcome',
    outcomeText: 'Why',
  },
  actions: {
    'POST /api/approvals/{id}/actions/approve': approve,
    'POST /api/approvals/{id}/actions/decline': decline,
    'POST /api/approvals/{id}/actions/withdraw': withdraw,
  },
});

export const approvalEndpoints = endpoints(() => ({
  'GET /api/approvals': listEndpoint(approvals),
  ...recordEndpoints(approval),
}));
