import type { ReactNode } from 'react';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { decide } from '@paydesk/contract/policy.ts';
import {
  changesPeople,
  DEFAULT_ROLE,
  employeeFields,
  grantableRoles,
  HIRING_STATUSES,
  NOT_HIRING,
} from '@paydesk/contract/resources/users/fields.ts';
import { useRouteSearch } from '../../platform/route-state.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { Note } from '../../platform/DetailScreen/blocks.tsx';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { NotYours } from '../../platform/NotYours.tsx';
import { useCall } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { useRoleChoice } from './role-choice.ts';
import { NewPerson } from './NewPerson.tsx';
import styles from './users.module.css';

/** Adds somebody to the own merchant, or to the one that the address names (EM-03, RT-47). */
export function AddEmployeeScreen(): ReactNode {
  const actor = useActor();
  const { merchant: chosen } = useRouteSearch<'add-employee'>();
  const merchantId = chosen ?? actor.merchantId;
  const staff = AUDIENCES.staff(actor);
  const { data: merchant } = useCall(
    'GET /api/merchants/{id}',
    { params: { id: merchantId ?? '' } },
    { enabled: staff && Boolean(merchantId) },
  );
  const choice = useRoleChoice(grantableRoles(actor), merchantId);
  const decision = decide(actor, changesPeople);
  if (!decision.allowed) return <NotYours title="Add an employee" {...decision} />;
  if (!merchantId) return <ChooseMerchant />;

  const back = staff
    ? paths.merchantById(merchantId, { tab: 'employees' })
    : paths.merchantEmployees();
  const { roleId: _chosen, ...own } = employeeFields;
  const fields = { ...own, userRole: choice.field } as typeof own;
  const hires = !merchant || (HIRING_STATUSES as readonly string[]).includes(merchant.status.name);
  return (
    <NewPerson
      title={merchant ? `Add an employee of ${merchant.name}` : 'Add an employee'}
      fields={fields}
      initial={{ userRole: DEFAULT_ROLE }}
      back={back}
      create={(values) =>
        call('POST /api/user-merchant/employees', {
          body: { ...choice.parted(values), merchantId } as never,
        })
      }
    >
      {hires ? null : <Note tone="warning">{NOT_HIRING}.</Note>}
    </NewPerson>
  );
}

/** Without a merchant of one's own the address has to name one. */
function ChooseMerchant(): ReactNode {
  return (
    <section>
      <h1>Add an employee</h1>
      <div className={styles.notice}>
        <strong>For which merchant?</strong>
        <p>Open the merchant first: ‘Add employee’ is above its people.</p>
        <p className={styles.ways}>
          <LinkButton href={paths.merchants()}>Merchants</LinkButton>
        </p>
      </div>
    </section>
  );
}
