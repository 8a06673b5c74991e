import { caseInHand, SCREENING_LISTS } from '@paydesk/contract/resources/screening.ts';
import { colleagues } from '../../domain/taking.ts';
import { defineManifest } from '../../platform/manifest.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { readRecord } from '../../platform/record.ts';
import type { Services } from '../../platform/services.ts';
import { askHandlers } from './ask.ts';
import { screeningCaseRecord, screeningCasesList } from './cases.ts';
import { screeningList } from './lists.ts';
import { loadNames } from './load.ts';
import { refreshScreening, screenNewcomers } from './refresh.ts';

const nameHandlers = ({ database }: Services): Handlers<'POST /api/screening/names'> => ({
  'POST /api/screening/names': ({ actor, file, query }) =>
    loadNames(database, actor, file, {
      source: query.source,
      check: query.check === 'true',
      skipRefused: query.skipRefused === 'true',
    }),
});

const colleagueHandlers = (
  services: Services,
): Handlers<'GET /api/screening/cases/{id}/colleagues'> => ({
  'GET /api/screening/cases/{id}/colleagues': colleagues(services, caseInHand, (actor, id) =>
    readRecord(services.database.kysely, screeningCaseRecord, actor, id),
  ),
});

/** As lists say it. */
const listWords = `case s.list ${Object.entries(SCREENING_LISTS)
  .map(([name, words]) => `when '${name}' then '${words}'`)
  .join(' ')} end`;

export const manifest = defineManifest({
  lists: [screeningList, screeningCasesList],
  records: [screeningCaseRecord],
  handlers: [nameHandlers, askHandlers, colleagueHandlers],
  tasks: { SCREENING_UPDATE: refreshScreening },
  loops: [screenNewcomers],
  search: {
    // by whom it is of, which an index of customers knows
    screening: {
      read: ['READ_ANY_USER'],
      scope: 'all',
      from: 'screening_cases s',
      id: 's.id',
      title: 's.person_name',
      detail: `concat_ws(' · ', ${listWords}, s.score || ' of 100',
        case when s.risk_class = 'HIGH' then 'high risk' end,
        'since ' || to_char(s.created_date at time zone :zone, 'DD.MM.YYYY'))`,
      status: 's.status',
      newest: 's.created_date',
      customer: 's.customer_id',
      where: () => [],
    },
  },
});
