import type { RowOf } from '../kernel/columns.ts';
import { endpoints, listEndpoint } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import type { Fields } from '../kernel/fields.ts';
import { record, recordAction, recordEndpoints } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import type { Actor } from '../permissions.ts';
import type { Requirement } from '../policy.ts';

/** What counts only by the word of a second person. */
export const APPROVAL_KINDS = {
  FACTOR_OFF: 'Take a second factor off',
} as const satisfies Enumeration;
export type ApprovalKind = keyof typeof APPROVAL_KINDS;

export const APPROVAL_STATUSES = {
  PENDING: 'Waiting',
  APPROVED: 'Confirmed',
  DECLINED: 'Refused',
  WITHDRAWN: 'Taken back',
  EXPIRED: 'Expired',
} as const satisfies Enumeration;

/** Who asks, confirms and refuses. */
const asks: Requirement = { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'] };

/** For so long a request waits. */
export const APPROVAL_HOURS = 48;

/** What somebody asked for, and who confirmed or refused it. */
export const approvals = resource({
  slug: 'approvals',
  title: 'Approvals',
  path: '/api/approvals',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  serves: 'SB-07, SB-46',
  columns: {
    id: { label: 'ID', kind: 'id', hidden: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    kind: { label: 'What', kind: 'choice', sort: true, enumeration: APPROVAL_KINDS },
    about: { label: 'Of', kind: 'text', sort: true, nullable: true },
    reason: { label: 'Reason', kind: 'text', sort: true },
    createdBy: { label: 'Asked by', kind: 'text', sort: true },
    status: { label: 'Status', kind: 'status', sort: true, enumeration: APPROVAL_STATUSES },
    decidedBy: { label: 'Decided by', kind: 'text', sort: true, nullable: true },
    note: { label: 'Note', kind: 'text', sort: true, hidden: 'screen', nullable: true },
    expiresDate: { label: 'Expires', kind: 'dateTime', sort: true },
    aboutId: { label: 'Of id', kind: 'id', hidden: true },
    askedById: { label: 'Asked by id', kind: 'id', hidden: true },
  },
});
export type Approval = RowOf<typeof approvals.columns>;

type State = Pick<Approval, 'status' | 'aboutId' | 'askedById'>;

const noteFields = {
  note: { label: 'Note', kind: 'textarea', maxLength: 255 },
} as const satisfies Fields;

const settled = ({ status: { name } }: State): string | null =>
  name === 'PENDING'
    ? null
    : `Only a request that waits can be decided; this one is ${APPROVAL_STATUSES[name].toLowerCase()}`;

const isAsker = ({ askedById }: State, { userId }: Actor) => askedById === userId;

const questionOf = ({ kind, about }: Approval) =>
  `${APPROVAL_KINDS[kind as ApprovalKind]}${about ? `: ${about}` : ''}`;

export const approve = recordAction<Approval, typeof noteFields>({
  label: 'Confirm',
  summary: 'Confirm what another administrator has asked for: it is done at once',
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
    consequence: ({ about, createdBy, reason }) =>
      `${createdBy} asks for it: ‘${reason}’.\nMake sure that it is ${about} who asks, by a way that you know. From then on the password alone signs in; all their sessions end, and they are told by mail.`,
    submit: 'Confirm',
  },
  success: 'The request was confirmed',
});

export const decline = recordAction<Approval, typeof noteFields>({
  label: 'Refuse',
  summary: 'Refuse what another administrator has asked for',
  serves: 'SB-07, SB-46',
  asks,
  audited: 'DECLINE',
  whyNot: (request, _now, actor) =>
    settled(request) ?? (isAsker(request, actor) ? 'You have asked for it: take it back' : null),
  fields: noteFields,
  danger: true,
  dialog: {
    title: 'Refuse this request?',
    consequence: ({ createdBy }) => `Everything stays as it is, and ${createdBy} is told.`,
    submit: 'Refuse',
  },
  success: 'The request was refused',
});

export const withdraw = recordAction<Approval>({
  label: 'Take back',
  summary: 'Take back what one has asked for',
  serves: 'SB-46',
  asks,
  audited: 'WITHDRAW',
  whyNot: (request, _now, actor) =>
    settled(request) ?? (isAsker(request, actor) ? null : 'Only who asked for it takes it back'),
  success: 'The request was taken back',
});

export const approval = record({
  of: approvals,
  name: 'Approval',
  entity: 'APPROVAL',
  fields: {},
  shown: {},
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
