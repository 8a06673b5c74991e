import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import {
  ROLES,
  ROUTE_SETS,
  type Permission,
  type UserRole,
} from '@paydesk/contract/permissions.ts';
import type { PermissionRow } from '@paydesk/contract/resources/permissions.ts';
import { permissionsInOrder } from '@paydesk/contract/rights.ts';
import { paths } from '../paths.ts';
import { KEPT, useCall } from '../platform/query.ts';
import { DetailCard } from '../platform/DetailScreen/blocks.tsx';
import { DetailScreen } from '../platform/DetailScreen/DetailScreen.tsx';
import { TableScroller } from '../platform/DetailScreen/RelatedTable.tsx';
import { LinkButton } from '../platform/LinkButton.tsx';
import { ROUTES } from '../route-table.ts';
import { IconCheck } from '../ui/icons.ts';
import classes from './permissions.module.css';

const roles = Object.keys(ROLES) as UserRole[];

/** As the menu has what they open, and not as the specification counts them up. */
const ordered = (rows: readonly PermissionRow[]): PermissionRow[] => {
  const order = permissionsInOrder();
  return rows.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
};

/** The titles of the screens that the permission opens. */
function screensOf(permission: Permission): string[] {
  const titles = ROUTES.filter(
    ({ set, title }) =>
      set && title && (ROUTE_SETS[set] as readonly Permission[]).includes(permission),
  ).map(({ title }) => title!);
  return [...new Set(titles)];
}

/** Which role holds which permission, and what each opens (API-20, AM-07). */
export function PermissionsScreen(): ReactNode {
  const query = useCall('GET /api/permissions', {}, { meta: KEPT, staleTime: Infinity });
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <DetailScreen query={query}>
      {(rows) => ({
        title: 'Permissions',
        note: 'What each role holds when a person is given it. The list is kept by person and may differ: the person’s page says how.',
        // a refund and all else that is done, by the role that does it
        actions: <LinkButton href={paths.whoCanDoWhat()}>Who can do what</LinkButton>,
        main: (
          <DetailCard title={phone ? 'By permission' : 'By role'} count={rows.length} flush>
            {phone ? <ByPermission rows={ordered(rows)} /> : <Matrix rows={ordered(rows)} />}
          </DetailCard>
        ),
      })}
    </DetailScreen>
  );
}

function Matrix({ rows }: { rows: readonly PermissionRow[] }): ReactNode {
  return (
    <TableScroller caption="Roles by permissions">
      <table className={classes.matrix}>
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {roles.map((role) => (
              <th key={role} scope="col">
                {ROLES[role]}
              </th>
            ))}
            <th scope="col">Opens</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">
                {row.description}
                <code>{row.name}</code>
              </th>
              {roles.map((role) => (
                <td key={role}>
                  <span className={classes.srOnly}>{row.roles.includes(role) ? 'Yes' : 'No'}</span>
                  {row.roles.includes(role) ? (
                    <IconCheck size={18} aria-hidden />
                  ) : (
                    <span aria-hidden>–</span>
                  )}
                </td>
              ))}
              <td>
                <Opens row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroller>
  );
}

/** On a phone, where five columns have no room: who holds it stands below each. */
function ByPermission({ rows }: { rows: readonly PermissionRow[] }): ReactNode {
  return (
    <ul className={classes.list}>
      {rows.map((row) => {
        const holders = roles.filter((role) => row.roles.includes(role));
        return (
          <li key={row.name}>
            <h3>
              {row.description}
              <code>{row.name}</code>
            </h3>
            <p>{holders.length ? holders.map((role) => ROLES[role]).join(', ') : 'No role'}</p>
            <Opens row={row} />
          </li>
        );
      })}
    </ul>
  );
}

function Opens({ row }: { row: PermissionRow }): ReactNode {
  const screens = screensOf(row.name);
  const words = [
    screens.length && `${screens.length} ${screens.length === 1 ? 'screen' : 'screens'}`,
    row.calls.length && `${row.calls.length} ${row.calls.length === 1 ? 'call' : 'calls'}`,
  ].filter(Boolean);
  if (!words.length) return <span className={classes.none}>Nothing yet</span>;
  return (
    <details className={classes.opens}>
      <summary>{words.join(', ')}</summary>
      {screens.length > 0 && <p>{screens.join(', ')}</p>}
      <ul>
        {row.calls.map(({ key, summary }) => (
          <li key={key}>
            <code>{key}</code> {summary}
          </li>
        ))}
      </ul>
    </details>
  );
}
