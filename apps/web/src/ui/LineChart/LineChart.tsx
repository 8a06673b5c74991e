import { useElementSize } from '@mantine/hooks';
import { useState, type MouseEvent } from 'react';
import { HEIGHT, Panel } from './Panel.tsx';
import { Reading, readingOf } from './Reading.tsx';
import { nearestPoint, ROOM } from './scale.ts';
import styles from './chart.module.css';

export interface ChartSeries {
  name: string;
  /** Null: nobody knows; the line breaks off there. */
  values: readonly (number | null)[];
}

/** What the points are held against, each with the one of its place; there may be fewer of them. */
export interface Compared {
  /** What they are, for the legend. */
  words: string;
  points: readonly string[];
  /** Of each series, in its order. */
  values: readonly (readonly number[])[];
  /** Which series have their line drawn: of all of them nothing could be read. */
  drawn: readonly number[];
}

export interface LineChartProps {
  /** What the chart is of, for whoever does not see it. */
  label: string;
  /** The words of each point on the axis below. */
  points: readonly string[];
  /** At most four: each has a colour and a dash of its own. */
  series: readonly ChartSeries[];
  compared?: Compared | undefined;
  /** Names of two scales: the first series stands above on its own, the others below it. */
  scales?: readonly [string, string];
  /** Values are whole. */
  whole?: boolean;
  /** `nth`: of which series, where one is read; the scales know none. */
  format: (value: number, nth?: number) => string;
  /** A click on a point, or Enter; without it they are read alone. */
  onPick?: (point: number) => void;
  /** What that does: 'opens …'. */
  pickWords?: string;
  /** What a point is: 'a day' where nothing is said. */
  pointWords?: string;
  /** One of several, side by side. */
  low?: boolean;
}

const LOW = 132;
/** Of two plots, one above the other: the days stand below the second. */
const HEIGHTS = [122, 138] as const;

/** Lines over days: the pointer or the arrow keys read the values of a day. */
export function LineChart({ label, points, series, onPick, ...rest }: LineChartProps) {
  const { ref, width } = useElementSize();
  const [read, setRead] = useState<number | null>(null);
  const count = points.length;
  const point = read === null ? null : Math.min(read, count - 1);
  const chart = { label, points, series, ...(onPick && { onPick }), ...rest, width, point };
  return (
    <div>
      <Legend series={series} compared={rest.compared} />
      <div
        ref={ref}
        className={styles.frame}
        data-scales={rest.scales ? true : undefined}
        data-low={rest.low}
      >
        {width > 0 ? <Plot {...chart} /> : null}
        {width > 0 ? <Reader {...chart} onRead={setRead} /> : null}
        {point !== null && width > 0 ? <Reading {...chart} point={point} /> : null}
      </div>
    </div>
  );
}

function Legend({ series, compared }: Pick<LineChartProps, 'series' | 'compared'>) {
  return (
    <div className={styles.legend}>
      <ul>
        {series.map(({ name }, nth) => (
          <li key={name}>
            <svg width={20} height={8} aria-hidden>
              <path d="M0 4H20" className={styles.line} data-series={nth + 1} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      {compared ? (
        <p>
          <svg width={20} height={8} aria-hidden>
            <path d="M1 4H20" className={styles.before} />
          </svg>
          {compared.drawn.map((nth) => series[nth]!.name).join(' and ')}, {compared.words}
        </p>
      ) : null}
    </div>
  );
}

export type PlotProps = LineChartProps & { width: number; point: number | null };

function Plot(props: PlotProps) {
  const { series, scales, low: small } = props;
  if (!scales)
    return <Panel {...props} first={0} height={small ? LOW : HEIGHT} bottom={ROOM.bottom} />;
  const [above, below] = scales;
  const [high, low] = HEIGHTS;
  return (
    <>
      <p className={styles.scale}>{above}</p>
      <Panel {...props} series={series.slice(0, 1)} first={0} height={high} bottom={12} />
      <p className={styles.scale}>{below}</p>
      <Panel {...props} series={series.slice(1)} first={1} height={low} bottom={ROOM.bottom} />
    </>
  );
}

/** What the pointer and the keys work: the browser's own slider over the days, unseen but for its focus. */
function Reader(props: PlotProps & { onRead: (point: number | null) => void }) {
  const { label, points, width, point, onRead, onPick, pickWords, pointWords = 'a day' } = props;
  const count = points.length;
  const pointAt = ({ clientX, currentTarget }: MouseEvent) => {
    const { left } = currentTarget.getBoundingClientRect();
    const share = (clientX - left - ROOM.left) / (width - ROOM.left - ROOM.right);
    return nearestPoint(share, count);
  };
  const onClick = (event: MouseEvent) => {
    const touched = (event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch';
    // a finger can't hover: it reads, and the table has the way on
    if (touched || !onPick) onRead(pointAt(event));
    else onPick(pointAt(event));
  };
  return (
    <input
      type="range"
      className={styles.reader}
      aria-label={`${label}: arrow keys read the values of ${pointWords}${onPick ? `, Enter ${pickWords}` : ''}`}
      data-picks={onPick ? true : undefined}
      aria-valuetext={readingOf(props, point ?? count - 1)}
      min={0}
      max={count - 1}
      value={point ?? count - 1}
      onChange={(event) => onRead(Number(event.currentTarget.value))}
      onFocus={() => onRead(point ?? count - 1)}
      onBlur={() => onRead(null)}
      onPointerMove={(event) => onRead(pointAt(event))}
      onPointerLeave={() => onRead(null)}
      onClick={onClick}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && point !== null) onPick?.(point);
        if (event.key === 'Escape') onRead(null);
      }}
    />
  );
}
