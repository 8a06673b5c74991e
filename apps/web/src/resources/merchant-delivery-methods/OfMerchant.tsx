import { deliveryMethodsOfMerchant } from '@paydesk/contract/resources/merchant-delivery-methods.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';

/** What one merchant has agreed with those who deliver, on its page (MB-12). */
export default function DeliveryMethodsOfMerchant({ merchantId }: { merchantId: string }) {
  return (
    <ListScreen
      resource={deliveryMethodsOfMerchant}
      params={{ id: merchantId }}
      nothingYet="The merchant has agreed with nobody who delivers yet."
    />
  );
}
