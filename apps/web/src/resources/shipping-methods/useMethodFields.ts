import { shippingMethodFields } from '@paydesk/contract/resources/shipping-methods.ts';
import { KEPT, useCall } from '../../platform/query.ts';

/** The fields of a method with the generic methods to choose from (SM-21); undefined until they are known. */
export function useMethodFields() {
  const { data } = useCall('GET /api/shipping/methods', {}, { meta: KEPT, staleTime: Infinity });
  if (!data) return undefined;
  const enumeration = Object.fromEntries(data.map(({ id, name }) => [id, name]));
  return {
    ...shippingMethodFields,
    shippingMethodId: { ...shippingMethodFields.shippingMethodId, enumeration },
  };
}
