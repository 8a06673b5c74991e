import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  SERIES,
  type BusinessDay,
  type Series,
} from '@paydesk/contract/resources/business-days.ts';
import { rowsOf } from '@paydesk/contract/resources/business-days/figures.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { TableScroller } from '../../platform/DetailScreen/RelatedTable.tsx';
import { formatCount } from '../../platform/format.ts';
import { askAgain } from '../../platform/query.ts';
import { TextButton } from '../../ui/Button.tsx';
import { Boundary } from '../../ui/Boundary.tsx';
import { LineChart } from '../../ui/LineChart/LineChart.tsx';
import { isEmpty } from './range.ts';
import { listOf, type Whose } from './Tiles.tsx';
import styles from './business-days.module.css';

const names = Object.keys(SERIES) as Series[];

interface Figures {
  title: string;
  days: readonly BusinessDay[];
  keyOf: (name: Series) => keyof Omit<BusinessDay, 'date'>;
  format: (value: number) => string;
  whole?: boolean;
  hrefOf: (day: string, name?: Series) => string;
}

/** What was paid stands above, what went back below: on one scale the second would be a line at zero. */
const SCALES = ['Paid', 'Given back and taken back, on a scale of their own'] as const;

/** The counts and the amounts (BD-08, BD-09); a day leads to what moved on it, and its figure to its rows. */
export function DayCharts({ days, ...whose }: { days: readonly BusinessDay[] } & Whose): ReactNode {
  const hrefOf = (date: string, name?: Series) =>
    name
      ? listOf(rowsOf.series(name, { from: date, to: date, until: null }), whose)
      : listOf({ f_bookedDate: formatIsoDay(date) }, whose);
  return (
    <div className={styles.charts}>
      <ChartCard
        title="Transactions"
        days={days}
        keyOf={(name) => name}
        format={formatCount}
        whole
        hrefOf={hrefOf}
      />
      <ChartCard
        title="Amounts, EUR"
        days={days}
        keyOf={(name) => `${name}Amount`}
        format={formatAmount}
        hrefOf={hrefOf}
      />
    </div>
  );
}

function ChartCard(figures: Figures): ReactNode {
  const { title } = figures;
  const [asTable, setAsTable] = useState(false);
  return (
    <DetailCard
      flush
      title={title}
      beside={
        <TextButton
          className={styles.asTable}
          aria-label={`${title} ${asTable ? 'as a chart' : 'as a table'}`}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'as a chart' : 'as a table'}
        </TextButton>
      }
    >
      {/* what is broken as a picture may stand as a table */}
      <Boundary key={String(asTable)} what={title} onRetry={askAgain}>
        <Picture {...figures} asTable={asTable} />
      </Boundary>
    </DetailCard>
  );
}

function Picture({ asTable, ...figures }: Figures & { asTable: boolean }): ReactNode {
  const { title, days, keyOf, format, whole, hrefOf } = figures;
  const router = useRouter();
  return (
    <>
      {asTable ? (
        <DayTable {...figures} />
      ) : isEmpty(days) ? (
        <p className={styles.noData}>No data</p>
      ) : (
        <div className={styles.chart}>
          <LineChart
            label={title}
            points={days.map(({ date }) => formatIsoDay(date))}
            series={names.map((name) => ({
              name: SERIES[name],
              values: days.map((day) => day[keyOf(name)]),
            }))}
            format={format}
            {...(whole && { whole })}
            scales={SCALES}
            pickWords="opens its transactions"
            onPick={(point) => void router.navigate({ href: hrefOf(days[point]!.date) })}
          />
        </div>
      )}
    </>
  );
}

function DayTable({ title, days, keyOf, format, hrefOf }: Figures): ReactNode {
  return (
    <div className={styles.tableFrame}>
      <TableScroller caption={`${title} by day`}>
        <table className={styles.table} aria-label={`${title} by day`}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {SERIES[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.date}>
                <th scope="row">
                  <AppLink href={hrefOf(day.date)}>{formatIsoDay(day.date)}</AppLink>
                </th>
                {names.map((name) => (
                  <td key={name}>
                    {day[name] ? (
                      <AppLink href={hrefOf(day.date, name)}>{format(day[keyOf(name)])}</AppLink>
                    ) : (
                      format(day[keyOf(name)])
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroller>
    </div>
  );
}
