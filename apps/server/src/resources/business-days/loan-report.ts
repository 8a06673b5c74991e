import { addDays, countDays } from '@paydesk/contract/kernel/dates.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { loanAccess, type ConsumerCreditStatus } from '@paydesk/contract/kernel/loan-statuses.ts';
import type { LoanReport } from '@paydesk/contract/resources/business-days/loans.ts';
import { sql } from 'kysely';
import type { Handlers } from '../../platform/http/handlers.ts';
import { readingFor } from '../../platform/list/reads.ts';
import { scopeOf } from '../../platform/list/scope.ts';
import { defineManifest } from '../../platform/manifest.ts';
import { daysOf, mustBeStaffs } from '../../platform/reports.ts';
import type { Services } from '../../platform/services.ts';

const REPORT = 'GET /api/reports/loans';

/** Of the days (`day`), of the statuses and institutions (`status`), of all (neither). */
interface Row {
  day: string | null;
  status: ConsumerCreditStatus | null;
  institution_id: string | null;
  institution: string | null;
  n: bigint;
  cents: bigint;
  confirmed: bigint;
  failed: bigint;
  decided: bigint;
  median: number | null;
  kind: number;
}

/** Loans by the day of their application, counted in one pass over them (SB-44). */
export const loanReportHandlers = ({ database }: Services): Handlers<typeof REPORT> => ({
  [REPORT]: async ({ actor, query }): Promise<LoanReport> => {
    const { from, to, f_merchantId: merchant } = query;
    const { zone, begins, ends } = daysOf(query);
    mustBeStaffs(merchant, actor);
    const reading = await readingFor(database, actor);
    const rows = await reading.run(
      sql<Row>`with counted as (
          select c.status, c.financing_institution_id as institution_id, c.amount_cents,
            (c.created_date at time zone ${zone})::date as day,
            extract(epoch from c.decided_date - c.created_date)::float8 as seconds
          from consumer_credits c
          where ${scopeOf({ read: loanAccess.read, scope: 'merchant' }, 'c.merchant_id', actor)}
            and ${merchant ? sql`c.merchant_id = ${merchant}::uuid` : sql`true`}
            and c.created_date >= ${begins} and c.created_date < ${ends}
        )
        select g.day::text, g.status, g.institution_id, i.name as institution, g.n, g.cents,
          g.confirmed, g.failed, g.decided, g.median, g.kind
        from (
          select day, status, institution_id, count(*) as n, coalesce(sum(amount_cents), 0)::bigint as cents,
            count(*) filter (where status in ('CONFIRMED', 'REFUNDED')) as confirmed,
            count(*) filter (where status = 'FAILED') as failed, count(seconds) as decided,
            percentile_cont(0.5) within group (order by seconds) as median,
            grouping(day, status) as kind
          from counted group by grouping sets ((), (day), (status, institution_id))
        ) g left join financing_institutions i on i.id = g.institution_id
        order by g.kind, i.name nulls last, g.status`,
      actor.sight,
    );
    const [ALL, DAY, GROUP] = [3, 1, 2];
    const days = new Map(rows.filter(({ kind }) => kind === DAY).map((row) => [row.day, row]));
    const all = rows.find(({ kind }) => kind === ALL);
    return {
      groups: rows
        .filter(({ kind }) => kind === GROUP)
        .map((row) => ({
          status: row.status!,
          institutionId: row.institution_id,
          institution: row.institution,
          count: Number(row.n),
          amount: fromCents(row.cents),
        })),
      days: Array.from({ length: countDays(from, to) }, (_, nth) => {
        const date = addDays(from, nth);
        const row = days.get(date);
        return {
          date,
          applied: Number(row?.n ?? 0n),
          confirmed: Number(row?.confirmed ?? 0n),
          failed: Number(row?.failed ?? 0n),
        };
      }),
      decided: { count: Number(all?.decided ?? 0n), medianSeconds: all?.median ?? null },
    };
  },
});

export const manifest = defineManifest({ handlers: [loanReportHandlers] });
