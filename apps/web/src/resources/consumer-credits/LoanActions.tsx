import { useId, useState } from 'react';
import {
  loan,
  type ConsumerCredit,
} from '@paydesk/contract/resources/consumer-credits/endpoints.ts';
import {
  LOAN_ACTIONS,
  type LoanActionName,
} from '@paydesk/contract/resources/consumer-credits/loan-actions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { ActionButton, ActionMenu } from '../../platform/ActionButton.tsx';
import { specOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { useActor } from '../../platform/session.ts';
import styles from './consumer-credits.module.css';
import { RefundButton } from './Refunds.tsx';

/** What its customer asks for, which ends it: rare, and not to be hit by chance. */
const RARE: ReadonlySet<string> = new Set<LoanActionName>(['withdraw', 'repay']);

const names = Object.keys(LOAN_ACTIONS) as LoanActionName[];

const specFor = (name: LoanActionName, one: ConsumerCredit) =>
  specOf(loan, `POST /api/financing/consumer-credits/{id}/actions/${name}`, one);

/** 'Loan actions', where the actions of every record are (LN-13). */
export function LoanActions({ loan }: { loan: ConsumerCredit }) {
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <h2 id={title} className={styles.srOnly}>
        Loan actions
      </h2>
      <RefundButton loan={loan} />
      <StepActions loan={loan} />
    </section>
  );
}

/** What can be done to a loan that lives: its next steps as buttons, the rest behind '…', each with its reason. */
function StepActions({ loan: one }: { loan: ConsumerCredit }) {
  const actor = useActor();
  const [now] = useState(() => new Date());
  if (!one.live) return null;
  const offered = names.filter((name) => isAllowed(actor, LOAN_ACTIONS[name].asks));
  const [possible, others] = [true, false].map((wanted) =>
    offered.filter(
      (name) => (!RARE.has(name) && LOAN_ACTIONS[name].whyNot(one, now, actor) === null) === wanted,
    ),
  );
  return (
    <>
      {possible!.map((name) => (
        <ActionButton key={name} {...specFor(name, one)} />
      ))}
      {others!.length ? (
        <ActionMenu label="More actions" actions={others!.map((name) => specFor(name, one))} />
      ) : null}
    </>
  );
}
