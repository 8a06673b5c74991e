import {
  approval,
  approvals,
  approve,
  type Approval,
} from '@paydesk/contract/resources/approvals.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { paths } from '../paths.ts';
import { ActionMenu } from '../platform/ActionButton.tsx';
import { specsOf } from '../platform/DetailScreen/RecordActions.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { useActor } from '../platform/session.ts';
import { IconArrowBackUp, IconCheck, IconX } from '../ui/icons.ts';

const columns = { kind: { width: 184 }, about: { width: 144 }, status: { width: 112 } };

const rowLink = ({ aboutId }: Approval) => paths.user(aboutId);

const menu = (request: Approval) => (
  <ActionMenu
    key={request.id}
    quiet
    label={`Actions for the request of ${request.createdBy}`}
    actions={specsOf(approval, request, {
      'POST /api/approvals/{id}/actions/approve': <IconCheck size={16} aria-hidden />,
      'POST /api/approvals/{id}/actions/decline': <IconX size={16} aria-hidden />,
      'POST /api/approvals/{id}/actions/withdraw': <IconArrowBackUp size={16} aria-hidden />,
    })}
  />
);

/** What one administrator asks for and another one confirms or refuses. */
export function ApprovalsScreen() {
  const may = isAllowed(useActor(), approve.asks);
  return (
    <ListScreen
      resource={approvals}
      columns={columns}
      rowLink={rowLink}
      menu={may ? menu : undefined}
      nothingYet="Nothing waits for a second word. What an administrator asks for that needs one stands here."
    />
  );
}
