import {
  caseInHand,
  screeningCase,
  screeningCases,
} from '@paydesk/contract/resources/screening.ts';
import { sql } from 'kysely';
import { blockCustomer } from '../../domain/customers.ts';
import { assign, giveBack, NOBODYS, take } from '../../domain/taking.ts';
import { changes } from '../../platform/audit.ts';
import { haveOneMailbox } from '../../platform/auth/mailboxes.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import { defineList } from '../../platform/list/definition.ts';
import { defineRecord } from '../../platform/record.ts';

/** As its index has it (0510-cases-in-turn.sql). */
export const TURN = `case when s.status in ('OPEN','SECOND_READER')
  then 100 - s.score + case s.risk_class when 'HIGH' then 0 else 101 end end`;

export const screeningCasesList = defineList({
  resource: screeningCases,
  from: 'screening_cases s',
  id: 's.id',
  columns: {
    id: 's.id',
    personName: 's.person_name',
    dateOfBirth: "to_char(s.person_born, 'DD.MM.YYYY')",
    listedName: 's.listed_name',
    list: 's.list',
    source: 's.source',
    score: 's.score',
    riskClass: 's.risk_class',
    status: 's.status',
    createdDate: 's.created_date',
    customerId: 's.customer_id',
    firstUserId: 's.first_user_id',
    turn: TURN,
    takenUserId: 's.taken_user_id',
    takenBy: 's.taken_by',
    assignedBy: 's.assigned_by',
    takenDate: 's.taken_date',
  },
});

/** What the provider says of the entry that it found, several of it one after the other. */
const listed = (key: string) => `s.listed_details->>'${key}'`;
const listedAll = (key: string) =>
  `(select string_agg(one, '; ') from jsonb_array_elements_text(s.listed_details->'${key}') one)`;

const LISTED_NAMES = `coalesce((select string_agg(name, '; ' order by name) from sanctioned_names
  where source = s.source and entry = s.entry), ${listedAll('aliases')})`;

/** The newest that was found of the person on the list of the case. */
const lastOf = (column: string) => `select ${column} from screening_results
  where customer_id = s.customer_id and list = s.list order by created_date desc, id desc limit 1`;

/** A case, decided by one reader, or by two who say the same where the risk is high. */
export const screeningCaseRecord = defineRecord({
  record: screeningCase,
  list: screeningCasesList,
  table: 'screening_cases',
  joins: { c: 'join customers c on c.id = s.customer_id' },
  columns: {
    entry: 's.entry',
    // another one as soon as anything is otherwise of what a reader decides on
    match: `md5(row(s.listed_name, s.listed_born, s.listed_details, s.score, s.risk_class, s.person_name, s.person_born,
      s.status, s.first_decision, ${LISTED_NAMES})::text)`,
    listedBorn: 's.listed_born',
    listedNames: LISTED_NAMES,
    listedOn: listed('listName'),
    listedProgramme: listed('programme'),
    listedPosition: listed('position'),
    listedSource: listed('source'),
    listedCountries: listedAll('countries'),
    personBorn: "to_char(s.person_born, 'DD.MM.YYYY')",
    personEmail: 'c.email',
    personCountry: 'c.country',
    personStatus: 'c.status',
    firstDecision: 's.first_decision',
    firstBy: 's.first_by',
    firstDate: 's.first_date',
    reason: 's.reason',
    decidedBy: 's.decided_by',
    decidedDate: 's.decided_date',
    providerAsked: (_row, { gateways }) => gateways.SCREENING !== 'none',
    lastResult: `(${lastOf('result')})`,
    lastScreened: `(${lastOf('created_date')})`,
  },
  actions: {
    'POST /api/screening/cases/{id}/actions/decide': async ({ tx, row, values, actor }) => {
      const { decision, reason } = values;
      const now = sql<string>`now()` as never;
      const second = row.status === 'SECOND_READER';
      const first = second ? row.first_user_id : null;
      if (first !== null && (await haveOneMailbox(tx, actor.userId, first)))
        throw invalid(
          'status',
          'Who has read it first has the same address: a second person is needed',
        );
      const read = {
        first_decision: decision,
        first_user_id: actor.userId,
        first_by: actor.userName,
        first_date: now,
        reason,
      };
      // who does not agree begins anew, and somebody else reads after them
      if (row.risk_class === 'HIGH' && (!second || row.first_decision !== decision))
        return {
          set: { ...read, ...NOBODYS, status: 'SECOND_READER' },
          details: said(row, 'SECOND_READER', values),
        };
      await reviewed(tx, row, actor.userName, decision);
      if (decision === 'TRUE_HIT') await blockCustomer(tx, actor, row.customer_id, reason);
      return {
        set: {
          ...(second ? { reason } : read),
          ...NOBODYS,
          status: decision,
          decided_by: actor.userName,
          decided_date: now,
        },
        details: said(row, decision, values),
      };
    },
    'POST /api/screening/cases/{id}/actions/take': take,
    'POST /api/screening/cases/{id}/actions/give-back': giveBack,
    'POST /api/screening/cases/{id}/actions/assign': assign({
      whose: caseInHand,
      slug: 'screening',
    }),
  },
});

/** What the audit log tells of: who said what is the row's own. */
const said = (
  { status }: { status: string },
  after: string,
  { decision, reason }: { decision: string; reason: string },
) => ({ decision, reason, changes: changes({ status }, { status: after }) });

/** The last result of the list says who looked at it, once nothing of it waits. */
async function reviewed(
  tx: Tx,
  { id, customer_id, list }: { id: string; customer_id: string; list: string },
  by: string,
  verdict: string,
) {
  // of the last two that are decided at the same moment either would still find the other waiting
  await sql`select pg_advisory_xact_lock(hashtext('screening-cases'), hashtext(${customer_id}))`.execute(
    tx,
  );
  await sql`
  update screening_results r set reviewed_by = ${by}, reviewed_at = now(),
    verdict = case when ${verdict} = 'TRUE_HIT' or exists (select from screening_cases o
      where o.customer_id = ${customer_id} and o.list = ${list} and o.status = 'TRUE_HIT')
      then 'TRUE_HIT' else 'FALSE_HIT' end
  where r.id = (select l.id from screening_results l
      where l.customer_id = ${customer_id} and l.list = ${list} and l.result <> 'CLEAR'
      order by l.created_date desc, l.id desc limit 1)
    and (${verdict} = 'TRUE_HIT' or not exists (select from screening_cases o
      where o.customer_id = ${customer_id} and o.list = ${list} and o.id <> ${id}
        and o.status in ('OPEN','SECOND_READER')))`.execute(tx);
}
