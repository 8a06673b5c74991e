import type { Fields } from '../../kernel/fields.ts';
import { recordAction, type RecordAction, type Words } from '../../kernel/record.ts';
import { MERCHANT_STATUSES, type MerchantStatus } from '../../permissions.ts';
import { approvalFields, reasonFields } from '../../reasons.ts';
import { merchantAsks, ofItself, type MerchantState } from './actions.ts';

/** From which statuses an action leads to which; there is no other way between them (AM-16). */
export const MERCHANT_TRANSITIONS = {
  approve: { from: ['PENDING_APPROVAL'], to: 'APPROVED' },
  decline: { from: ['PENDING_APPROVAL'], to: 'DECLINED' },
  activate: { from: ['APPROVED', 'DISABLED'], to: 'ACTIVE' },
  disable: { from: ['ACTIVE'], to: 'DISABLED' },
} as const satisfies Record<string, { from: readonly MerchantStatus[]; to: MerchantStatus }>;

export type MerchantAction = keyof typeof MERCHANT_TRANSITIONS;

const words = (status: MerchantStatus) => MERCHANT_STATUSES[status].toLowerCase();

type Said<F extends Fields> = Pick<
  RecordAction<MerchantState>,
  'label' | 'summary' | 'seen' | 'check'
> & {
  consequence: Words<MerchantState>;
  fields?: F;
};

function transition<const F extends Fields = Record<never, never>>(
  name: MerchantAction,
  { label, summary, consequence, fields, ...seen }: Said<F>,
) {
  const { from, to }: { from: readonly MerchantStatus[]; to: MerchantStatus } =
    MERCHANT_TRANSITIONS[name];
  const expected = from
    .map((status) => (status === 'PENDING_APPROVAL' ? 'waits for approval' : `is ${words(status)}`))
    .join(' or ');
  const title = (merchant: MerchantState) => `${label} ${merchant.name}`;
  return recordAction<MerchantState, F>({
    label,
    summary,
    ...seen,
    fields: fields ?? ({} as F),
    serves: 'AM-16, AM-66, SB-43',
    sensitive: 'RIGHTS',
    audited: `${name.toUpperCase()}_MERCHANT`,
    asks: merchantAsks,
    whyNot: ({ status }) =>
      from.includes(status.name)
        ? null
        : `Only a merchant that ${expected}; this one is ${words(status.name)}`,
    dialog: { title: (merchant) => `${title(merchant)}?`, consequence, submit: title },
    // whoever applied for it is invited to administer it; what nobody has read anew is asked of nobody
    ...(name === 'approve' && {
      secondPerson: {
        kind: 'ADMINISTRATOR' as const,
        merchant: ofItself,
        version: ({ standsSince }: MerchantState) => standsSince,
        unread: seen.check,
      },
    }),
    danger: to === 'DECLINED' || to === 'DISABLED',
    primary: to === 'APPROVED' || to === 'ACTIVE',
    success: 'Action completed successfully',
    did: ({ status }, { name: called }) => `${called} is ${words(status.name)} now.`,
  });
}

/** It is for staff alone: neither the merchant's people nor whoever applied are told why. */
const SEEN =
  'Staff see it with your name on the merchant’s page and in the audit log. The merchant does not.';
const whyFields = reasonFields(SEEN);
const agreedFields = approvalFields(SEEN);

/** Of an application the state that whoever decides has read: colleagues may change and check it meanwhile. */
const readFields = {
  seenSince: { label: 'Changed or checked, as read', kind: 'dateTime', asked: false, seen: true },
} as const satisfies Fields;
const asRead: Pick<RecordAction<MerchantState>, 'seen' | 'check'> = {
  seen: ({ standsSince }) => ({ seenSince: standsSince }),
  check: ({ seenSince }, { standsSince }): Record<string, string> =>
    typeof seenSince === 'string' && Date.parse(seenSince) !== Date.parse(standsSince)
      ? {
          seenSince:
            'The merchant has been changed or checked meanwhile. Read what stands there now, and decide again.',
        }
      : {},
};

/** What is said before a merchant's status changes (AM-75). */
export const merchantActions = {
  approve: transition('approve', {
    label: 'Approve',
    summary: 'Approve a merchant that waits for it',
    consequence:
      'Its people can be invited, and it may have certificates and an API key. It takes no payments until it is active.',
    fields: { ...agreedFields, ...readFields },
    ...asRead,
  }),
  decline: transition('decline', {
    label: 'Decline',
    summary: 'Decline a merchant that waits for approval',
    consequence: 'A declined merchant stays declined: this can’t be undone.',
    fields: { ...whyFields, ...readFields },
    ...asRead,
  }),
  activate: transition('activate', {
    label: 'Activate',
    summary: 'Let an approved merchant trade, or a disabled one again',
    consequence: ({ status }) =>
      status.name === 'APPROVED'
        ? 'Its widgets begin payments from now on.'
        : 'Its people can change things again, and its API key and certificates are accepted again.',
    fields: agreedFields,
  }),
  disable: transition('disable', {
    label: 'Disable',
    summary:
      'Disable a merchant: from now on its people change nothing, and its API key and certificates are refused',
    consequence: [
      'Its people can still sign in and read, but change nothing: no refund, no order, no employee.',
      'Its API key and certificates are refused from the next call on, and its widgets begin no payment.',
      'Refunds that are under way are finished. It can be activated again, with all it has.',
    ].join('\n'),
    fields: whyFields,
  }),
};
