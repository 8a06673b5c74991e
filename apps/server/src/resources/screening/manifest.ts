import { caseInHand } from '@paydesk/contract/resources/screening.ts';
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

export const manifest = defineManifest({
  lists: [screeningList, screeningCasesList],
  records: [screeningCaseRecord],
  handlers: [nameHandlers, askHandlers, colleagueHandlers],
  tasks: { SCREENING_UPDATE: refreshScreening },
  loops: [screenNewcomers],
});
