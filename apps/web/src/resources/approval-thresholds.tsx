import type { ReactNode } from 'react';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  approvalThreshold,
  approvalThresholds,
  thresholdFields,
} from '@paydesk/contract/resources/approval-thresholds.ts';
import { SECOND_PERSON } from '@paydesk/contract/kernel/second-person.ts';
import { AUDIENCES, ROLES } from '@paydesk/contract/permissions.ts';
import { paths } from '../paths.ts';
import type { EditFormOptions } from '../platform/DetailScreen/EditForm.tsx';
import { RecordScreen } from '../platform/DetailScreen/record.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { useActor } from '../platform/session.ts';
import { IconTrash } from '../ui/icons.ts';

const rowLink = ({ id }: { id: string }) => paths.approvalThreshold(id);
/** One without an amount lets each wait, whatever it comes to. */
const amountOf = ({ amount }: { amount: number | null }) =>
  amount === null ? null : formatAmount(amount);

const columns = {
  kind: { width: 168 },
  amount: { cell: amountOf },
  merchantName: { width: 128 },
} as const;

const cells = { amount: (one: { amount: number | null }) => ({ value: amountOf(one) }) };

const hints = {
  amount: 'Anything above it waits. Empty where there is no amount: then each one waits.',
  userRole: 'Empty: everybody.',
  merchantId: 'Empty: all of them.',
};
const staffs: EditFormOptions = { hints };

const { merchantId: _all, ...own } = thresholdFields;
const { BACKOFFICE_ADMIN: _admin, BACKOFFICE_TECHNICAL: _technical, ...roles } = ROLES;
/** A merchant's people speak for their own. */
const merchants: EditFormOptions = {
  hints,
  fields: { ...own, userRole: { ...own.userRole, enumeration: roles } },
};

/** From where on a second person has to agree; nothing waits until somebody sets one. */
export function ApprovalThresholdsScreen(): ReactNode {
  return (
    <ListScreen
      resource={approvalThresholds}
      record={approvalThreshold}
      columns={columns}
      form={AUDIENCES.staff(useActor()) ? staffs : merchants}
      rowLink={rowLink}
      nothingYet="No thresholds yet: nothing needs a second person."
    />
  );
}

/** One of them, and taking it away. */
export const ApprovalThresholdScreen = (): ReactNode => (
  <RecordScreen
    record={approvalThreshold}
    cells={cells}
    parts={({ kind, createdDate }) => ({
      title: SECOND_PERSON[kind as keyof typeof SECOND_PERSON],
      date: createdDate,
    })}
    icons={{ 'DELETE /api/approval-thresholds/{id}': <IconTrash size={16} aria-hidden /> }}
  />
);
