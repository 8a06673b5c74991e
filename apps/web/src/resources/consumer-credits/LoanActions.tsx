import { useState } from 'react';
import type { Key } from '@paydesk/contract/index.ts';
import type { ConsumerCredit } from '@paydesk/contract/resources/consumer-credits/endpoints.ts';
import {
  LOAN_ACTIONS,
  type LoanAction,
  type LoanActionName,
} from '@paydesk/contract/resources/consumer-credits/loan-actions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { ActionButton, ActionMenu, type AnyActionSpec } from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import { useActor } from '../../platform/session.ts';

const names = Object.keys(LOAN_ACTIONS) as LoanActionName[];

function specOf(name: LoanActionName, loan: ConsumerCredit): AnyActionSpec {
  const action: LoanAction = LOAN_ACTIONS[name];
  const { title, consequence, submit } = action.dialog;
  return {
    action,
    record: loan,
    title,
    intro: <p>{consequence}</p>,
    submitLabel: submit,
    danger: action.danger ?? false,
    primary: action.primary ?? false,
    run: (body: object) =>
      call(`POST /api/financing/consumer-credits/{id}/actions/${name}` as Key, {
        params: { id: loan.id } as never,
        body: body as never,
      }),
  } as unknown as AnyActionSpec;
}

/** What can be done to a loan that lives: what is possible now as buttons, the rest behind '…' with its reason. */
export function StepActions({ loan }: { loan: ConsumerCredit }) {
  const actor = useActor();
  const [now] = useState(() => new Date());
  if (!loan.live) return null;
  const offered = names.filter((name) => isAllowed(actor, LOAN_ACTIONS[name].asks));
  const [possible, others] = [true, false].map((wanted) =>
    offered.filter((name) => (LOAN_ACTIONS[name].whyNot(loan, now, actor) === null) === wanted),
  );
  return (
    <>
      {possible!.map((name) => (
        <ActionButton key={name} {...specOf(name, loan)} />
      ))}
      {others!.length ? (
        <ActionMenu label="More actions" actions={others!.map((name) => specOf(name, loan))} />
      ) : null}
    </>
  );
}
