import * as z from 'zod';
import { action } from '../kernel/action.ts';
import type { RowOf } from '../kernel/columns.ts';
import { recordName } from '../kernel/history.ts';
import { anyOf, endpoints, listEndpoints, uuid } from '../kernel/endpoint.ts';
import { rawQuery, type ListQuery } from '../kernel/list-query.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import { counted, overMany } from '../kernel/many.ts';
import { record, recordAction, recordEndpoints } from '../kernel/record.ts';
import { resource, type Resource } from '../kernel/resource.ts';
import type { Requirement } from '../policy.ts';

export const MESSAGE_KINDS = {
  CALLBACK: 'Callback',
  CREDIT_REFUND: 'Refund of a loan',
  MAIL: 'Email',
  RECOVERY: 'Password recovery',
} as const satisfies Enumeration;
export type MessageKind = keyof typeof MESSAGE_KINDS;

export const MESSAGE_STATUSES = {
  WAITING: 'Waiting',
  HELD: 'Held back',
  GIVEN_UP: 'Given up',
} as const satisfies Enumeration;

/** What has not left the house: on its way, behind an address that fails, or given up (AM-47, AM-48). */
export const undeliveredMessages = resource({
  slug: 'undelivered-messages',
  title: 'Undelivered Messages',
  path: '/api/undelivered-messages',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  csv: {},
  serves: 'AM-47, AM-48',
  columns: {
    // who reads why it has not left needs the room more
    id: { label: 'ID', kind: 'id', hidden: 'screen' },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    kind: { label: 'Kind', kind: 'choice', enumeration: MESSAGE_KINDS },
    merchant: { label: 'Merchant', kind: 'text', nullable: true },
    status: { label: 'Status', kind: 'status', enumeration: MESSAGE_STATUSES },
    attempts: { label: 'Attempts', kind: 'number' },
    error: { label: 'Error', kind: 'text', nullable: true },
    nextAttempt: { label: 'Next attempt', kind: 'dateTime', nullable: true },
    usefulUntil: { label: 'Expires', kind: 'dateTime', hidden: 'screen', nullable: true },
    merchantId: { label: 'Merchant id', kind: 'id', hidden: true, nullable: true },
    // of a callback, to who may read it: 'Settled · Purchase 49.90 EUR'
    tells: { ...recordName, label: 'Tells' },
    subjectId: { label: 'Subject id', kind: 'id', hidden: true, filter: false, nullable: true },
  },
});
export type UndeliveredMessage = RowOf<typeof undeliveredMessages.columns>;

const asks = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'SEND_AGAIN',
} as const satisfies Requirement;

/** A link in a mail runs out; what merchants and institutions are told stays true. */
export const hasRunOut = (
  { kind, usefulUntil }: Pick<UndeliveredMessage, 'kind' | 'usefulUntil'>,
  now: Date,
) =>
  (kind === 'MAIL' || kind === 'RECOVERY') &&
  usefulUntil !== null &&
  Date.parse(usefulUntil) <= now.getTime();

export const sendAgain = overMany(
  recordAction<UndeliveredMessage>({
    label: 'Send again',
    summary: 'Send a message again that was given up or waits',
    serves: 'AM-47, AM-48',
    asks,
    audited: 'SEND_AGAIN',
    looksAt: 'kind',
    whyNot: (message, now) =>
      hasRunOut(message, now) ? 'It has expired: whoever needs it asks for a new one' : null,
    dialog: {
      title: 'Send this message again?',
      consequence: ({ kind, merchant }) =>
        `${MESSAGE_KINDS[kind as MessageKind]}${merchant ? ` to ${merchant}` : ''}: it leaves within seconds, under the same id, so that the receiver can tell a repeat.`,
      submit: 'Send again',
    },
    success: 'The message is sent again',
  }),
  {
    title: (count) => `Send ${counted(count, 'message')} again`,
    consequence:
      'They leave within seconds, each under the same id, so that the receiver can tell a repeat.',
  },
);

export const undeliveredMessage = record({
  of: undeliveredMessages,
  name: 'UndeliveredMessage',
  entity: 'UNDELIVERED_MESSAGE',
  fields: {},
  shown: {},
  actions: { 'POST /api/undelivered-messages/{id}/actions/send-again': sendAgain },
});

/** So many messages go back in one call, the oldest first. */
export const MOST_AGAIN = 1000;

/** All that is under the filters of the list: what was given up, is held back, or waits. */
export const sendManyAgain = action<{ total: number | undefined }, Record<never, never>>({
  label: 'Send all again',
  asks,
  whyNot: ({ total }) => (total === 0 ? 'No message is under these filters' : null),
  fields: {},
  success: 'The messages are sent again',
});

export const undeliveredMessageEndpoints = endpoints(() => ({
  ...listEndpoints(undeliveredMessages),
  ...recordEndpoints(undeliveredMessage),
  'GET /api/undelivered-messages/{id}/content': {
    access: anyOf('READ_ANY_USER'),
    scope: 'all',
    serves: 'AM-47, AM-48, SB-47',
    summary:
      'What a message that has not left says: a callback as it will be sent, of an email no more than to whom and of what',
    params: z.strictObject({ id: uuid() }),
    answer: z.strictObject({
      text: z.string().nullable().meta({
        description:
          'XML of a callback, JSON of all others; null where it can’t be opened, or not by whoever may read no purchases or, of a loan’s refund, no loans.',
      }),
    }),
  },
  'POST /api/undelivered-messages/actions/send-again': {
    access: anyOf('READ_ANY_USER'),
    roles: asks.roles,
    scope: 'all',
    serves: 'AM-47, AM-48',
    summary:
      'Send again the messages under these filters of the list: at most 1000 in a call, in its order; what has run out stays as it is',
    query: rawQuery<Omit<ListQuery, 'page' | 'size'>>(),
    list: { resource: undeliveredMessages as unknown as Resource, as: 'rows' },
    answer: z.strictObject({
      sent: z.int(),
      ranOut: z.int().meta({ description: 'Whose link has run out.' }),
      left: z.int().meta({ description: 'For the next call.' }),
    }),
  },
}));
