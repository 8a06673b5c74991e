import type { ReactNode } from 'react';
import { AUDIENCES, ROLES, type Actor } from '@paydesk/contract/permissions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  CREATED,
  userState,
  withdrawEmail,
  type UserDetail,
} from '@paydesk/contract/resources/users/actions.ts';
import { userHistory } from '@paydesk/contract/resources/users/history.ts';
import { useRouteParams } from '../../platform/route-state.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { CreatedMessage } from '../../platform/CreatedMessage.tsx';
import {
  DetailCard,
  Fields,
  Note,
  RecordCard,
  RelatedLinks,
  type RelatedLink,
} from '../../platform/DetailScreen/blocks.tsx';
import { DetailScreen, type DetailParts } from '../../platform/DetailScreen/DetailScreen.tsx';
import { MayDo } from '../../platform/MayDo.tsx';
import { PendingEmail } from '../../platform/PendingEmail.tsx';
import { useCall, useRefresh } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { CopyText } from '../../ui/Copy.tsx';
import { IconBuildingStore, IconUsers } from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import { UserActions } from './actions.tsx';

/** One person: who they are, what they may do, and what can be done about them (RT-26, EM-02). */
export function UserScreen(): ReactNode {
  const { userId: id } = useRouteParams<'user'>();
  const actor = useActor();
  const query = useCall('GET /api/users/{id}', { params: { id } });
  return <DetailScreen query={query}>{(user) => partsOf(user, actor)}</DetailScreen>;
}

function partsOf(user: UserDetail, actor: Actor): DetailParts {
  const staff = AUDIENCES.staff(actor);
  return {
    title: `${user.firstName} ${user.lastName}`,
    chips: <StatusChip status={user.status} />,
    id: user.id,
    note: ROLES[user.userRole],
    actions: <UserActions user={user} />,
    history: { of: userHistory, id: user.id },
    main: (
      <>
        <WaitingAddress user={user} />
        <CreatedMessage message={CREATED} />
        {user.status.name === 'NOT_ACTIVATED' ? (
          <Note tone="info">
            Invited, and has not chosen a password yet. The link in the mail works once.
          </Note>
        ) : null}
        <DetailCard title="Details">
          <Fields
            fields={[
              { label: 'First Name', value: user.firstName },
              { label: 'Last Name', value: user.lastName },
              { label: 'Email', value: user.email, copy: user.email },
              { label: 'Phone', value: user.phoneNumber, copy: user.phoneNumber ?? '' },
              { label: 'Position', value: user.position },
              {
                label: 'Description',
                value: user.description ? <CopyText text={user.description} /> : null,
              },
              { label: 'Role', value: ROLES[user.userRole] },
              { label: 'Status', value: user.status.description },
              ...(staff ? [{ label: 'Merchant', value: user.merchantName }] : []),
              { label: 'Last Login', value: <DateTime value={user.lastLoginDate} /> },
            ]}
          />
        </DetailCard>
      </>
    ),
    aside: (
      <>
        {staff ? (
          <DetailCard flush title="Related">
            <RelatedLinks links={linksOf(user)} />
          </DetailCard>
        ) : null}
        <RecordCard of={user} keys={['createdDate', 'createdBy', 'updatedDate', 'updatedBy']} />
        <MayDo person={user} />
      </>
    ),
  };
}

/** What a rule that looks at no clock is given. */
const NOW = new Date(0);

/** An address that is to be another one, for those who see the person (AM-120). */
function WaitingAddress({ user }: { user: UserDetail }): ReactNode {
  const actor = useActor();
  const refresh = useRefresh();
  const { id, email, pendingEmail } = user;
  if (!pendingEmail) return null;
  const may =
    isAllowed(actor, withdrawEmail.asks) && !withdrawEmail.whyNot(userState(user, actor), NOW);
  const withdraw = async () => {
    await call('DELETE /api/users/{id}/pending-email', { params: { id } });
    await refresh();
  };
  return (
    <PendingEmail email={email} pendingEmail={pendingEmail} withdraw={may ? withdraw : undefined} />
  );
}

/** The way back for staff who came from the merchant. */
function linksOf({ merchantId, merchantName }: UserDetail): RelatedLink[] {
  const reason = 'Staff belong to no merchant';
  return [
    {
      label: 'Merchant',
      icon: <IconBuildingStore size={16} aria-hidden />,
      href: merchantId && paths.merchantById(merchantId),
      value: merchantName,
      reason,
    },
    {
      label: 'Colleagues',
      icon: <IconUsers size={16} aria-hidden />,
      href: merchantId && paths.merchantById(merchantId, { tab: 'employees' }),
      reason,
    },
  ];
}
