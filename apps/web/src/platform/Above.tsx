import { Suspense, useEffect, type ComponentType, type ReactNode } from 'react';
import { files } from './exports/list.ts';
import { late } from './late.tsx';
import { leaving } from './leave.ts';
import { Notifications } from './notify.tsx';
import { idleEndStore } from './session-store.ts';
import { secondPerson } from './second-person.ts';
import { stepUp } from './step-up.ts';
import { useStore } from './store.ts';

const ExportsPanel = late(() => import('./exports/ExportsPanel.tsx'));

/** What asks something: where its code can't be had it is answered otherwise, and the screen below stays. */
const asking = <P,>(load: () => Promise<{ default: ComponentType<P> }>, otherwise: () => void) =>
  late(load, () => {
    useEffect(otherwise, []);
    return null;
  });
const IdleDialog = asking(
  () => import('./IdleDialog.tsx'),
  // the session ends when it does, and what is typed is kept
  () => undefined,
);
const LeaveDialog = asking(
  () => import('./LeaveDialog.tsx'),
  () => leaving.answer(confirm('Discard what you typed?')),
);
const SecondPersonDialog = asking(
  () => import('./SecondPersonDialog.tsx'),
  () => secondPerson.answer(null),
);
const StepUpDialog = asking(
  () => import('./StepUpDialog.tsx'),
  () => stepUp.answer(false),
);

/**
 * What stands above every screen, mounted once: the question for a new code or the password, the one why
 * another person should agree, the one before
 * what is typed is lost, the end of an idle session, files on their way, and how things ended.
 */
export function Above(): ReactNode {
  const proof = useStore(stepUp.open);
  const agreed = useStore(secondPerson.open);
  const leave = useStore(leaving.open);
  const idleEnd = useStore(idleEndStore);
  const exporting = useStore(files).length > 0;
  return (
    <>
      <Suspense fallback={null}>
        {proof ? <StepUpDialog key={proof} proof={proof} /> : null}
      </Suspense>
      <Suspense fallback={null}>{agreed ? <SecondPersonDialog what={agreed} /> : null}</Suspense>
      <Suspense fallback={null}>{leave ? <LeaveDialog /> : null}</Suspense>
      <Suspense fallback={null}>{idleEnd === null ? null : <IdleDialog end={idleEnd} />}</Suspense>
      <Suspense fallback={null}>{exporting ? <ExportsPanel /> : null}</Suspense>
      <Notifications />
    </>
  );
}
