import type { ReactNode } from 'react';
import {
  PERMISSIONS,
  ROLE_PERMISSIONS,
  ROLES,
  USER_STATUSES,
  type Permission,
  type UserRole,
  type UserStatus,
} from '@paydesk/contract/permissions.ts';
import { decide } from '@paydesk/contract/policy.ts';
import { IconCheck, IconX } from '../ui/icons.ts';
import { DetailCard } from './DetailScreen/blocks.tsx';
import classes from './MayDo.module.css';

interface Person {
  userRole: UserRole;
  userPermissions: readonly Permission[];
  status: { name: string };
}

/** What a person may do, and why: by the role, beyond it, or not in spite of it. */
export function MayDo({ person }: { person: Person }): ReactNode {
  const { userRole, userPermissions, status } = person;
  const byRole = ROLE_PERMISSIONS[userRole];
  const shown = (Object.keys(PERMISSIONS) as Permission[]).filter(
    (permission) => userPermissions.includes(permission) || byRole.includes(permission),
  );
  const idle = status.name !== 'ACTIVATED';
  return (
    <DetailCard title="May do" count={userPermissions.length}>
      <p className={classes.words}>
        {idle
          ? `Nothing now: the account is ${USER_STATUSES[status.name as UserStatus].toLowerCase()}. Once it is activated, what a ${ROLES[userRole]} holds:`
          : `As a ${ROLES[userRole]}:`}
      </p>
      <ul className={classes.list} data-idle={idle || undefined}>
        {shown.map((permission) => {
          const decision = decide(
            { userRole, permissions: userPermissions },
            { anyOf: [permission] },
          );
          const unusual = decision.allowed !== byRole.includes(permission);
          return (
            <li key={permission} data-held={decision.allowed}>
              {decision.allowed ? (
                <IconCheck size={16} aria-hidden />
              ) : (
                <IconX size={16} aria-hidden />
              )}
              <span title={decision.reason}>
                {PERMISSIONS[permission]}
                {unusual && (
                  <small>
                    {decision.allowed
                      ? 'Given beyond the role'
                      : 'Taken away, though the role has it'}
                  </small>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </DetailCard>
  );
}
