import type { CURRENCIES } from '@paydesk/contract/kernel/enumeration.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { recurring } from '@paydesk/contract/resources/recurring.ts';
import type { RecurringReport } from '@paydesk/contract/resources/recurring/report.ts';
import { sql } from 'kysely';
import type { Handlers } from '../../platform/http/handlers.ts';
import { readingFor } from '../../platform/list/reads.ts';
import { scopeOf } from '../../platform/list/scope.ts';
import { daysOf, mustBeStaffs } from '../../platform/reports.ts';
import type { Services } from '../../platform/services.ts';

const REPORT = 'GET /api/reports/recurring';

/** What each charge comes to in a month, as `monthlyCents` of the contract has it. */
const MONTHLY = sql`round(r.amount_cents * case r.interval_unit when 'DAY' then 365 when 'WEEK' then 52 else 12 end
  / r.interval_count::numeric / 12)`;

interface Life {
  currency: keyof typeof CURRENCIES;
  active: bigint;
  monthly: bigint;
  before: bigint;
  begun: bigint;
  ended: bigint;
  left: bigint;
}

/** Each figure counts the rows that its list shows under the same filters (SB-44). */
export const recurringReportHandlers = ({ database }: Services): Handlers<typeof REPORT> => ({
  [REPORT]: async ({ actor, query }): Promise<RecurringReport> => {
    const { f_merchantId: merchant } = query;
    const { begins, ends } = daysOf(query);
    mustBeStaffs(merchant, actor);
    const within = (alias: string) =>
      sql`${scopeOf({ read: recurring.read, scope: 'merchant' }, `${alias}.merchant_id`, actor)}
        and ${merchant ? sql`${sql.ref(`${alias}.merchant_id`)} = ${merchant}::uuid` : sql`true`}`;
    const reading = await readingFor(database, actor);
    const lives = await reading.run(
      sql<Life>`
        select r.currency, count(*) filter (where r.status = 'ACTIVE') as active,
          coalesce(sum(${MONTHLY}) filter (where r.status = 'ACTIVE'), 0)::bigint as monthly,
          count(*) filter (where r.created_date < ${begins}
            and (r.ended_date is null or r.ended_date >= ${begins})) as before,
          count(*) filter (where r.created_date >= ${begins} and r.created_date < ${ends}) as begun,
          count(*) filter (where r.ended_date >= ${begins} and r.ended_date < ${ends}) as ended,
          count(*) filter (where r.created_date < ${begins}
            and r.ended_date >= ${begins} and r.ended_date < ${ends}) as left
        from recurring_payments r where ${within('r')} group by r.currency order by r.currency`,
      actor.sight,
    );
    const days = await reading.run(
      sql<{ kind: string; n: bigint; cents: bigint }>`
        select case when d.status = 'PAID' then 'RECOVERED' else d.status end as kind,
          count(*) as n, sum(d.amount_cents)::bigint as cents
        from recurring_dues d
        where ${within('d')} and d.due_day >= ${query.from} and d.due_day <= ${query.to}
          and (d.status in ('UNPAID','RETRYING','MISSED') or (d.status = 'PAID' and d.attempts >= 2))
        group by 1`,
      actor.sight,
    );
    const sum = (key: 'before' | 'begun' | 'ended' | 'left') =>
      lives.reduce((all, life) => all + Number(life[key]), 0);
    const figure = (kind: string) => {
      const found = days.find((day) => day.kind === kind);
      return { count: Number(found?.n ?? 0n), amount: fromCents(found?.cents ?? 0n) };
    };
    return {
      active: lives
        .filter(({ active }) => active > 0n)
        .map(({ currency, active, monthly }) => ({
          currency,
          count: Number(active),
          monthly: fromCents(monthly),
        })),
      before: sum('before'),
      begun: sum('begun'),
      ended: sum('ended'),
      left: sum('left'),
      failed: figure('UNPAID'),
      retrying: figure('RETRYING'),
      recovered: figure('RECOVERED'),
      missed: figure('MISSED'),
    };
  },
});
