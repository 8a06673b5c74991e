import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AUDIENCES, ROLES } from '@paydesk/contract/permissions.ts';
import { profileFields } from '@paydesk/contract/resources/session/profile.ts';
import { call } from '../../platform/api.ts';
import { useCall } from '../../platform/query.ts';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { DetailScreen } from '../../platform/DetailScreen/DetailScreen.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { MayDo } from '../../platform/MayDo.tsx';
import { notify } from '../../platform/notify.tsx';
import { PendingEmail } from '../../platform/PendingEmail.tsx';
import { meQuery, refreshMe, useActor, type Me } from '../../platform/session.ts';
import { PasskeysCard } from './PasskeysCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import classes from './session.module.css';
import { SessionsCard } from './SessionsCard.tsx';

/** AU-31 */
export function ProfileScreen(): ReactNode {
  const query = useQuery(meQuery);
  const staff = AUDIENCES.staff(useActor());
  return (
    <DetailScreen query={query}>
      {(me) => ({
        title: `${me.firstName} ${me.lastName}`.trim(),
        tabTitle: 'Profile',
        note: `${me.email} · ${ROLES[me.userRole]}`,
        main: (
          <>
            <WaitingAddress me={me} />
            <UserDetails me={me} />
            <PasswordCard />
            <SecondFactorCard />
            <PasskeysCard />
            <SessionsCard />
          </>
        ),
        aside: (
          <>
            {!staff && <EmployeeDetails />}
            <MayDo person={me} />
          </>
        ),
      })}
    </DetailScreen>
  );
}

/** The own address that is to be another one (AM-120). */
function WaitingAddress({ me }: { me: Me }): ReactNode {
  const client = useQueryClient();
  if (!me.pendingEmail) return null;
  return (
    <PendingEmail
      email={me.email}
      pendingEmail={me.pendingEmail}
      withdraw={async () => {
        await call('DELETE /api/users/me/pending-email');
        await refreshMe(client);
      }}
    />
  );
}

/** AU-35..41 */
function UserDetails({ me }: { me: Me }): ReactNode {
  const client = useQueryClient();
  return (
    <DetailCard title="User Details">
      <div className={classes.narrow}>
        <FieldsForm
          fields={profileFields}
          initial={{
            firstName: me.firstName,
            lastName: me.lastName,
            phoneNumber: me.phoneNumber ?? '',
            email: me.email,
          }}
          autoComplete={{ firstName: 'given-name', lastName: 'family-name', phoneNumber: 'tel' }}
          focus={false}
          submitLabel="Save"
          onSubmit={async (values, readAs) => {
            await call('PUT /api/users/me', { body: { ...me, ...values, readAs } });
            await refreshMe(client);
            notify.success('User successfully updated.');
          }}
        />
      </div>
    </DetailCard>
  );
}

/** AU-32..34: whoever works for a merchant; what it says comes from there. */
function EmployeeDetails(): ReactNode {
  const { data } = useCall('GET /api/users/me/company');
  return (
    <DetailCard title="Employee Details">
      <Fields
        narrow
        fields={[
          { label: 'Company', value: data?.companyName },
          { label: 'Position', value: data?.position },
          { label: 'Role', value: data && ROLES[data.role] },
        ]}
      />
    </DetailCard>
  );
}
