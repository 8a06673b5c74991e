import type { ReactNode } from 'react';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import {
  deliveryCompanies,
  deliveryMerchants,
  deliveryMethods,
} from '@paydesk/contract/resources/delivery/lists.ts';
import { paths } from '../../paths.ts';
import { renderValue } from '../../platform/ListScreen/cells.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { companyColumns, toCompany, toMethod } from './shared.ts';

/** DL-02 */
export function DeliveryCompaniesScreen(): ReactNode {
  return <ListScreen resource={deliveryCompanies} columns={companyColumns} rowLink={toCompany} />;
}

/** DL-01 */
export function DeliveryMethodsScreen(): ReactNode {
  return <ListScreen resource={deliveryMethods} rowLink={toMethod} />;
}

type Agreed = RowOf<typeof deliveryMerchants.columns>;

const { merchantName, deliveryMethod } = deliveryMerchants.columns;
const columns = {
  merchantName: {
    cell: (row: Agreed) =>
      renderValue(merchantName, row.merchantName, paths.merchantById(row.merchantId)),
  },
  deliveryMethod: {
    cell: ({ deliveryMethod: name, deliveryMethodId: id }: Agreed) =>
      renderValue(deliveryMethod, name, id ? paths.deliveryMethod(id) : undefined),
  },
};

/** DL-06 */
export function DeliveryMerchantsScreen(): ReactNode {
  return <ListScreen resource={deliveryMerchants} columns={columns} />;
}
