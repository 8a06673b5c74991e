import { randomUUIDv7 } from 'node:crypto';
import { insertRow, type Needs, type Queryable } from '../factories.ts';
import type { CardRow } from '../tables.ts';

/** Cards, as in ../factories.ts. */

type CardGiven = Needs<CardRow, 'customerId'>;

export function cardRow(given: CardGiven): CardRow {
  return {
    id: given.id ?? randomUUIDv7(),
    first6: '411111',
    last4: '1111',
    cardType: 'DEBIT',
    paymentScheme: 'VISA',
    issuer: null,
    expiresMonth: '2030-01-01',
    status: 'ACTIVE',
    statusReason: null,
    onboardingStatus: 'VERIFIED',
    isDefault: false,
    token: null,
    gateway: null,
    createdDate: new Date(),
    updatedDate: null,
    updatedBy: null,
    ...given,
  };
}

export const insertCard = (db: Queryable, given: CardGiven) =>
  insertRow(db, 'cards', cardRow(given));
