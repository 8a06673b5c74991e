import type { ReactNode } from 'react';
import { fullName } from '@paydesk/contract/kernel/full-name.ts';
import { AUDIENCES, ROLES, type UserRole } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { whyNotViewAs } from '@paydesk/contract/view-as.ts';
import { grantedRole, withdrawEmail } from '@paydesk/contract/resources/users/actions.ts';
import { CREATED } from '@paydesk/contract/resources/users/fields.ts';
import { user, type UserDetail } from '@paydesk/contract/resources/users/record.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { CreatedMessage } from '../../platform/CreatedMessage.tsx';
import { Note, RecordCard, type RelatedLink } from '../../platform/DetailScreen/blocks.tsx';
import { specOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { MayDo } from '../../platform/MayDo.tsx';
import { ViewAsButton } from '../../platform/ViewAsButton.tsx';
import { PendingEmail } from '../../platform/PendingEmail.tsx';
import { useRefresh } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { useRoleChoice } from './role-choice.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { CopyText } from '../../ui/Copy.tsx';
import {
  IconBan,
  IconBuildingStore,
  IconCircleCheck,
  IconLogout,
  IconMailForward,
  IconPencil,
  IconShieldMinus,
  IconShieldPlus,
  IconTrash,
  IconUsers,
} from '../../ui/icons.ts';

type Key = keyof typeof user.actions;

const EDIT: Key = 'PUT /api/users/{id}';
const WITHDRAW: Key = 'DELETE /api/users/{id}/pending-email';
const BLOCK: Key = 'POST /api/users/{id}/actions/block';
const ACTIVATE: Key = 'POST /api/users/{id}/actions/activate';
const INVITE: Key = 'POST /api/users/{id}/actions/resendInvitation';
const END_SESSIONS: Key = 'POST /api/users/{id}/actions/end-sessions';
const FACTOR_OFF: Key = 'POST /api/users/{id}/actions/take-off-factor';
const SET_ROLE: Key = 'POST /api/users/{id}/actions/set-role';
const GRANT: Key = 'POST /api/users/{id}/actions/grant-administrator';
const REVOKE: Key = 'POST /api/users/{id}/actions/revoke-administrator';
const DELETE: Key = 'DELETE /api/users/{id}';

/** What stands beside 'Edit' by the person's state; all else is in the menu, with its reasons (EM-19..22). */
const OFFERED: Readonly<Record<string, Key>> = {
  ACTIVATED: BLOCK,
  BLOCKED: ACTIVATE,
  BLOCKED_SELF: ACTIVATE,
  NOT_ACTIVATED: INVITE,
};

/** One person: who they are, what they may do, and what can be done about them (RT-26, EM-02). */
export function UserScreen(): ReactNode {
  return (
    <RecordScreen
      record={user}
      parts={(person) => ({
        title: fullName(person.firstName, person.lastName),
        chips: <StatusChip status={person.status} />,
        note: person.roleName
          ? `${person.roleName}, based on ${ROLES[person.userRole]}`
          : ROLES[person.userRole],
        first: (
          <>
            <WaitingAddress user={person} />
            <CreatedMessage message={CREATED} />
            {person.status.name === 'NOT_ACTIVATED' ? (
              <Note tone="info">
                Invited, and has not chosen a password yet. The link in the mail works once.
              </Note>
            ) : null}
          </>
        ),
        aside: (
          <>
            <RecordCard
              of={person}
              keys={['createdDate', 'createdBy', 'updatedDate', 'updatedBy']}
            />
            <MayDo person={person}>
              <ViewAs person={person} />
              <ChangeRole person={person} />
            </MayDo>
          </>
        ),
      })}
      cells={{
        description: ({ description }) => ({
          value: description ? <CopyText text={description} /> : null,
        }),
      }}
      links={(person, staff) => (staff ? linksOf(person) : [])}
      menu={({ status }) =>
        [BLOCK, ACTIVATE, INVITE, END_SESSIONS, FACTOR_OFF, GRANT, REVOKE, DELETE].filter(
          (key) => key !== OFFERED[status.name],
        )
      }
      apart={({ id, ...person }, { userId }) => [
        WITHDRAW,
        // the card of what they may do has it
        SET_ROLE,
        grantedRole(person) === person.userRole ? GRANT : REVOKE,
        // nobody deletes themselves: there it is not even shown (EM-29)
        ...(id === userId ? [DELETE] : []),
      ]}
      list={({ merchantId }, actor) =>
        !AUDIENCES.staff(actor)
          ? paths.merchantEmployees()
          : merchantId
            ? paths.merchantById(merchantId, { tab: 'employees' })
            : paths.users()
      }
      icons={{
        [EDIT]: <IconPencil size={16} aria-hidden />,
        [BLOCK]: <IconBan size={16} aria-hidden />,
        [ACTIVATE]: <IconCircleCheck size={16} aria-hidden />,
        [INVITE]: <IconMailForward size={16} aria-hidden />,
        [END_SESSIONS]: <IconLogout size={16} aria-hidden />,
        [FACTOR_OFF]: <IconShieldMinus size={16} aria-hidden />,
        [GRANT]: <IconShieldPlus size={16} aria-hidden />,
        [REVOKE]: <IconShieldMinus size={16} aria-hidden />,
        [DELETE]: <IconTrash size={16} aria-hidden />,
      }}
    />
  );
}

/** For administrators: the console as this person sees it. */
function ViewAs({ person }: { person: UserDetail }): ReactNode {
  const actor = useActor();
  const { id, status } = person;
  const may = id !== actor.userId && status.name === 'ACTIVATED' && !whyNotViewAs(actor, person);
  return may ? <ViewAsButton as={{ userId: id }} /> : null;
}

/** What a rule that looks at no clock is given. */
const NOW = new Date(0);

/** An address that is to be another one, for those who see the person (AM-120). */
function WaitingAddress({ user: person }: { user: UserDetail }): ReactNode {
  const actor = useActor();
  const refresh = useRefresh();
  const { id, email, pendingEmail } = person;
  if (!pendingEmail) return null;
  const may = isAllowed(actor, withdrawEmail.asks) && !withdrawEmail.whyNot(person, NOW, actor);
  const withdraw = async () => {
    await call(WITHDRAW, { params: { id } });
    await refresh();
  };
  return (
    <PendingEmail email={email} pendingEmail={pendingEmail} withdraw={may ? withdraw : undefined} />
  );
}

/** Another role, of the built-in ones or of the own. */
function ChangeRole({ person }: { person: UserDetail }): ReactNode {
  const { merchantId, userRole, roleId } = person;
  const bases: readonly UserRole[] =
    merchantId === null
      ? ['BACKOFFICE_ADMIN', 'BACKOFFICE_TECHNICAL']
      : ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'];
  const choice = useRoleChoice(bases, merchantId);
  const spec = specOf(user, SET_ROLE, person);
  return (
    <ActionButton
      {...spec}
      action={{ ...spec.action, fields: { userRole: choice.field } }}
      initial={{ userRole: choice.value(userRole, roleId) }}
      run={(values: object, idempotencyKey) =>
        call(SET_ROLE, {
          params: { id: person.id },
          body: choice.parted(values) as never,
          idempotencyKey,
        })
      }
    />
  );
}

/** The way back for staff who came from the merchant; who works for the provider belongs to none. */
function linksOf({ merchantId, merchantName }: UserDetail): RelatedLink[] {
  if (merchantId === null) return [];
  return [
    {
      label: 'Merchant',
      icon: <IconBuildingStore size={16} aria-hidden />,
      href: paths.merchantById(merchantId),
      value: merchantName,
    },
    {
      label: 'Colleagues',
      icon: <IconUsers size={16} aria-hidden />,
      href: paths.merchantById(merchantId, { tab: 'employees' }),
    },
  ];
}
