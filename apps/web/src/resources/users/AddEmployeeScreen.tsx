import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { decide } from '@paydesk/contract/policy.ts';
import {
  changesPeople,
  DEFAULT_ROLE,
  employeeFields,
  grantableRoles,
  HIRING_STATUSES,
  NOT_HIRING,
} from '@paydesk/contract/resources/users/actions.ts';
import { EMPLOYEE_ROLES } from '@paydesk/contract/resources/users/lists.ts';
import { useRouteSearch } from '../../platform/route-state.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { DetailCard, Note } from '../../platform/DetailScreen/blocks.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { NotYours } from '../../platform/NotYours.tsx';
import { useCall, useRefresh } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import styles from './users.module.css';

/** Adds somebody to the own merchant, or to the one that the address names (EM-03, RT-47). */
export function AddEmployeeScreen(): ReactNode {
  const actor = useActor();
  const { merchant: chosen } = useRouteSearch<'add-employee'>();
  const router = useRouter();
  const refresh = useRefresh();
  const merchantId = chosen ?? actor.merchantId;
  const staff = AUDIENCES.staff(actor);
  const { data: merchant } = useCall(
    'GET /api/merchants/{id}',
    { params: { id: merchantId ?? '' } },
    { enabled: staff && Boolean(merchantId) },
  );
  const decision = decide(actor, changesPeople);
  if (!decision.allowed) return <NotYours title="Add an employee" {...decision} />;
  if (!merchantId) return <ChooseMerchant />;

  const back = staff
    ? paths.merchantById(merchantId, { tab: 'employees' })
    : paths.merchantEmployees();
  const roles = grantableRoles(actor);
  const fields = {
    ...employeeFields,
    userRole: {
      ...employeeFields.userRole,
      enumeration: Object.fromEntries(
        roles.map((role) => [role, EMPLOYEE_ROLES[role]]),
      ) as typeof EMPLOYEE_ROLES,
    },
  };
  const add = async (values: ValuesOf<typeof employeeFields>) => {
    const { id } = await call('POST /api/user-merchant/employees', {
      body: { ...values, merchantId },
    });
    void refresh();
    await router.navigate({ href: paths.user(id, { created: true }), replace: true });
  };
  const hires = !merchant || (HIRING_STATUSES as readonly string[]).includes(merchant.status.name);
  return (
    <article className={styles.add}>
      <h1>{merchant ? `Add an employee of ${merchant.name}` : 'Add an employee'}</h1>
      <p className={styles.lead}>
        They get a mail with a link to choose a password, and can sign in from then on.
      </p>
      {hires ? null : <Note tone="warning">{NOT_HIRING}.</Note>}
      <DetailCard title="The person">
        <FieldsForm
          fields={fields}
          initial={{ userRole: DEFAULT_ROLE }}
          submitLabel="Create and invite"
          onSubmit={add}
          onCancel={() => void router.navigate({ href: back })}
        />
      </DetailCard>
    </article>
  );
}

/** Without a merchant of one's own the address has to name one. */
function ChooseMerchant(): ReactNode {
  return (
    <section>
      <h1>Add an employee</h1>
      <div className={styles.notice}>
        <strong>For which merchant?</strong>
        <p>Open the merchant first: ‘Add employee’ stands above its people.</p>
        <p className={styles.ways}>
          <LinkButton href={paths.merchants()}>Merchants</LinkButton>
        </p>
      </div>
    </section>
  );
}
