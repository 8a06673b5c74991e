import * as z from 'zod';
import { CUSTOMER_STATUSES } from '../kernel/customer-statuses.ts';
import { anyOf, endpoints, listEndpoint, listEndpoints } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import type { Fields } from '../kernel/fields.ts';
import { loadQuery, loadReport, LOADS_FILES } from '../kernel/loads.ts';
import { record, recordAction, recordEndpoints, type RecordOf } from '../kernel/record.ts';
import { resource } from '../kernel/resource.ts';
import { SCREENING_RESULTS } from '../risk.ts';
import { colleaguesOf } from '../colleagues.ts';
import { askProvider, canDecide, DECIDES, type CaseState } from './screening/rules.ts';
import { assignAction, giveBackAction, takeAction, takenColumns, type Case } from '../taking.ts';

export const SCREENING_LISTS = {
  PEP: 'PEP',
  SANCTIONS: 'Sanctions',
  ADVERSE_MEDIA: 'Adverse media',
} as const satisfies Enumeration;

/** What was found when customers were looked for on the lists of people to be careful with. */
export const screening = resource({
  slug: 'screening',
  title: 'Screening',
  path: '/api/screening',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  csv: { persons: true },
  serves: 'API-28, API-29, CU-08',
  columns: {
    id: { label: 'ID', kind: 'id' },
    name: { label: 'Name', kind: 'text', sort: true },
    // a day without a time, which as text orders by its day of the month
    dateOfBirth: { label: 'Date of Birth', kind: 'text', nullable: true },
    list: { label: 'List', kind: 'choice', sort: true, enumeration: SCREENING_LISTS },
    matchScore: { label: 'Match Score', kind: 'number', sort: true },
    result: { label: 'Result', kind: 'status', sort: true, enumeration: SCREENING_RESULTS },
    reviewedBy: { label: 'Reviewed By', kind: 'text', nullable: true, hidden: 'screen' },
    reviewedAt: { label: 'Reviewed At', kind: 'dateTime', sort: true, nullable: true },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    customerId: { label: 'Customer id', kind: 'id', hidden: true },
  },
});

/** Whose lists are loaded from a file, by their own CSV. */
export const SANCTION_SOURCES = {
  OFAC: 'OFAC SDN',
  EU: 'EU consolidated',
  UN: 'UN consolidated',
  UK: 'UK consolidated',
  OTHER: 'Another list',
} as const satisfies Enumeration;

export const CASE_SOURCES = {
  ...SANCTION_SOURCES,
  PROVIDER: 'Screening provider',
} as const satisfies Enumeration;

export const CASE_STATUSES = {
  OPEN: 'Open',
  SECOND_READER: 'Waiting for a second reader',
  FALSE_HIT: 'Not a match',
  TRUE_HIT: 'Confirmed match',
} as const satisfies Enumeration;

export const CASE_RISKS = {
  LOW: 'Low',
  MEDIUM: 'Medium',
  HIGH: 'High',
} as const satisfies Enumeration;

/** One for each person and each hit on a list, until somebody has decided it. */
export const screeningCases = resource({
  slug: 'screening-cases',
  title: 'Screening Cases',
  path: '/api/screening/cases',
  read: ['READ_ANY_USER'],
  scope: 'all',
  created: 'createdDate',
  serves: 'CU-08',
  columns: {
    id: { label: 'ID', kind: 'id' },
    personName: { label: 'Customer', kind: 'text' },
    // by which namesakes are told apart
    dateOfBirth: { label: 'Date of Birth', kind: 'text', nullable: true },
    listedName: { label: 'Name on the list', kind: 'text', nullable: true },
    list: { label: 'List', kind: 'choice', enumeration: SCREENING_LISTS },
    source: {
      label: 'Source',
      kind: 'choice',
      enumeration: CASE_SOURCES,
      byChoiceOf: 'staff',
    },
    score: { label: 'Match Score', kind: 'number', sort: true },
    riskClass: { label: 'Risk', kind: 'choice', enumeration: CASE_RISKS },
    status: { label: 'Status', kind: 'status', enumeration: CASE_STATUSES },
    createdDate: { label: 'Created', kind: 'dateTime', sort: true },
    customerId: { label: 'Customer id', kind: 'id', hidden: true },
    // who has read it already and is not the second reader too
    firstUserId: { label: 'First reader id', kind: 'id', hidden: true, nullable: true },
    // high risk first, then the strongest match, and of these the oldest; a case that is decided has none
    turn: { label: 'Turn', kind: 'number', sort: true, hidden: true, nullable: true },
    ...takenColumns,
  },
});

const decisionFields = {
  decision: {
    label: 'Decision',
    kind: 'choice',
    required: true,
    enumeration: { FALSE_HIT: CASE_STATUSES.FALSE_HIT, TRUE_HIT: CASE_STATUSES.TRUE_HIT },
  },
  reason: {
    label: 'Reason',
    kind: 'textarea',
    required: true,
    maxLength: 1000,
    hint: 'Staff alone read it.',
  },
  seenMatch: {
    label: 'Match as it was read',
    kind: 'text',
    maxLength: 32,
    asked: false,
    seen: true,
  },
} as const satisfies Fields;

/** Of whom the risk is high, a second person decides too, and the same (SB-42). */
export const decideCase = recordAction<CaseState, typeof decisionFields>({
  label: 'Decide',
  summary:
    'Say whether the customer is who is on the list; where the risk is high it takes two people, and the same person blocks the customer',
  serves: 'CU-08, SB-42',
  asks: DECIDES,
  audited: 'DECIDE_SCREENING_CASE',
  whyNot: (one, _now, actor) => canDecide(one, actor.userId),
  fields: decisionFields,
  // a load of a list writes into cases that wait, and another reader’s word makes the next one count
  seen: ({ match }) => ({ seenMatch: match }),
  check: ({ seenMatch }, { match }): Record<string, string> =>
    typeof seenMatch === 'string' && seenMatch !== match
      ? {
          seenMatch:
            'A load of the list or another reader has changed this case meanwhile. Read what stands there now, and decide again.',
        }
      : {},
  dialog: {
    title: ({ personName }) => `Is ${personName} who is on the list?`,
    consequence: ({ riskClass, status }) =>
      riskClass === 'HIGH' && status.name === 'OPEN'
        ? 'The risk is high: nothing happens until a second person decides the same.'
        : 'Who is confirmed is blocked: no money is taken from them, and they get no loan. Who is not a match is left as they are.',
    submit: 'Decide',
  },
  primary: true,
  success: 'Action completed successfully',
  did: ({ personName, status: { name } }) =>
    ({
      FALSE_HIT: `${personName} is not a match, and left as they are.`,
      TRUE_HIT: `${personName} is blocked.`,
      OPEN: `${personName} waits for the next reader.`,
      SECOND_READER: `${personName} waits for a second reader.`,
    })[name],
});

export const caseInHand: Case<CaseState> = {
  what: 'a case',
  serves: 'CU-08',
  asks: DECIDES,
  audited: ['TAKE_SCREENING_CASE', 'GIVE_BACK_SCREENING_CASE', 'ASSIGN_SCREENING_CASE'],
  whyNot: (one, actor) => canDecide(one, actor.userId),
};

export const screeningCase = record({
  of: screeningCases,
  name: 'ScreeningCase',
  entity: 'SCREENING_CASE',
  tag: screening.title,
  one: {
    path: '/api/screening/cases/{id}',
    summary: 'One case, with what matched beside what is known of the customer',
    serves: 'CU-08',
    history: 'AT-01, CU-08',
  },
  fields: {
    entry: { label: 'Entry', kind: 'text' },
    match: { label: 'Print of what matched', kind: 'text' },
    listedBorn: { label: 'Born', kind: 'text', nullable: true },
    listedNames: { label: 'All names of the entry', kind: 'text', nullable: true },
    // what the provider says of the entry, as far as it does
    listedOn: { label: 'Name of the list', kind: 'text', nullable: true },
    listedProgramme: { label: 'Programme', kind: 'text', nullable: true },
    listedPosition: { label: 'Position', kind: 'text', nullable: true },
    listedSource: { label: 'Where it is written', kind: 'text', nullable: true },
    listedCountries: { label: 'Countries', kind: 'text', nullable: true },
    personBorn: { label: 'Date of birth', kind: 'text', nullable: true },
    personEmail: { label: 'Email', kind: 'text' },
    personCountry: { label: 'Country', kind: 'text', nullable: true },
    personStatus: { label: 'Status', kind: 'choice', enumeration: CUSTOMER_STATUSES },
    firstDecision: { label: 'First decision', kind: 'text', nullable: true },
    firstBy: { label: 'First reader', kind: 'text', nullable: true },
    firstDate: { label: 'First read', kind: 'dateTime', nullable: true },
    reason: { label: 'Reason', kind: 'text', nullable: true },
    decidedBy: { label: 'Decided by', kind: 'text', nullable: true },
    decidedDate: { label: 'Decided', kind: 'dateTime', nullable: true },
    providerAsked: { label: 'Provider is asked', kind: 'boolean' },
    lastResult: {
      label: 'Last result of the list',
      kind: 'choice',
      enumeration: SCREENING_RESULTS,
      nullable: true,
    },
    lastScreened: { label: 'Last screened', kind: 'dateTime', nullable: true },
  },
  shown: {},
  actions: {
    'POST /api/screening/cases/{id}/actions/ask-provider': askProvider,
    'POST /api/screening/cases/{id}/actions/decide': decideCase,
    'POST /api/screening/cases/{id}/actions/take': takeAction(caseInHand),
    'POST /api/screening/cases/{id}/actions/give-back': giveBackAction(caseInHand),
    'POST /api/screening/cases/{id}/actions/assign': assignAction(caseInHand),
  },
});

export type ScreeningCase = RecordOf<typeof screeningCase>;

export const screeningEndpoints = endpoints(() => ({
  ...listEndpoints(screening),
  'GET /api/screening/cases': listEndpoint(screeningCases),
  ...recordEndpoints(screeningCase),
  'GET /api/screening/cases/{id}/colleagues': colleaguesOf(caseInHand, 'all'),
  'POST /api/screening/names': {
    summary:
      'Load the sanctioned people of a list out of its CSV file, in place of those of the same list; everybody is looked for anew',
    serves: 'CU-08',
    access: anyOf(...LOADS_FILES.anyOf),
    roles: LOADS_FILES.roles,
    scope: 'all',
    query: loadQuery().extend({
      source: z.enum(Object.keys(SANCTION_SOURCES) as (keyof typeof SANCTION_SOURCES)[]),
    }),
    takes: { type: 'text/csv', mostBytes: 128 * 1024 * 1024 },
    answer: loadReport(),
  },
}));
