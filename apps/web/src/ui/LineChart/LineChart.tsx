import { useElementSize } from '@mantine/hooks';
import { useState, type MouseEvent } from 'react';
import { Reading, readingOf } from './Reading.tsx';
import {
  labelledPoints,
  nearestPoint,
  piecesOf,
  ROOM,
  shortFigure,
  ticksFor,
  xOf,
} from './scale.ts';
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
  format: (value: number) => string;
  /** A click on a point, or Enter; without it they are read alone. */
  onPick?: (point: number) => void;
  /** What that does: 'opens …'. */
  pickWords?: string;
  /** What a point is: 'a day' where nothing is said. */
  pointWords?: string;
  /** One of several, side by side. */
  low?: boolean;
}

const HEIGHT = 212;
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

interface PanelProps extends PlotProps {
  /** Which of all series its first one is. */
  first: number;
  height: number;
  /** Room below the zero line; the days stand there where it is high enough. */
  bottom: number;
}

function Panel(props: PanelProps) {
  const { points, series, compared, whole = false, width, point, first, height, bottom } = props;
  const count = points.length;
  const before = (compared?.drawn ?? [])
    .filter((nth) => nth >= first && nth < first + series.length)
    .map((nth) => compared!.values[nth]!);
  const known = series.flatMap(({ values }) => values.filter((value) => value !== null));
  const largest = Math.max(0, ...known, ...before.flat());
  const ticks = ticksFor(largest, whole, height < HEIGHT ? 2 : 4);
  const top = ticks.at(-1)!;
  const y = (value: number) => height - bottom - (value / top) * (height - ROOM.top - bottom);
  const x = (nth: number) => xOf(nth, count, width);
  return (
    <svg
      className={styles.plot}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden
    >
      {ticks.map((tick) => (
        <g key={tick} className={styles.tick} data-zero={tick === 0 || undefined}>
          <path d={`M${ROOM.left} ${y(tick)}H${width - ROOM.right}`} />
          <text x={ROOM.left - 8} y={y(tick) + 4} textAnchor="end">
            {shortFigure(tick)}
          </text>
        </g>
      ))}
      {bottom < ROOM.bottom
        ? null
        : labelledPoints(count).map((nth) => (
            <text
              key={nth}
              className={styles.day}
              x={x(nth)}
              y={height - 8}
              textAnchor={
                count === 1 ? 'middle' : nth === 0 ? 'start' : nth === count - 1 ? 'end' : 'middle'
              }
            >
              {points[nth]}
            </text>
          ))}
      {point === null ? null : (
        <path className={styles.crosshair} d={`M${x(point)} ${ROOM.top}V${height - bottom}`} />
      )}
      {before.map((values, nth) => (
        <Before
          // they are always the same
          // oxlint-disable-next-line react/no-array-index-key
          key={nth}
          places={values.slice(0, count).map((value, at) => [x(at), y(value)] as const)}
        />
      ))}
      {series.map(({ name, values }, nth) => (
        <Line
          key={name}
          nth={first + nth}
          places={values.map((value, at) => (value === null ? null : ([x(at), y(value)] as const)))}
          read={point}
        />
      ))}
    </svg>
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

type Places = readonly (readonly [number, number])[];

const pathOf = (places: Places) =>
  `M${places.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;

/** Below the lines themselves: thin, grey and dotted, of one day a ring. */
function Before({ places }: { places: Places }) {
  const [only, ...more] = places;
  if (!only) return null;
  if (!more.length)
    return <circle className={styles.before} data-before="ring" cx={only[0]} cy={only[1]} r={5} />;
  return <path className={styles.before} data-before="line" d={pathOf(places)} />;
}

function Line(props: {
  nth: number;
  places: readonly (Places[number] | null)[];
  read: number | null;
}) {
  const { nth, places, read } = props;
  const pieces = piecesOf(places);
  // a line of one point has no length
  const dots = pieces.flatMap((piece) => (piece.length === 1 ? piece : []));
  const dot = read === null ? null : places[read];
  return (
    <g>
      <path className={styles.line} data-series={nth + 1} d={pieces.map(pathOf).join('')} />
      {[...dots, ...(dot ? [dot] : [])].map(([x, y], at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <circle key={at} className={styles.dot} data-series={nth + 1} cx={x} cy={y} r={3.5} />
      ))}
    </g>
  );
}
