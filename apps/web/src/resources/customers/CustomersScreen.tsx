import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { customers } from '@paydesk/contract/resources/customers/lists.ts';
import { paths } from '../../paths.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';

const columns = {
  personalId: { mono: true, width: 108 },
  phone: { width: 120 },
  status: { width: 108 },
  country: { width: 92 },
  cards: { width: 60 },
};

const rowLink = ({ id }: RowOf<typeof customers.columns>) => paths.customer(id);

/** CU-01 */
export function CustomersScreen() {
  return (
    <ListScreen
      resource={customers}
      nothingYet="No customers yet. Whoever pays a merchant appears here."
      columns={columns}
      rowLink={rowLink}
    />
  );
}
