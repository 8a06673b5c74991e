import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { users } from '@paydesk/contract/resources/users/lists.ts';
import { paths } from '../../paths.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { IconBuildingStore } from '../../ui/icons.ts';

type Row = RowOf<typeof users.columns>;

const columns = { email: { width: 208 }, status: { width: 204 } };

const rowLink = (row: Row) => paths.user(row.id);

const iconLinks = [
  {
    label: 'Merchant',
    icon: <IconBuildingStore size={16} aria-hidden />,
    to: ({ merchantId }: Row) => (merchantId ? paths.merchantById(merchantId) : null),
  },
];

/** Everybody, for staff. */
export function UsersScreen() {
  return <ListScreen resource={users} columns={columns} rowLink={rowLink} iconLinks={iconLinks} />;
}
