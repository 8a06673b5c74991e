import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  refundRequest,
  type RefundRequestState,
} from '@paydesk/contract/resources/consumer-credits/refund-requests.ts';
import { ActionMenu } from '../../platform/ActionButton.tsx';
import { specsOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { IconBuildingBank, IconRefresh, IconX } from '../../ui/icons.ts';

const icons = {
  'POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/cancel': (
    <IconX size={16} aria-hidden />
  ),
  'POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/ask': (
    <IconBuildingBank size={16} aria-hidden />
  ),
  'POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/send-again': (
    <IconRefresh size={16} aria-hidden />
  ),
};

/** What can be done to a request while it waits, on its loan and in the list of all. */
export const RequestMenu = ({ request }: { request: RefundRequestState & { amount: number } }) =>
  request.status.name === 'REQUESTED' ? (
    <ActionMenu
      quiet
      label={`Actions for the request for ${formatAmount(request.amount)} EUR`}
      actions={specsOf(refundRequest, request as never, icons)}
    />
  ) : (
    <span />
  );
