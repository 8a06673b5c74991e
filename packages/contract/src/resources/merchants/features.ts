import { features, turning, type Feature } from '../../kernel/features.ts';
import { MERCHANT_FEATURES, type MerchantFeatureName } from '../../merchant-record.ts';
import { merchantAsks } from './actions.ts';
import { merchant } from './record.ts';

/** What a feature opens, and what closing it does (AM-116). */
const EFFECTS: Readonly<Record<MerchantFeatureName, { opens: string; closed: string }>> = {
  CONSUMER_CREDIT: {
    opens: 'Its customers may pay by a loan.',
    closed:
      'An order that asks for a loan is refused, and one that waits can’t be approved. Loans that exist go on.',
  },
  RECURRING: {
    opens: 'Its customers may agree to be charged again and again.',
    closed:
      'No more charges: one that is due is skipped, and says why. Those that exist stay as they are.',
  },
  WIDGETS: {
    opens: 'The buttons of its widgets begin payments.',
    closed: 'None of its widgets begins a payment from now on, wherever it is placed.',
  },
  API_ORDERS: {
    opens: 'Its own systems make orders by API key or signature.',
    closed: 'New orders by API are refused from the next call on. Its systems still read orders.',
  },
};

type One = Feature<MerchantFeatureName>;

const turn = (label: string, enabled: boolean) =>
  turning<MerchantFeatureName>({
    label,
    summary: 'Open a feature to the merchant, or close it',
    serves: 'AM-61, AM-66',
    sensitive: 'RIGHTS',
    asks: merchantAsks,
    audited: `${label.toUpperCase()}_FEATURE`,
    whyNot: (one) =>
      one.enabled === enabled ? `It is ${enabled ? 'enabled' : 'disabled'} already` : null,
    dialog: {
      title: ({ feature }) => `${label} ${MERCHANT_FEATURES[feature]}?`,
      consequence: ({ feature }) => EFFECTS[feature][enabled ? 'opens' : 'closed'],
      submit: ({ feature }) => `${label} ${MERCHANT_FEATURES[feature]}`,
    },
    did: (_after, { of, feature }) =>
      `${MERCHANT_FEATURES[feature]} of ${of} is ${enabled ? 'enabled' : 'disabled'} now.`,
    danger: !enabled,
  });

/** What is open to a merchant, until somebody closes it (MB-05, AM-14). */
export const merchantFeatures = features({
  of: merchant,
  names: MERCHANT_FEATURES,
  unset: true,
  reading: {
    summary: 'Whether a feature is open to the merchant',
    serves: 'API-80, MB-05, AM-61',
  },
  on: turn('Enable', true),
  off: turn('Disable', false),
  states: { on: 'Enabled', off: 'Disabled', never: 'Never changed' },
  effect: ({ feature }: One) => EFFECTS[feature].opens,
});
