import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { inviteStaff } from '@paydesk/contract/resources/users/invite.ts';
import { users } from '@paydesk/contract/resources/users/lists.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { useActor } from '../../platform/session.ts';
import { IconBuildingStore, IconPlus } from '../../ui/icons.ts';
import { userRole } from './columns.ts';

type Row = RowOf<typeof users.columns>;

const columns = { status: { width: 204 }, userRole };

const rowLink = (row: Row) => paths.user(row.id);

const iconLinks = [
  {
    label: 'Merchant',
    icon: <IconBuildingStore size={16} aria-hidden />,
    to: ({ merchantId }: Row) => (merchantId ? paths.merchantById(merchantId) : null),
  },
];

/** Everybody, for staff; who works for the provider is invited from here. */
export function UsersScreen() {
  const invite = isAllowed(useActor(), inviteStaff.asks) ? (
    <LinkButton variant="primary" icon={<IconPlus size={16} aria-hidden />} href={paths.addUser()}>
      {inviteStaff.label}
    </LinkButton>
  ) : null;
  return (
    <ListScreen
      resource={users}
      nothingYet="No users yet. Invite somebody, and they get an email to choose a password."
      columns={columns}
      rowLink={rowLink}
      iconLinks={iconLinks}
      actions={invite}
    />
  );
}
