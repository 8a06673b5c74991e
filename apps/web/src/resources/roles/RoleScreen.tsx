import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AMOUNTS, amountNames, counts } from '@paydesk/contract/amounts.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { startOf } from '@paydesk/contract/kernel/record-keys.ts';
import { ROLES, type UserRole } from '@paydesk/contract/permissions.ts';
import { holdingOf } from '@paydesk/contract/holdings.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { whyNotViewAs } from '@paydesk/contract/view-as.ts';
import {
  createRole,
  role,
  roleFields,
  updateRole,
  whyNotTouch,
  type Role,
} from '@paydesk/contract/resources/roles.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { DetailCard, Fields, Note } from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { notify } from '../../platform/notify.tsx';
import { refresh } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { ViewAsButton } from '../../platform/ViewAsButton.tsx';
import { IconTrash, IconUsers } from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import { Holders } from './Holders.tsx';
import { RoleForm } from './RoleForm.tsx';
import { Rights } from './Rights.tsx';
import styles from './roles.module.css';

/** A new role, out of one that is built in. */
export function AddRoleScreen(): ReactNode {
  const router = useRouter();
  const { merchantId } = useActor();
  const of = merchantId === null ? 'BACKOFFICE_' : 'MERCHANT_';
  const bases = Object.fromEntries(
    Object.entries(ROLES).filter(([base]) => base.startsWith(of)),
  ) as typeof ROLES;
  const start: UserRole = merchantId === null ? 'BACKOFFICE_TECHNICAL' : 'MERCHANT_OPERATOR';
  return (
    <article className={styles.page}>
      <h1>New role</h1>
      <p className={styles.lead}>
        Choose what it is based on and take away what these people don’t need.
      </p>
      <DetailCard title="The role">
        <RoleForm
          fields={{ ...roleFields, base: { ...roleFields.base, enumeration: bases } }}
          start={{ base: start }}
          submitLabel="Create role"
          onCancel={() => void router.navigate({ href: paths.roles() })}
          onSubmit={async (values, nested) => {
            const body = { ...values, ...nested } as never;
            const made = await call('POST /api/roles', { body });
            notify.success(createRole.success);
            void refresh();
            await router.navigate({ href: paths.role(made.id), replace: true });
          }}
        />
      </DetailCard>
    </article>
  );
}

const UPDATE = 'PUT /api/roles/{id}';

/** One role: what it holds, who has it, and its end. */
export function RoleScreen(): ReactNode {
  return (
    <RecordScreen
      record={role}
      parts={(one) => ({
        title: one.name,
        date: one.createdDate,
        note: `Based on ${ROLES[one.base]}`,
        first: <Holds key={one.id} one={one} />,
        aside: (
          <DetailCard title="Who has it">
            <Fields
              narrow
              fields={[
                { label: 'People', value: one.people },
                { label: 'Created by', value: one.createdBy },
                { label: 'Updated', value: <DateTime value={one.updatedDate} /> },
                { label: 'Updated by', value: one.updatedBy },
              ]}
            />
            <Holders one={one} />
            <ViewAs one={one} />
          </DetailCard>
        ),
      })}
      apart={() => [UPDATE]}
      icons={{ 'DELETE /api/roles/{id}': <IconTrash size={16} aria-hidden /> }}
      links={() => [
        {
          label: 'Who can do what',
          icon: <IconUsers size={16} aria-hidden />,
          href: paths.whoCanDoWhat(),
        },
      ]}
    />
  );
}

/** For administrators: the console as somebody of this role sees it. */
function ViewAs({ one }: { one: Role }): ReactNode {
  const actor = useActor();
  const may = !whyNotViewAs(actor, { ...holdingOf(one), merchantId: one.merchantId });
  return may ? (
    <div className={styles.viewAs}>
      <ViewAsButton as={{ roleId: one.id }} />
    </div>
  ) : null;
}

function Holds({ one }: { one: Role }): ReactNode {
  const actor = useActor();
  const { id, description, base, rights } = one;
  const { base: _base, ...fields } = roleFields;
  const may = isAllowed(actor, updateRole.asks);
  const why = may ? whyNotTouch(one, actor) : null;
  return (
    <DetailCard title="The role">
      {why ? <Note tone="info">{why}.</Note> : null}
      {may && !why ? (
        <RoleForm
          fields={fields}
          start={startOf(fields, one)}
          base={base}
          rights={rights}
          merchants={new Map(one.merchants.map((id, at) => [id, one.merchantNames[at] ?? id]))}
          given={{ amounts: one, people: { names: one.peopleNames, count: one.people } }}
          submitLabel={updateRole.label}
          onSubmit={async (values, nested, readAs) => {
            const body = { ...values, ...nested, readAs } as never;
            await call(UPDATE, { params: { id }, body });
            notify.success(updateRole.success);
            await refresh();
          }}
        />
      ) : (
        <div className={styles.shown}>
          {description ? <p>{description}</p> : null}
          <Fields
            narrow
            fields={[
              ...(one.merchantNames.length
                ? [{ label: 'Merchants they reach', value: one.merchantNames.join(', ') }]
                : []),
              ...amountNames
                .filter((amount) => counts(amount, rights))
                .map((amount) => ({
                  label: AMOUNTS[amount].label,
                  value: one[amount] === null ? 'No limit' : formatAmount(one[amount]),
                })),
            ]}
          />
          <Rights base={base} held={rights} confined={one.merchants.length > 0} />
        </div>
      )}
    </DetailCard>
  );
}
