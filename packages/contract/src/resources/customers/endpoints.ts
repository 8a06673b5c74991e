import * as z from 'zod';
import { endpoints, listEndpoint, listEndpoints, uuid } from '../../kernel/endpoint.ts';
import { CURRENCIES } from '../../kernel/enumeration.ts';
import { HELD, PAID } from '../../kernel/paid.ts';
import { record, recordEndpoints, type RecordOf } from '../../kernel/record.ts';
import { standingColumns } from '../../reasons.ts';
import { cardActions, customerActions, type CustomerAction } from './actions.ts';
import { cards, customers } from './lists.ts';
import { personalActions } from './personal.ts';
import { customerNote, customerNotes } from './notes.ts';

export const customer = record({
  of: customers,
  name: 'Customer',
  entity: 'CUSTOMER',
  one: {
    path: '/api/customers/{id}',
    summary:
      'One customer; of the personal id only its ends, but for who has asked to see it and may, for half a minute',
    serves: 'API-23, CU-02',
    history: 'AT-01, SB-42, SB-46',
  },
  fields: {
    updatedDate: { label: 'Updated', kind: 'dateTime', nullable: true },
    updatedBy: { label: 'Updated by', kind: 'text', nullable: true },
    payments: { label: 'Payments', kind: 'number' },
    paidAmount: { label: 'Paid', kind: 'amount' },
    refundedAmount: { label: 'Refunded', kind: 'amount' },
    reversedAmount: { label: 'Reversed', kind: 'amount' },
    claimedAmount: PAID.claimedAmount,
    lostAmount: PAID.lostAmount,
    // of payments of theirs, however they ended
    disputes: { label: 'Disputes', kind: 'number' },
    // of those that went through, rounded to the cent; null where there are none
    averageAmount: { label: 'Average payment', kind: 'amount', nullable: true },
    // what came to nothing, ever
    failedPayments: { label: 'Failed payments', kind: 'number' },
    failedAmount: { label: 'Failed', kind: 'amount' },
    ...standingColumns,
    // tries that came to nothing since somebody blocked them
    refusedSince: { label: 'Refused since the block', kind: 'number' },
    // another customer with their email address who is blocked: so nothing is charged here either (SB-42)
    blockedAs: { label: 'Blocked with the same email', kind: 'id', nullable: true },
    // what a rule holds of theirs until somebody has decided; how many such, and the first of them
    held: {
      label: 'Held for review',
      kind: 'group',
      columns: {
        kind: { label: 'Kind', kind: 'choice', enumeration: HELD },
        id: { label: 'ID', kind: 'id' },
        amount: { label: 'Amount', kind: 'amount' },
        currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES },
        count: { label: 'How many', kind: 'number' },
      },
      nullable: true,
    },
    // what a bank claims back of theirs and nobody has decided: the one to answer first, and how many such
    dispute: {
      label: 'Open dispute',
      kind: 'group',
      columns: {
        transactionId: { label: 'Transaction', kind: 'id' },
        amount: { label: 'Claimed', kind: 'amount' },
        currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES },
        respondBy: { label: 'Respond by', kind: 'dateTime', nullable: true },
        count: { label: 'How many', kind: 'number' },
      },
      nullable: true,
    },
    // how they stand: what they paid last, what has come to nothing since, and what screening found
    lastPaid: {
      label: 'Last paid',
      kind: 'group',
      columns: {
        date: { label: 'Date', kind: 'dateTime' },
        amount: { label: 'Amount', kind: 'amount' },
        currency: { label: 'Currency', kind: 'choice', enumeration: CURRENCIES },
      },
      nullable: true,
    },
    failedSince: { label: 'Failed since they paid last', kind: 'number' },
    screenings: { label: 'Screenings', kind: 'number' },
    screeningHits: { label: 'Screenings with a match', kind: 'number' },
    // where there is one alone
    screeningCase: { label: 'Screening case', kind: 'id', nullable: true },
    // there is somebody or a list to ask
    screeningAsked: { label: 'Screening is asked', kind: 'boolean' },
    activeRecurring: { label: 'Active recurring payments', kind: 'number' },
    heldRecurring: { label: 'Recurring payments on hold', kind: 'number' },
    // what an erasure waits for
    unfinished: { label: 'Still going on', kind: 'text', nullable: true },
    erasedDate: { label: 'Erased', kind: 'dateTime', nullable: true },
    // whole, to who has just asked for it
    shownPersonalId: { label: 'Personal ID', kind: 'text', nullable: true },
    shownUntil: { label: 'Shown until', kind: 'dateTime', nullable: true },
  },
  shown: {
    firstName: 'First Name',
    lastName: 'Last Name',
    personalId: 'Personal ID',
    email: 'Email',
    phone: 'Phone',
    status: 'Status',
    country: 'Country',
    cards: 'Cards',
    disputes: 'Risk',
    createdDate: 'Created',
    lastLoginDate: 'Last Login',
  },
  actions: {
    'POST /api/customers/{id}/actions/block': customerActions.block,
    'POST /api/customers/{id}/actions/activate': customerActions.activate,
    'POST /api/customers/{id}/actions/close': customerActions.close,
    'POST /api/personal-data/{id}/show': personalActions.show,
    'POST /api/personal-data/{id}/export': personalActions.export,
    'POST /api/personal-data/{id}': personalActions.erase,
  },
});

/** One customer with everything on it. */
export type Customer = RecordOf<typeof customer>;

/** A row of the customer's cards, which have no screen of their own. */
export const customerCard = record({
  of: cards,
  name: 'Card',
  entity: 'CARD',
  tag: 'Customers',
  fields: {},
  shown: {},
  actions: {
    'POST /api/cards/{id}/actions/block': cardActions.block,
    'POST /api/cards/{id}/actions/activate': cardActions.activate,
    'POST /api/cards/{id}/actions/delete': cardActions.delete,
  },
});

export const customerEndpoints = endpoints(() => ({
  ...listEndpoints(customers),
  ...recordEndpoints(customer),
  'GET /api/customers/{id}/cards': listEndpoint(cards),
  'GET /api/customers/{id}/actions': {
    access: customers.read,
    scope: customers.scope,
    summary: 'The names of what whoever asks may do about the customer in the present status',
    serves: 'API-25, CU-05, AM-15',
    params: z.strictObject({ id: uuid() }),
    answer: z.array(z.enum(Object.keys(customerActions) as CustomerAction[])),
  },
  ...recordEndpoints(customerCard),
  'GET /api/customers/{id}/notes': listEndpoint(customerNotes),
  ...recordEndpoints(customerNote),
}));
