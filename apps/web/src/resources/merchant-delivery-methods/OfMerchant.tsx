import { isAllowed } from '@paydesk/contract/policy.ts';
import type { RecordOf } from '@paydesk/contract/kernel/record.ts';
import {
  agreedDelivery,
  deliveryMethodsOfMerchant,
} from '@paydesk/contract/resources/merchant-delivery-methods.ts';
import { paths } from '../../paths.ts';
import { ActionMenu } from '../../platform/ActionButton.tsx';
import { specsOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { useActor } from '../../platform/session.ts';
import { IconHistory, IconPencil, IconTrash } from '../../ui/icons.ts';

const EDIT = 'PUT /api/merchants/{id}/delivery-methods/{agreementId}';
const icons = {
  [EDIT]: <IconPencil size={16} aria-hidden />,
  'DELETE /api/merchants/{id}/delivery-methods/{agreementId}': <IconTrash size={16} aria-hidden />,
};

const iconLinks = [
  {
    label: 'Change history',
    icon: <IconHistory size={16} aria-hidden />,
    to: ({ id }: { id: string }) => paths.auditLogs({ f_entityId: id }),
  },
];

/** What one merchant has agreed with those who deliver, on its page (MB-12). */
export default function DeliveryMethodsOfMerchant({ merchantId }: { merchantId: string }) {
  const edits = isAllowed(useActor(), agreedDelivery.actions[EDIT].asks);
  const menu = (agreed: { id: string; deliveryMethod: string }) => (
    <ActionMenu
      key={agreed.id}
      quiet
      label={`Actions for ${agreed.deliveryMethod}`}
      // the list stands below the merchant and does not repeat it
      actions={specsOf(
        agreedDelivery,
        { ...agreed, merchantId } as RecordOf<typeof agreedDelivery>,
        icons,
      )}
    />
  );
  return (
    <ListScreen
      resource={deliveryMethodsOfMerchant}
      record={agreedDelivery}
      iconLinks={iconLinks}
      params={{ id: merchantId }}
      menu={edits ? menu : undefined}
      nothingYet="No delivery agreements yet. Add the first one."
    />
  );
}
