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
import { Asked, specOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { useActor } from '../../platform/session.ts';
import styles from './consumer-credits.module.css';
import { RefundButton } from './Refunds.tsx';

/** What ends it, also what its customer asks for: not to be hit by chance. */
const RARE: ReadonlySet<string> = new Set<LoanActionName>([
  'withdraw',
  'repay',
  'refuse',
  'cancel',
]);

const isPrimary = (name: LoanActionName) => LOAN_ACTIONS[name].primary ?? false;

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

/** What can be done to a loan that lives: its one next step as a button, the rest behind '…', each with its reason. */
function StepActions({ loan: one }: { loan: ConsumerCredit }) {
  const actor = useActor();
  const [now] = useState(() => new Date());
  if (!one.live) return null;
  const offered = names.filter((name) => isAllowed(actor, LOAN_ACTIONS[name].asks));
  const [next] = offered
    .filter((name) => !RARE.has(name) && LOAN_ACTIONS[name].whyNot(one, now, actor) === null)
    .toSorted((a, b) => Number(isPrimary(b)) - Number(isPrimary(a)));
  const others = offered.filter((name) => name !== next).map((name) => specFor(name, one));
  return (
    <>
      {next ? <ActionButton key={next} {...specFor(next, one)} /> : null}
      {others.length ? <ActionMenu label="More actions" actions={others} /> : null}
      {others.map((spec) => (
        <Asked key={spec.action.label} spec={spec} />
      ))}
    </>
  );
}
