import type { ReactNode } from 'react';
import { AMOUNTS, amountNames, counts } from '@paydesk/contract/amounts.ts';
import { counted } from '@paydesk/contract/kernel/many.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  PERMISSIONS,
  ROLE_PERMISSIONS,
  ROLES,
  USER_STATUSES,
  type Amounts,
  type Permission,
  type UserRole,
  type UserStatus,
} from '@paydesk/contract/permissions.ts';
import { decide } from '@paydesk/contract/policy.ts';
import {
  groupedRights,
  permissionsInOrder,
  permissionsLeft,
  RIGHT_WORDS,
  rightsHeld,
  type GivenRight,
} from '@paydesk/contract/rights.ts';
import { IconCheck, IconX } from '../ui/icons.ts';
import { DetailCard } from './DetailScreen/blocks.tsx';
import classes from './MayDo.module.css';

const whyHeld = (role: UserRole, permission: Permission) =>
  ROLE_PERMISSIONS[role].includes(permission)
    ? `${permission}, which every ${ROLES[role]} has.`
    : `${permission}, given beyond the role ${ROLES[role]}.`;

interface Person {
  userRole: UserRole;
  userPermissions: readonly Permission[];
  status: { name: string };
  /** Of a role of a firm's own: what it holds, and its name. */
  roleRights?: readonly GivenRight[] | null;
  roleName?: string | null;
  roleRefundUpTo?: number | null;
  roleReverseUpTo?: number | null;
  /** The same of who is signed in. */
  role?: (Amounts & { name: string }) | null;
}

/** How much at once, of what the role leaves at all. */
const amountsOf = ({ role, roleRights, ...person }: Person) =>
  amountNames.flatMap((name) => {
    const most =
      role?.[name] ?? (name === 'refundUpTo' ? person.roleRefundUpTo : person.roleReverseUpTo);
    const held = !roleRights || counts(name, roleRights);
    return most && held ? [`${AMOUNTS[name].label} ${formatAmount(most)} at once`] : [];
  });

const Held = ({ children }: { children: ReactNode }) => (
  <li data-held>
    <IconCheck size={16} aria-hidden />
    <span>{children}</span>
  </li>
);

/** What a person may do, as the menu has it; and why: by the role, beyond it, or not in spite of it. */
export function MayDo({
  person,
  children,
}: {
  person: Person;
  /** What can be done with it. */
  children?: ReactNode;
}): ReactNode {
  const { userRole, status, roleRights, roleName } = person;
  const userPermissions = roleRights
    ? permissionsLeft(person.userPermissions, roleRights)
    : person.userPermissions;
  const byRole = ROLE_PERMISSIONS[userRole];
  const shown = permissionsInOrder()
    .filter((permission) => userPermissions.includes(permission) || byRole.includes(permission))
    .map((permission) => {
      const decision = decide({ userRole, permissions: userPermissions }, { anyOf: [permission] });
      return { permission, decision, unusual: decision.allowed !== byRole.includes(permission) };
    });
  const rights = rightsHeld({ userRole, permissions: userPermissions, roleRights });
  const amounts = amountsOf(person);
  const idle = status.name !== 'ACTIVATED';
  return (
    <DetailCard title="Can do" count={rights.length}>
      <p className={classes.words}>
        {idle
          ? `Nothing now: the account is ${USER_STATUSES[status.name as UserStatus].toLowerCase()}. Once it is activated, what a ${ROLES[userRole]} holds:`
          : `As a ${ROLES[userRole]}:`}
      </p>
      {/* above what may be long */}
      <div className={classes.actions}>{children}</div>
      {groupedRights(rights).map(({ group, title, of }) => (
        <section key={group} className={classes.group}>
          <h3>{title}</h3>
          <ul className={classes.list} data-idle={idle || undefined}>
            {of.map((right) => (
              <Held key={right}>{RIGHT_WORDS[right]}</Held>
            ))}
          </ul>
        </section>
      ))}
      {amounts.length ? (
        <ul className={`${classes.list} ${classes.group}`}>
          {amounts.map((words) => (
            <Held key={words}>
              {words}
              <small>{`Said by “${person.roleName ?? person.role?.name}”`}</small>
            </Held>
          ))}
        </ul>
      ) : null}
      <details
        className={classes.permissions}
        // what differs from the role is read without being looked for
        open={shown.some(({ unusual }) => unusual) || undefined}
      >
        <summary>{counted(userPermissions.length, 'permission')}</summary>
        <ul className={classes.list} data-idle={idle || undefined}>
          {shown.map(({ permission, decision, unusual }) => (
            <li key={permission} data-held={decision.allowed}>
              {decision.allowed ? (
                <IconCheck size={16} aria-hidden />
              ) : (
                <IconX size={16} aria-hidden />
              )}
              <span title={decision.allowed ? whyHeld(userRole, permission) : decision.reason}>
                {PERMISSIONS[permission]}
                {unusual && (
                  <small>
                    {decision.allowed
                      ? 'Granted beyond the role'
                      : roleName && person.userPermissions.includes(permission)
                        ? `Left out by “${roleName}”`
                        : 'Removed from this person'}
                  </small>
                )}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </DetailCard>
  );
}
