import type { ReactNode } from 'react';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import {
  deliveryCompanies,
  deliveryCompany,
  deliveryMerchants,
  deliveryMethod,
  deliveryMethods,
} from '@paydesk/contract/resources/delivery/lists.ts';
import { paths } from '../../paths.ts';
import { renderValue } from '../../platform/ListScreen/cells.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { companyColumns, toCompany, toMethod } from './shared.ts';

/** DL-02 */
export function DeliveryCompaniesScreen(): ReactNode {
  return (
    <ListScreen
      resource={deliveryCompanies}
      record={deliveryCompany}
      columns={companyColumns}
      rowLink={toCompany}
      nothingYet="There is no delivery company. Add the first one, then the methods that it offers."
    />
  );
}

/** DL-01 */
export function DeliveryMethodsScreen(): ReactNode {
  return (
    <ListScreen
      resource={deliveryMethods}
      record={deliveryMethod}
      rowLink={toMethod}
      nothingYet="There is no delivery method. Add one, then say which companies offer it."
    />
  );
}

type Agreed = RowOf<typeof deliveryMerchants.columns>;

const { merchantName, deliveryMethod: methodName } = deliveryMerchants.columns;
const columns = {
  merchantName: {
    cell: (row: Agreed) =>
      renderValue(merchantName, row.merchantName, paths.merchantById(row.merchantId)),
  },
  deliveryMethod: {
    cell: ({ deliveryMethod: name, deliveryMethodId: id }: Agreed) =>
      renderValue(methodName, name, id ? paths.deliveryMethod(id) : undefined),
  },
};

/** DL-06 */
export function DeliveryMerchantsScreen(): ReactNode {
  return (
    <ListScreen
      resource={deliveryMerchants}
      nothingYet="No delivery agreements yet. Add one on the merchant’s screen."
      columns={columns}
    />
  );
}
