import { createHash } from 'node:crypto';
import { testApplicantOf } from '@paydesk/contract/test-applicants.ts';
import type { InstitutionNoticed } from '../protocol/institution-messages.ts';
import type { Books, Query } from './books.ts';
import type { Instalment } from './decisions.ts';
import { institutionReference } from './words.ts';

/** What the sandbox's institution says unasked as its clock goes on: who paid, who did not, who ended the loan there. */

const DAY_MS = 86_400_000;
/** When it says what was paid on a day. */
const HOUR = 'T09:00:00.000Z';
const [LATE_DAYS, PAID_LATE_DAYS] = [3, 20];

type Said<N> = N extends unknown ? Omit<N, 'noticeId' | 'loanId' | 'loanNumber'> : never;
interface Planned {
  at: Date;
  notice: Said<InstitutionNoticed>;
}

export interface Confirmed {
  loanId: string;
  loanNumber: string;
  personalId: string;
  instalments: readonly Instalment[];
  noticeTo: string;
  at: Date;
  /** When it says that somebody has withdrawn there. */
  withdrawnMs: number;
}

const later = (date: Date, ms: number) => new Date(date.getTime() + ms);
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

const owed = (cents: number, since: string | null, when: Date): Planned => ({
  at: when,
  notice: { kind: 'ARREARS', arrearsCents: cents, since },
});

/** All that will be said of a loan, unless it ends before. */
function plan({
  loanId,
  personalId,
  instalments,
  at,
  withdrawnMs,
}: Omit<Confirmed, 'noticeTo'>): Planned[] {
  const name = testApplicantOf(personalId);
  if (name === 'withdrawn') {
    const then = later(at, withdrawnMs);
    const reference = institutionReference(loanId, 'W');
    return [{ at: then, notice: { kind: 'WITHDRAWN', reference, date: dayOf(then) } }];
  }
  const planned: Planned[] = [];
  for (const { number, dueDate, amountCents } of instalments) {
    const due = new Date(`${dueDate}${HOUR}`);
    const paid = (when: Date): Planned => ({
      at: when,
      notice: { kind: 'INSTALMENT_PAID', number, paidCents: amountCents, paidDate: dayOf(when) },
    });
    if (name === 'arrears' && number === 2) {
      const then = later(due, PAID_LATE_DAYS * DAY_MS);
      planned.push(
        owed(amountCents, dueDate, later(due, LATE_DAYS * DAY_MS)),
        paid(then),
        owed(0, null, then),
      );
    } else planned.push(paid(due));
    if (name === 'repaid' && number === 2) {
      const then = later(due, DAY_MS);
      const reference = institutionReference(loanId, 'S');
      planned.push({ at: then, notice: { kind: 'REPAID', reference, date: dayOf(then) } });
      break;
    }
  }
  return planned;
}

/** The same notice is the same id, whenever it is written down. */
function noticeId(loanId: string, nth: number): string {
  const hash = createHash('sha256').update(`notice ${nth} of ${loanId}`).digest();
  hash[6] = (hash[6]! & 0x0f) | 0x80;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Each under its id, and from when on it is true. */
export const noticesPlanned = (confirmed: Omit<Confirmed, 'noticeTo'>) =>
  plan(confirmed).map(({ at, notice }, nth) => {
    const { loanId, loanNumber } = confirmed;
    const id = noticeId(loanId, nth);
    return { id, at, notice: { noticeId: id, loanId, loanNumber, ...notice } };
  });

export async function writeNotices(query: Query, confirmed: Confirmed): Promise<void> {
  const rows = noticesPlanned(confirmed).map((one) => ({ ...one, at: one.at.toISOString() }));
  await query(
    `insert into institution_sandbox.notices (notice_id, loan_id, notice_to, notice, due_date)
     select (row->>'id')::uuid, $1, $2, row->'notice', (row->>'at')::timestamptz
     from jsonb_array_elements($3::jsonb) row on conflict do nothing`,
    [confirmed.loanId, confirmed.noticeTo, JSON.stringify(rows)],
  );
}

export const noticesOf = ({ query }: Books, now: () => Date) => ({
  /** What is to be said by now; of a loan that has ended nothing that would have come after. */
  async due(): Promise<{ noticeTo: string; notice: InstitutionNoticed }[]> {
    const { rows } = await query<{ notice_to: string; notice: InstitutionNoticed }>(
      `select n.notice_to, n.notice from institution_sandbox.notices n
       join institution_sandbox.loans l on l.loan_id = n.loan_id
       join institution_sandbox.requests r on r.operation_id = l.acceptance_id
       where n.due_date <= $1 and r.decided_date <= $1
         and not exists (select from institution_sandbox.notices_taken t where t.notice_id = n.notice_id)
         and not exists (select from institution_sandbox.loan_ends e
           where e.loan_id = n.loan_id and e.ended_date <= n.due_date)
         and not exists (select from institution_sandbox.cancelled c where c.request_id = l.acceptance_id)
       order by n.due_date, n.notice_id limit 50`,
      [now()],
    );
    return rows.map(({ notice_to: noticeTo, notice }) => ({ noticeTo, notice }));
  },
  taken: (id: string) =>
    query(
      'insert into institution_sandbox.notices_taken (notice_id) values ($1) on conflict do nothing',
      [id],
    ),
});
