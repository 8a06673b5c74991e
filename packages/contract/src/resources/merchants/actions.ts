import { action } from '../../kernel/action.ts';
import type { Fields } from '../../kernel/fields.ts';
import type { MerchantFeatureName } from '../../merchant-record.ts';
import { MERCHANT_STATUSES, type MerchantStatus } from '../../permissions.ts';
import { COUNTRIES } from './list.ts';

/** What staff do with a merchant: all of it asks for the administrator's role (AM-82). */
const asks = { anyOf: ['READ_ANY_USER'], roles: ['BACKOFFICE_ADMIN'] } as const;

/** What the rules look at. */
export interface MerchantState {
  status: { name: MerchantStatus };
}

/** From which statuses an action leads to which; there is no other way between them (AM-16). */
export const MERCHANT_TRANSITIONS = {
  approve: { from: ['PENDING_APPROVAL'], to: 'APPROVED' },
  decline: { from: ['PENDING_APPROVAL'], to: 'DECLINED' },
  activate: { from: ['APPROVED', 'DISABLED'], to: 'ACTIVE' },
  disable: { from: ['ACTIVE'], to: 'DISABLED' },
} as const satisfies Record<string, { from: readonly MerchantStatus[]; to: MerchantStatus }>;

export type MerchantAction = keyof typeof MERCHANT_TRANSITIONS;

const none = {} as const satisfies Fields;

const words = (status: MerchantStatus) => MERCHANT_STATUSES[status].toLowerCase();

function transition(name: MerchantAction, label: string) {
  const from: readonly MerchantStatus[] = MERCHANT_TRANSITIONS[name].from;
  const expected = from
    .map((status) => (status === 'PENDING_APPROVAL' ? 'waits for approval' : `is ${words(status)}`))
    .join(' or ');
  return action<MerchantState, typeof none>({
    label,
    asks,
    whyNot: ({ status }) =>
      from.includes(status.name)
        ? null
        : `Only a merchant that ${expected}; this one is ${words(status.name)}`,
    fields: none,
    success: 'Action completed successfully',
  });
}

export const merchantActions = {
  approve: transition('approve', 'Approve'),
  decline: transition('decline', 'Decline'),
  activate: transition('activate', 'Activate'),
  disable: transition('disable', 'Disable'),
} as const;

/** What staff may change of a merchant (AM-66): never its status, nor the addresses that it is called at. */
export const merchantProfileFields = {
  name: { label: 'Name', kind: 'text', required: true, maxLength: 255 },
  legalId: { label: 'Legal ID', kind: 'text', maxLength: 50 },
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

export const updateMerchantProfile = action<MerchantState, typeof merchantProfileFields>({
  label: 'Edit',
  asks,
  whyNot: () => null,
  fields: merchantProfileFields,
  success: 'Merchant updated successfully',
});

/** As it is kept and compared: without the spaces that people write between its groups. */
export const plainIban = (text: string) => text.replace(/\s/g, '').toUpperCase();

/** Null, or why no money could go there: the shape, and the check digits (ISO 13616). */
export function ibanProblem(text: string): string | null {
  const iban = plainIban(text);
  const wrong = 'IBAN is invalid';
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return wrong;
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((one) => Number.parseInt(one, 36));
  return BigInt(digits.join('')) % 97n === 1n ? null : wrong;
}

/** Null, or why it is no merchant category code (ISO 18245). */
export const mccProblem = (text: string): string | null =>
  /^\d{4}$/.test(text.trim()) ? null : 'MCC must be 4 digits';

export interface MerchantFeature {
  feature: MerchantFeatureName;
  enabled: boolean;
  /** Null while nobody has changed it. */
  updatedDate: string | null;
  updatedBy: string | null;
}

const turn = (label: string, enabled: boolean) =>
  action<Pick<MerchantFeature, 'enabled'>, typeof none>({
    label,
    asks,
    whyNot: (feature) =>
      feature.enabled === enabled ? `It is ${enabled ? 'enabled' : 'disabled'} already` : null,
    fields: none,
    success: 'Action completed successfully',
  });

export const enableFeature = turn('Enable', true);
export const disableFeature = turn('Disable', false);
