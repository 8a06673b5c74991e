import type { ReactNode } from 'react';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { changesPeople } from '@paydesk/contract/resources/users/fields.ts';
import { employees } from '@paydesk/contract/resources/users/lists.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { can, useActor } from '../../platform/session.ts';
import { IconPlus } from '../../ui/icons.ts';
import { peopleColumns } from './columns.ts';
import styles from './users.module.css';

const rowLink = ({ id }: { id: string }) => paths.user(id);

/** The people of the own merchant (RT-17, EM-01). */
export function EmployeesScreen(): ReactNode {
  const actor = useActor();
  if (actor.merchantId === null) return <NoMerchant staff={AUDIENCES.staff(actor)} />;
  return (
    <ListScreen
      resource={employees}
      nothingYet="No colleagues yet. Add somebody, and they get an email to choose a password."
      columns={peopleColumns}
      rowLink={rowLink}
      actions={
        isAllowed(actor, changesPeople) ? (
          <>
            {can(actor, 'ROLES', 'roles') ? (
              <LinkButton href={paths.roles()}>Roles</LinkButton>
            ) : null}
            <LinkButton
              variant="primary"
              icon={<IconPlus size={16} aria-hidden />}
              href={paths.addEmployee()}
            >
              Create
            </LinkButton>
          </>
        ) : null
      }
    />
  );
}

/** Staff belong to no merchant: where the people are instead (AM-41). */
function NoMerchant({ staff }: { staff: boolean }): ReactNode {
  return (
    <section>
      <h1>Employees</h1>
      <div className={styles.notice}>
        <strong>You belong to no merchant</strong>
        <p>So there are no employees of your own here.</p>
        {staff ? (
          <>
            <p>A merchant’s people are on its own page. Each of these leads there.</p>
            <p className={styles.ways}>
              <LinkButton href={paths.users()}>All users</LinkButton>
              <LinkButton href={paths.merchants()}>Merchants</LinkButton>
            </p>
          </>
        ) : null}
      </div>
    </section>
  );
}
