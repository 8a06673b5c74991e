import type { Compared, LineChartProps, PlotProps } from './LineChart.tsx';
import { xOf } from './scale.ts';
import styles from './chart.module.css';

const LETTER = 7;

const longest = (texts: readonly string[]) => Math.max(...texts.map(({ length }) => length));

/** Those that a point is held against, where there is one of its place. */
function beside(compared: Compared | undefined, point: number) {
  const words = compared?.points[point];
  return words === undefined
    ? null
    : { words, of: (nth: number) => compared!.values[nth]![point]! };
}

/** Nobody knows, where there is none. */
const said = (value: number | null | undefined, format: LineChartProps['format'], nth: number) =>
  value === null || value === undefined ? '–' : format(value, nth);

/** What is read of a point, as it is said. */
export function readingOf(props: LineChartProps, point: number): string {
  const { points, series, compared, format } = props;
  const before = beside(compared, point);
  const figures = series.map(({ name, values }, nth) => {
    const now = `${name} ${said(values[point], format, nth)}`;
    return before ? `${now} against ${format(before.of(nth), nth)}` : now;
  });
  const day = before ? `${points[point]} against ${before.words}` : points[point];
  return `${day}: ${figures.join(', ')}`;
}

/** The values of the day that is read, beside its line and never over the chart's edge. */
export function Reading(props: PlotProps & { point: number }) {
  const { points, series, compared, format, pickWords, width, point } = props;
  const before = beside(compared, point);
  const x = xOf(point, points.length, width);
  const figures = series.map(({ values }, nth) => [
    said(values[point], format, nth),
    ...(before ? [format(before.of(nth), nth)] : []),
  ]);
  const letters =
    longest(series.map(({ name }) => name)) +
    longest([points[point]!, ...figures.map(([now]) => now!)]) +
    (before ? longest([...before.words.split(' '), ...figures.map(([, then]) => then!)]) + 2 : 0) +
    6;
  const wide = Math.min(width, Math.max(letters, (pickWords?.length ?? 0) + 8) * LETTER + 24);
  const left = x + 12 + wide > width ? Math.max(0, x - 12 - wide) : x + 12;
  return (
    <div className={styles.reading} style={{ left, width: wide }} aria-hidden>
      <table>
        <thead>
          <tr>
            <td aria-label="Series" />
            <th>{points[point]}</th>
            {before ? <td>{before.words}</td> : null}
          </tr>
        </thead>
        <tbody>
          {series.map(({ name }, nth) => (
            <tr key={name}>
              <td>
                <svg width={20} height={8}>
                  <path d="M0 4H20" className={styles.line} data-series={nth + 1} />
                </svg>
                {name}
              </td>
              <th>{figures[nth]![0]}</th>
              {before ? <td>{figures[nth]![1]}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
      {pickWords ? <small>A click {pickWords}</small> : null}
    </div>
  );
}
