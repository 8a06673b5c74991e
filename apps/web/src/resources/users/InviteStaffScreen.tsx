import type { ReactNode } from 'react';
import { decide } from '@paydesk/contract/policy.ts';
import { inviteStaff } from '@paydesk/contract/resources/users/actions.ts';
import { staffFields } from '@paydesk/contract/resources/users/fields.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { NotYours } from '../../platform/NotYours.tsx';
import { useActor } from '../../platform/session.ts';
import { NewPerson } from './NewPerson.tsx';

const TITLE = 'Invite somebody';

/** Adds somebody who works for the provider. */
export function InviteStaffScreen(): ReactNode {
  const decision = decide(useActor(), inviteStaff.asks);
  if (!decision.allowed) return <NotYours title={TITLE} {...decision} />;
  return (
    <NewPerson
      title={TITLE}
      fields={staffFields}
      initial={{ userRole: 'BACKOFFICE_TECHNICAL' }}
      back={paths.users()}
      create={(body) => call('POST /api/users', { body })}
    />
  );
}
