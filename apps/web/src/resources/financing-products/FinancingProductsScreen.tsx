import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { financingProducts } from '@paydesk/contract/resources/financing-products.ts';
import { paths } from '../../paths.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { NewProduct } from './NewProduct.tsx';
import { IconBuildingBank } from '../../ui/icons.ts';

type Row = RowOf<typeof financingProducts.columns>;

const columns = {
  code: { mono: true, width: 104 },
  name: { width: 104 },
  minAmount: { width: 98 },
  maxAmount: { width: 100 },
  interestRate: { width: 104 },
};

const iconLinks = [
  {
    label: 'Institution',
    icon: <IconBuildingBank size={16} aria-hidden />,
    to: ({ financingInstitutionId }: Row) => paths.financingInstitution(financingInstitutionId),
  },
];

const rowLink = ({ id }: Row) => paths.financingProduct(id);

/** FI-12 */
export function FinancingProductsScreen() {
  return (
    <ListScreen
      resource={financingProducts}
      columns={columns}
      rowLink={rowLink}
      iconLinks={iconLinks}
      actions={<NewProduct />}
      nothingYet="There is no financing product. An institution lends by its products: add the institution first, then a product of it."
    />
  );
}
