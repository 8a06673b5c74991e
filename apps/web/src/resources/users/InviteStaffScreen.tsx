import type { ReactNode } from 'react';
import { decide } from '@paydesk/contract/policy.ts';
import { inviteStaff } from '@paydesk/contract/resources/users/invite.ts';
import { staffFields } from '@paydesk/contract/resources/users/fields.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { NotYours } from '../../platform/NotYours.tsx';
import { useActor } from '../../platform/session.ts';
import { useRoleChoice } from './role-choice.ts';
import { NewPerson } from './NewPerson.tsx';

const TITLE = 'Invite user';

/** Adds somebody who works for the provider. */
export function InviteStaffScreen(): ReactNode {
  const choice = useRoleChoice(['BACKOFFICE_ADMIN', 'BACKOFFICE_TECHNICAL'], null);
  const { roleId: _chosen, ...own } = staffFields;
  const fields = { ...own, userRole: choice.field } as typeof own;
  const decision = decide(useActor(), inviteStaff.asks);
  if (!decision.allowed) return <NotYours title={TITLE} {...decision} />;
  return (
    <NewPerson
      title={TITLE}
      fields={fields}
      initial={{}}
      back={paths.users()}
      create={(values) => call('POST /api/users', { body: choice.parted(values) as never })}
    />
  );
}
