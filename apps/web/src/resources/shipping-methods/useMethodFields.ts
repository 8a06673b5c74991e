import { useQuery } from '@tanstack/react-query';
import { shippingMethodFields } from '@paydesk/contract/resources/shipping-methods.ts';
import { call } from '../../platform/api.ts';
import { KEPT } from '../../platform/query.ts';

/** The fields of a method with the generic methods to choose from (SM-21); undefined until they are known. */
export function useMethodFields() {
  const { data } = useQuery({
    queryKey: ['GET /api/shipping/methods'],
    meta: KEPT,
    queryFn: ({ signal }) => call('GET /api/shipping/methods', { signal }),
    staleTime: Infinity,
  });
  if (!data) return undefined;
  const enumeration = Object.fromEntries(data.map(({ id, name }) => [id, name]));
  return {
    ...shippingMethodFields,
    shippingMethodId: { ...shippingMethodFields.shippingMethodId, enumeration },
  };
}
