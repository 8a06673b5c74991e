import { recordAction } from '../../kernel/record.ts';
import { checkRetries, RETRIES_MEAN, retryFields } from '../../retry-plan.ts';
import { merchantAsks, type MerchantState } from './actions.ts';

/** When its declined charges are tried again, as its own people may say too. */
export const setMerchantRetries = recordAction<MerchantState, typeof retryFields>({
  label: 'Change retry plan',
  summary:
    'Say when declined charges of a merchant’s recurring payments are tried again, and what comes after the last try',
  serves: 'AM-14, AM-122',
  audited: 'UPDATE_RETRIES',
  asks: merchantAsks,
  whyNot: () => null,
  fields: retryFields,
  check: checkRetries,
  dialog: {
    title: ({ name }) => `Retry plan of ${name}`,
    consequence: RETRIES_MEAN,
    submit: 'Save',
  },
  success: 'Merchant updated successfully',
});
