import { Suspense, type ComponentType, type ReactNode } from 'react';
import type { RecordOf } from '@paydesk/contract/kernel/record.ts';
import {
  CASE_RISKS,
  CASE_STATUSES,
  screeningCase,
  screeningCases,
} from '@paydesk/contract/resources/screening.ts';
import { caseAnswer } from '@paydesk/contract/resources/screening/story.ts';
import { paths } from '../../paths.ts';
import { DetailCard, Fields, type DetailField } from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { StatusChip } from '../../ui/Chip.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { IconCircleCheck } from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import { Matched } from './Evidence.tsx';

const rowLink = ({ id }: { id: string }) => paths.screeningCase(id);
const DECIDE = 'POST /api/screening/cases/{id}/actions/decide';
const decisions: Readonly<Record<string, string>> = CASE_STATUSES;

type Case = RecordOf<typeof screeningCase>;

/** What was said of it, and by whom; nothing of a reader who has not read it yet. */
const decided = (one: Case): DetailField[] => [
  { label: 'Risk', value: CASE_RISKS[one.riskClass] },
  ...(one.firstDate
    ? [
        { label: 'First reader', value: one.firstBy },
        { label: 'First read', value: <DateTime value={one.firstDate} /> },
        { label: 'First decision', value: one.firstDecision && decisions[one.firstDecision] },
      ]
    : []),
  ...(one.decidedDate
    ? [
        { label: 'Decided by', value: one.decidedBy },
        { label: 'Decided', value: <DateTime value={one.decidedDate} /> },
      ]
    : []),
  ...(one.reason ? [{ label: 'Reason', value: one.reason }] : []),
];

/** The queue of what screening found and somebody is to decide (CU-08). */
export const ScreeningCasesScreen = (): ReactNode => (
  <ListScreen
    resource={screeningCases}
    rowLink={rowLink}
    nothingYet="No cases. One appears when a customer’s name resembles one on a list."
  />
);

/** What matched beside what is known, and what was decided (CU-08, SB-42). */
export const ScreeningCaseScreen = ({
  Customer,
}: {
  Customer: ComponentType<{ customerId: string }>;
}): ReactNode => (
  <RecordScreen
    record={screeningCase}
    // who there is to choose from stands at the desk
    apart={({ source }) => [
      'POST /api/screening/cases/{id}/actions/assign',
      ...(source === 'PROVIDER'
        ? []
        : ['POST /api/screening/cases/{id}/actions/ask-provider' as const]),
    ]}
    answer={caseAnswer}
    parts={(one) => ({
      title: one.personName,
      chips: <StatusChip status={one.status} />,
      date: one.createdDate,
      first: <Matched one={one} />,
      aside: (
        <>
          <DetailCard title="Decision">
            <Fields narrow fields={decided(one)} />
          </DetailCard>
          <Suspense fallback={<Coming />}>
            <Customer customerId={one.customerId} />
          </Suspense>
        </>
      ),
    })}
    icons={{ [DECIDE]: <IconCircleCheck size={16} aria-hidden /> }}
  />
);
