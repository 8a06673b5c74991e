import {
  CASE_RISKS,
  screeningCase,
  type ScreeningCase,
} from '@paydesk/contract/resources/screening.ts';
import { CASE_STATUSES, SCREENING_LISTS } from '@paydesk/contract/resources/screening.ts';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { screeningCases } from '@paydesk/contract/resources/screening.ts';
import { caseAnswer, decisionWords, isLast } from '@paydesk/contract/resources/screening/story.ts';
import { canDecide } from '@paydesk/contract/resources/screening/rules.ts';
import { waitOf } from '@paydesk/contract/waits.ts';
import { paths } from '../../paths.ts';
import { choiceOf, picked, reviewQueue, takingOf } from '../../platform/ReviewDesk/types.ts';
import { Chip, StatusChip } from '../../ui/Chip.tsx';
import { Evidence } from './Evidence.tsx';

const DECIDE = 'POST /api/screening/cases/{id}/actions/decide';
type Row = RowOf<typeof screeningCases.columns>;

/** People whom screening found on a list, one for each hit (CU-08, SB-42). */
export const review = reviewQueue<Row, ScreeningCase>({
  slug: 'screening',
  title: 'Screening cases',
  list: 'GET /api/screening/cases',
  filters: { f_status: 'OPEN,SECOND_READER' },
  columns: picked(screeningCases.columns, ['list', 'score', 'riskClass', 'status']),
  first: {
    by: 'turn',
    words: 'High-risk sanctions first, then the strongest match, then the oldest',
  },
  one: 'GET /api/screening/cases/{id}',
  colleagues: 'GET /api/screening/cases/{id}/colleagues',
  asks: { anyOf: ['READ_ANY_USER'] },
  // an open case of lower risk holds nothing by itself; of each risk the list has the strongest first
  urgency: ({ riskClass, turn }) => ({
    level: riskClass === 'HIGH' ? 'risk' : 'rest',
    by: turn ?? 0,
  }),
  late: ({ riskClass, status: { name } }) =>
    waitOf(
      name === 'SECOND_READER' ? 'secondReading' : riskClass === 'HIGH' ? 'highRisk' : 'screening',
    ).late,
  row: ({ personName, dateOfBirth, score, list, riskClass, status, createdDate }) => ({
    title: personName,
    value: `${score} of 100`,
    why: `Screening: ${
      status.name === 'SECOND_READER'
        ? 'a second reader decides'
        : riskClass === 'HIGH'
          ? 'two people must decide'
          : 'holds no payment'
    }`,
    note: [
      SCREENING_LISTS[list],
      // by which namesakes are told apart
      dateOfBirth && `born ${dateOfBirth.slice(-4)}`,
    ]
      .filter(Boolean)
      .join(', '),
    since: createdDate,
  }),
  notYours: (row, { userId }) => (canDecide(row, userId) ? 'Waiting for another reader' : null),
  open: (id) => paths.screeningCase(id),
  all: () => paths.screeningCases({ f_status: 'OPEN,SECOND_READER', sort: 'turn,ASC' }),
  head: (one) => ({
    title: one.personName,
    chips: (
      <>
        <StatusChip status={one.status} />
        <Chip tone={one.riskClass === 'HIGH' ? 'error' : 'ended'}>
          Risk of the case: {CASE_RISKS[one.riskClass].toLowerCase()}
        </Chip>
      </>
    ),
    answer: caseAnswer(one),
  }),
  choices: (one) => [
    choiceOf(screeningCase, DECIDE, one, {
      // the letters of payments: what lets pass, and what stops
      key: 'a',
      label: CASE_STATUSES.FALSE_HIT,
      words: decisionWords(one, 'FALSE_HIT'),
      submit: isLast(one, 'FALSE_HIT') ? `Clear ${one.personName}` : 'Say it is not a match',
      as: { decision: 'FALSE_HIT' },
    }),
    choiceOf(screeningCase, DECIDE, one, {
      key: 'r',
      label: CASE_STATUSES.TRUE_HIT,
      words: decisionWords(one, 'TRUE_HIT'),
      submit: isLast(one, 'TRUE_HIT') ? `Block ${one.personName}` : 'Confirm the match',
      danger: true,
      as: { decision: 'TRUE_HIT' },
    }),
  ],
  taking: (one) => takingOf(screeningCase, one),
  customerOf: ({ customerId }) => customerId,
  Evidence,
});
