import type { ReactNode } from 'react';
import { CUSTOMER_STATUSES } from '@paydesk/contract/kernel/customer-statuses.ts';
import type { RecordOf } from '@paydesk/contract/kernel/record.ts';
import { countryName } from '@paydesk/contract/merchant-record.ts';
import {
  CASE_RISKS,
  CASE_SOURCES,
  CASE_STATUSES,
  SCREENING_LISTS,
  screeningCase,
  screeningCases,
} from '@paydesk/contract/resources/screening.ts';
import {
  caseAnswer,
  countriesOf,
  entryOf,
  listedDay,
} from '@paydesk/contract/resources/screening/story.ts';
import { paths } from '../../paths.ts';
import { DetailCard, Fields, type DetailField } from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { StatusChip } from '../../ui/Chip.tsx';
import { IconCircleCheck, IconUser } from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';

const rowLink = ({ id }: { id: string }) => paths.screeningCase(id);
const DECIDE = 'POST /api/screening/cases/{id}/actions/decide';
const decisions: Readonly<Record<string, string>> = CASE_STATUSES;

type Case = RecordOf<typeof screeningCase>;

/** Of the entry, where one is named. */
const listed = (one: Case): DetailField[] => [
  { label: 'All names of the entry', value: one.listedNames },
  { label: 'Born', value: listedDay(one.listedBorn) },
  ...(one.listedCountries ? [{ label: 'Countries', value: countriesOf(one) }] : []),
  ...(one.listedPosition ? [{ label: 'Position', value: one.listedPosition }] : []),
  ...(one.listedProgramme ? [{ label: 'Programme', value: one.listedProgramme }] : []),
  ...(one.listedOn ? [{ label: 'Name of the list', value: one.listedOn }] : []),
  ...(one.listedSource ? [{ label: 'Where it is written', value: one.listedSource }] : []),
  { label: 'Entry', value: entryOf(one), copy: entryOf(one) ?? '' },
];

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
export const ScreeningCaseScreen = (): ReactNode => (
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
      first: (
        <>
          <DetailCard title="On the list">
            <Fields
              fields={[
                { label: 'List', value: SCREENING_LISTS[one.list] },
                { label: 'Found by', value: `${CASE_SOURCES[one.source]}, ${one.score} of 100` },
                { label: 'Name', value: one.listedName ?? 'None named' },
                ...(one.listedName ? listed(one) : []),
              ]}
            />
          </DetailCard>
          <DetailCard title="What we know">
            <Fields
              fields={[
                { label: 'Name', value: one.personName },
                { label: 'Date of birth', value: one.personBorn },
                { label: 'Email', value: one.personEmail },
                { label: 'Country', value: countryName(one.personCountry) },
                { label: 'Status', value: CUSTOMER_STATUSES[one.personStatus] },
              ]}
            />
          </DetailCard>
        </>
      ),
      aside: (
        <DetailCard title="Decision">
          <Fields narrow fields={decided(one)} />
        </DetailCard>
      ),
    })}
    icons={{ [DECIDE]: <IconCircleCheck size={16} aria-hidden /> }}
    links={({ customerId }) => [
      {
        label: 'Customer',
        icon: <IconUser size={16} aria-hidden />,
        href: paths.customer(customerId),
      },
    ]}
  />
);
