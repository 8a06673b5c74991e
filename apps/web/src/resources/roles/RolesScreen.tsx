import type { ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { createRole, roles } from '@paydesk/contract/resources/roles.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { useActor } from '../../platform/session.ts';
import { IconPlus, IconUsers } from '../../ui/icons.ts';

const rowLink = ({ id }: { id: string }) => paths.role(id);
const columns = { people: { width: 96 } } as const;

/** The roles that a firm has made for its people. */
export function RolesScreen(): ReactNode {
  const add = isAllowed(useActor(), createRole.asks) ? (
    <LinkButton variant="primary" href={paths.addRole()} icon={<IconPlus size={16} aria-hidden />}>
      {createRole.label}
    </LinkButton>
  ) : null;
  return (
    <ListScreen
      resource={roles}
      columns={columns}
      rowLink={rowLink}
      actions={
        <>
          <LinkButton href={paths.whoCanDoWhat()} icon={<IconUsers size={16} aria-hidden />}>
            Who can do what
          </LinkButton>
          {add}
        </>
      }
      nothingYet="No roles of your own yet: everybody has a built-in role with all that it can do. Make one to leave something out."
    />
  );
}
