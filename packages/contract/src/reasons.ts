import type { Columns, RowOf } from './kernel/columns.ts';
import type { Fields } from './kernel/fields.ts';

/** Why somebody is stopped, or let go again: whoever sees it next has nothing else to go by. */
/* @__NO_SIDE_EFFECTS__ */
export const reasonFields = (hint: string) =>
  ({
    reason: { label: 'Reason', kind: 'textarea', asked: true, maxLength: 500, hint },
  }) as const satisfies Fields;

/** Why somebody agreed: whoever reads it later asks, though most has been said by the record itself. */
/* @__NO_SIDE_EFFECTS__ */
export const approvalFields = (hint: string) =>
  ({
    reason: { label: 'Reason', kind: 'textarea', asked: false, maxLength: 500, hint },
  }) as const satisfies Fields;

/** Who brought a record into its status, when and why, where staff did. */
export const standingColumns = {
  statusDate: { label: 'Status changed', kind: 'dateTime', nullable: true },
  statusBy: { label: 'Status changed by', kind: 'text', nullable: true },
  statusReason: { label: 'Reason', kind: 'text', nullable: true },
} as const satisfies Columns;
export type Standing = RowOf<typeof standingColumns>;

/** As a sentence, which ends once; nothing where nobody said why. */
export const whyWords = ({ statusBy, statusReason }: Standing) =>
  statusReason
    ? `${statusBy} wrote: “${statusReason}”${/[.!?…]$/.test(statusReason) ? '' : '.'} `
    : '';
