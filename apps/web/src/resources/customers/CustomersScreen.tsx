import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { customers } from '@paydesk/contract/resources/customers/lists.ts';
import { paths } from '../../paths.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';

const columns = { email: { width: 240 }, personalId: { mono: true, width: 116 } };

const rowLink = ({ id }: RowOf<typeof customers.columns>) => paths.customer(id);

/** CU-01 */
export function CustomersScreen() {
  return <ListScreen resource={customers} columns={columns} rowLink={rowLink} />;
}
