import type { ReactNode } from 'react';
import { MAX_PAGE_SIZE } from '@paydesk/contract/kernel/resource.ts';
import {
  financingProduct,
  newProductFields,
} from '@paydesk/contract/resources/financing-products.ts';
import { paths } from '../../paths.ts';
import { CreateButton } from '../../platform/DetailScreen/RecordActions.tsx';
import { useCall } from '../../platform/query.ts';
import { HINTS } from './hints.ts';

/** A new product, of the institution on whose screen it is asked for. */
export function NewProduct({ institutionId }: { institutionId?: string }): ReactNode {
  const { data } = useCall('GET /api/financing/financing-institutions', {
    query: { page: 0, size: MAX_PAGE_SIZE, sort: 'name,ASC' },
  });
  const fields = data && {
    ...newProductFields,
    financingInstitutionId: {
      ...newProductFields.financingInstitutionId,
      enumeration: Object.fromEntries(data.content.map(({ id, name }) => [id, name])),
    },
  };
  return (
    <CreateButton
      of={financingProduct}
      action="POST /api/financing-products"
      href={paths.financingProduct}
      fields={fields ?? null}
      initial={{ active: true, ...(institutionId && { financingInstitutionId: institutionId }) }}
      beside={{ minAmount: 'maxAmount', minTermMonths: 'maxTermMonths' }}
      hints={HINTS}
    />
  );
}
