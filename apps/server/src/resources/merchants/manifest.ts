import {
  MERCHANT_TRANSITIONS,
  merchantActions,
  type MerchantAction,
} from '@paydesk/contract/resources/merchants/moves.ts';
import { ibanProblem, plainIban } from '@paydesk/contract/business/iban.ts';
import { sql } from 'kysely';
import {
  contains,
  named,
  oneOf,
  telephone,
  type Condition,
} from '../../platform/search/sources.ts';
import { defineManifest } from '../../platform/manifest.ts';
import { IBAN_OF_MERCHANT } from '../../platform/sealed-values.ts';
import { applicationHandlers } from './applications.ts';
import { documentHandlers } from './documents.ts';
import { merchantFeatureHandlers } from './features.ts';
import { merchantsHandlers } from './handlers.ts';
import { merchantsList } from './lists.ts';
import { merchantRecord } from './record.ts';

/** Where it is met: its addresses, by one of which a part of one is found. */
const ADDRESSES = `concat_ws(' ', m.email, m.terms_url, m.order_verification_url, m.purchase_notification_url, m.delivery_cost_calculation_url)`;
/** As a register has it, however it is spaced. */
const plainNumber = (column: string) => `upper(regexp_replace(${column}, '[^[:alnum:]]', '', 'g'))`;

/** What a register's number has at least, and a card's or an amount's end has not. */
const LEAST_OF_NUMBER = 5;

/** By what a merchant is known outside; there are few enough of them to look through. */
function outside(text: string): Condition[] {
  const address = text.replace(/^(?:https?:\/\/)?(?:www\.)?|\/$/gi, '');
  const number = text.replace(/[^\p{L}\d]/gu, '').toUpperCase();
  return [
    ...(/^\S*[\p{L}\d](?:@|\.\p{L}{2})\S*$/u.test(address) ? [contains(ADDRESSES, address)] : []),
    ...(number.replace(/\D/g, '').length < LEAST_OF_NUMBER
      ? []
      : [
          sql<boolean>`${sql.raw(plainNumber('m.legal_id'))} = ${number}`,
          sql<boolean>`m.id in (select b.merchant_id from merchant_backgrounds b
            where ${sql.raw(plainNumber('b.registration_number'))} = ${number})`,
        ]),
  ];
}

/** 'LV80 BANK 0000 4351 9500 1', with or without what it is called. */
function ibanIn(text: string): string | null {
  const iban = plainIban(text.replace(/^iban\b:?/i, ''));
  return ibanProblem(iban) === null ? iban : null;
}

export const manifest = defineManifest({
  lists: [merchantsList],
  records: [merchantRecord],
  handlers: [merchantsHandlers, merchantFeatureHandlers, applicationHandlers, documentHandlers],
  search: {
    merchant: {
      read: ['READ_ANY_USER'],
      scope: 'all',
      from: 'merchants m',
      id: 'm.id',
      title: 'm.name',
      detail: `'Merchant ' || m.merchant_number`,
      names: 'm.search_name',
      status: 'm.status',
      newest: 'm.created_date',
      also: {
        'Legal ID': 'm.legal_id',
        Phone: 'm.phone',
        Email: 'm.email',
        'Terms URL': 'm.terms_url',
      },
      sealed: { label: 'IBAN', value: IBAN_OF_MERCHANT, alias: 'm', asked: ibanIn },
      deeds: {
        state: `jsonb_build_object('name', m.status)`,
        stateOf: (status: { name: string }) => ({ status }),
        all: (Object.keys(merchantActions) as MerchantAction[]).map((name) => ({
          action: merchantActions[name],
          can: oneOf('m.status', MERCHANT_TRANSITIONS[name].from),
        })),
      },
      where: ({ text, names, number, phone }) => [
        ...outside(text),
        ...(phone ? [telephone('m.phone', phone)] : []),
        named('m.search_name', names),
        ...(number === null ? [] : [sql<boolean>`m.merchant_number = ${number}`]),
      ],
    },
  },
});
