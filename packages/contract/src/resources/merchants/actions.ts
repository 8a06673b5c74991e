import { ibanProblem, plainIban } from '../../business/iban.ts';
import { mccProblem } from '../../business/mcc.ts';
import { phoneProblem } from '../../business/phone.ts';
import { registrationProblem } from '../../business/registration.ts';
import { isHttpUrl, type Fields } from '../../kernel/fields.ts';
import { messages } from '../../kernel/messages.ts';
import { recordAction } from '../../kernel/record.ts';
import {
  CAPTURE_MEANS,
  captureFields,
  COUNTRIES,
  MERCHANT_FACTOR_MEANS,
  merchantFactorFields,
} from '../../merchant-record.ts';
import { ownGateway } from '../../own-gateways.ts';
import type { MerchantStatus } from '../../permissions.ts';

/** What staff do with a merchant: all of it asks for the administrator's role (AM-82). */
export const merchantAsks = {
  anyOf: ['READ_ANY_USER'],
  roles: ['BACKOFFICE_ADMIN'],
  right: 'MERCHANTS_CHANGE',
} as const;

/** What the rules and the questions look at. */
export interface MerchantState {
  id: string;
  name: string;
  iban: string | null;
  status: { name: MerchantStatus };
  standsSince: string;
}

/** The merchant that a second person is asked about. */
export const ofItself = (_body: object, { id }: { id: string }) => id;

/** What staff may change of a merchant (AM-66): never its status, nor the addresses that it is called at. */
export const merchantProfileFields = {
  name: {
    label: 'Name',
    kind: 'text',
    required: true,
    maxLength: 255,
    unique: 'Another merchant has this Name',
    alike: true,
  },
  legalId: {
    label: 'Legal ID',
    kind: 'text',
    maxLength: 50,
    unique: 'Another merchant has this Legal ID',
    alike: true,
  },
  iban: { label: 'IBAN', kind: 'text', maxLength: 42 },
  responsiblePerson: { label: 'Responsible person', kind: 'text', maxLength: 255 },
  phone: { label: 'Phone', kind: 'text', maxLength: 20 },
  email: { label: 'Email', kind: 'email', maxLength: 254 },
  country: { label: 'Country', kind: 'choice', enumeration: COUNTRIES },
  mccCode: { label: 'MCC', kind: 'text', maxLength: 4 },
  addressLine: { label: 'Street Address', kind: 'text', maxLength: 255 },
  zipCode: { label: 'Zip Code', kind: 'text', maxLength: 255 },
  termsUrl: { label: 'Terms URL', kind: 'text', maxLength: 255 },
  cardAcceptanceLocation: { label: 'Card acceptance location', kind: 'text', maxLength: 255 },
} as const satisfies Fields;

/** By which rule a filled field is looked at. */
const PROBLEMS: Readonly<Record<string, (text: string, country: string) => string | null>> = {
  iban: ibanProblem,
  mccCode: mccProblem,
  legalId: registrationProblem,
  phone: phoneProblem,
  administratorPhone: phoneProblem,
  termsUrl: (text) => (isHttpUrl(text) ? null : messages.url),
};

/**
 * What a field of a business can't say by itself: IBAN, MCC, the register's number by the country, phone and
 * address (AM-66, AM-88). What stands there already, from before these rules, may stay.
 */
export function checkBusiness(
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>> | null,
): Record<string, string> {
  const known = { ...before, ...values };
  const { country } = known as { country?: unknown };
  const code = country && typeof country === 'object' ? Object.values(country)[0] : country;
  return Object.fromEntries(
    Object.entries(PROBLEMS).flatMap(([key, problem]) => {
      const value = values[key];
      if (typeof value !== 'string' || !value || value === before?.[key]) return [];
      const why = problem(value, String(code ?? ''));
      return why ? [[key, why]] : [];
    }),
  );
}

export const updateMerchantProfile = recordAction<MerchantState, typeof merchantProfileFields>({
  label: 'Edit',
  summary: 'Change what is written about a merchant; a field that is left out stays',
  serves: 'AM-66, MB-02',
  sensitive: 'ADDRESSES',
  audited: 'UPDATE_MERCHANT',
  asks: merchantAsks,
  whyNot: () => null,
  fields: merchantProfileFields,
  secondPerson: {
    kind: ({ iban: to }, { iban }) =>
      to === undefined || plainIban(String(to ?? '')) === plainIban(iban ?? '') ? null : 'IBAN',
    merchant: ofItself,
    // two agree to another in place of this one
    version: ({ iban }) => iban,
  },
  check: (values, before) => checkBusiness(values, before as never),
  dialog: { title: ({ name }) => `Edit ${name}`, submit: 'Save changes' },
  success: 'Merchant updated successfully',
});

/** Whose acquirer is another than the installation's. */
export const merchantAcquirer = ownGateway('acquirerUrl', merchantAsks, {
  what: 'acquirer',
  goes: 'Its refunds, reversals and recurring charges go',
  merchant: ofItself,
});

/** When its payments are captured, as its own people may say too. */
export const setMerchantCapture = recordAction<MerchantState, typeof captureFields>({
  label: 'Change capture',
  summary: 'Say when the money of a merchant’s payments is taken: at once, or by hand',
  serves: 'AM-48',
  audited: 'UPDATE_CAPTURE',
  asks: merchantAsks,
  whyNot: () => null,
  fields: captureFields,
  dialog: {
    title: ({ name }) => `When are payments of ${name} captured?`,
    consequence: CAPTURE_MEANS,
    submit: 'Save',
  },
  success: 'Merchant updated successfully',
});

/** Whether its people must have a second factor, as its own administrators may say too. */
export const setMerchantFactor = recordAction<MerchantState, typeof merchantFactorFields>({
  label: 'Change two-factor sign-in',
  summary: 'Say whether all people of a merchant must have a second factor',
  serves: 'SB-07',
  audited: 'UPDATE_SECOND_FACTOR',
  asks: merchantAsks,
  whyNot: () => null,
  fields: merchantFactorFields,
  sensitive: 'RIGHTS',
  dialog: {
    title: ({ name }) => `Must everybody of ${name} have a second factor?`,
    consequence: MERCHANT_FACTOR_MEANS,
    submit: 'Save',
  },
  success: 'Merchant updated successfully',
});

const { legalId, country } = merchantProfileFields;
const aName = { kind: 'text', required: true, maxLength: 25 } as const;

/** Who administers it first: whoever comes in with it is invited, and invites the others; as any person (EM-09..16). */
export const firstPersonFields = {
  administratorFirstName: { label: 'Administrator’s first name', ...aName },
  administratorLastName: { label: 'Administrator’s last name', ...aName },
  administratorEmail: {
    label: 'Administrator’s email',
    kind: 'email',
    required: true,
    maxLength: 50,
  },
  administratorPhone: { label: 'Administrator’s phone', kind: 'text', maxLength: 20 },
} as const satisfies Fields;

/** A business with its name in the register, and who administers it. */
export const newMerchantFields = {
  ...merchantProfileFields,
  legalId: { ...legalId, required: true },
  country: { ...country, required: true },
  ...firstPersonFields,
} as const satisfies Fields;

/** A new one that staff take on themselves is approved by that (ADR 91). */
export const addMerchant = recordAction<unknown, typeof newMerchantFields>({
  label: 'New merchant',
  summary:
    'Take a merchant on: it is approved, and its first administrator is invited; its name and legal id are nobody else’s',
  serves: 'MB-01, AM-16, SB-22, SB-43',
  sensitive: 'RIGHTS',
  audited: 'CREATE_MERCHANT',
  asks: merchantAsks,
  whyNot: () => null,
  fields: newMerchantFields,
  check: (values) => checkBusiness(values, null),
  // whoever administers it first is invited with it
  secondPerson: { kind: 'ADMINISTRATOR' },
  success: 'Merchant created successfully, and its administrator invited',
});
