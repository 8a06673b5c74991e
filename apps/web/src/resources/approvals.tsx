import type { ReactNode } from 'react';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  APPROVAL_KINDS,
  approval,
  approvals,
  approve,
  type Approval,
  type ApprovalKind,
} from '@paydesk/contract/resources/approvals.ts';
import type { RecordOf } from '@paydesk/contract/kernel/record.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { paths } from '../paths.ts';
import { ActionMenu } from '../platform/ActionButton.tsx';
import { AppLink } from '../platform/AppLink.tsx';
import { DetailCard, Fields, type RelatedLink } from '../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../platform/DetailScreen/record.tsx';
import { specsOf } from '../platform/DetailScreen/RecordActions.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { useActor } from '../platform/session.ts';
import { StatusChip } from '../ui/Chip.tsx';
import { IconArrowBackUp, IconCheck, IconLink, IconX } from '../ui/icons.ts';

/** Much of what waits is about no money: it has no amount, and not one of 0.00. */
const amountOf = ({ amount }: Pick<Approval, 'amount'>) =>
  amount === null ? null : formatAmount(amount);

const columns = {
  kind: { width: 184 },
  about: { width: 144 },
  amount: { cell: amountOf },
  status: { width: 112 },
};

const cells = { amount: (one: Approval) => ({ value: amountOf(one) }) };

const rowLink = ({ id }: Approval) => paths.approval(id);

const icons = {
  'POST /api/approvals/{id}/actions/approve': <IconCheck size={16} aria-hidden />,
  'POST /api/approvals/{id}/actions/decline': <IconX size={16} aria-hidden />,
  'POST /api/approvals/{id}/actions/withdraw': <IconArrowBackUp size={16} aria-hidden />,
};

const menu = (request: Approval) => (
  <ActionMenu
    key={request.id}
    quiet
    label={`Actions for the request of ${request.createdBy}`}
    actions={specsOf(approval, request as never, icons)}
  />
);

/** What one person asks for and another one confirms or refuses. */
export function ApprovalsScreen(): ReactNode {
  const may = isAllowed(useActor(), approve.asks);
  return (
    <ListScreen
      resource={approvals}
      columns={columns}
      rowLink={rowLink}
      menu={may ? menu : undefined}
      nothingYet="No requests. Whatever needs a second person appears here."
    />
  );
}

type ApprovalOf = RecordOf<typeof approval>;

/** Where the records stand that a request can be about. */
const WHERE: Readonly<Record<string, [label: string, href: (id: string) => string]>> = {
  TRANSACTION: ['Transaction', paths.transaction],
  CONSUMER_CREDIT: ['Loan', paths.consumerCredit],
  USER: ['Person', paths.user],
  MERCHANT: ['Merchant', paths.merchantById],
  RULE: ['Rule', paths.rule],
  FINANCING_INSTITUTION: ['Institution', paths.financingInstitution],
  THRESHOLD: ['Threshold', paths.approvalThreshold],
};

/** What is asked for, or is to be known of it; the record that it names is opened. */
function saidOf({ value, entityType, entityId }: ApprovalOf['asked'][number]): ReactNode {
  const where = entityType !== null && WHERE[entityType];
  if (!where || entityId === null) return value;
  const [label, href] = where;
  return (
    <>
      {value} <AppLink href={href(entityId)}>Open that {label.toLowerCase()}</AppLink>
    </>
  );
}

function linksOf({ id, aboutId, aboutType }: Approval): RelatedLink[] {
  const where = WHERE[aboutType];
  // of somebody new there is nothing yet
  if (!where || aboutId === id) return [];
  const [label, href] = where;
  return [{ label, icon: <IconLink size={16} aria-hidden />, href: href(aboutId), value: 'Open' }];
}

/** One request: what exactly is asked for, by whom and why, and what became of it. */
export const ApprovalScreen = (): ReactNode => (
  <RecordScreen
    record={approval}
    parts={(one) => ({
      title: APPROVAL_KINDS[one.kind as ApprovalKind],
      chips: <StatusChip status={one.status} tones={approvals.columns.status.tones} />,
      date: one.createdDate,
      more: one.asked.length ? (
        <DetailCard title="What exactly">
          <Fields fields={one.asked.map((line) => ({ label: line.what, value: saidOf(line) }))} />
        </DetailCard>
      ) : null,
    })}
    links={linksOf}
    cells={cells}
    icons={icons}
  />
);
