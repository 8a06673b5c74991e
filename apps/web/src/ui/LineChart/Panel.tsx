import type { PlotProps } from './LineChart.tsx';
import {
  labelledPoints,
  PEAK_ROOM,
  peaksOf,
  piecesOf,
  roofFor,
  ROOM,
  shortFigure,
  ticksFor,
  xOf,
} from './scale.ts';
import styles from './chart.module.css';

export const HEIGHT = 212;
/** About as wide as a figure. */
const LETTER = 7;

interface PanelProps extends PlotProps {
  /** Which of all series its first one is. */
  first: number;
  height: number;
  /** Room below the zero line; the days stand there where it is high enough. */
  bottom: number;
}

export function Panel(props: PanelProps) {
  const {
    points,
    series,
    compared,
    whole = false,
    width,
    point,
    first,
    height,
    bottom,
    format,
  } = props;
  const count = points.length;
  const before = (compared?.drawn ?? [])
    .filter((nth) => nth >= first && nth < first + series.length)
    .map((nth) => compared!.values[nth]!);
  const lines = [...series.map(({ values }) => values), ...before];
  const ticks = ticksFor(roofFor(lines), whole, height < HEIGHT ? 3 : 4);
  const top = ticks.at(-1)!;
  const peaks = peaksOf(lines, top, count);
  const roof = peaks.length ? PEAK_ROOM.top : ROOM.top;
  // what towers above the others is broken off above the plot, and says how much it is
  const y = (value: number) =>
    value > top ? PEAK_ROOM.edge : height - bottom - (value / top) * (height - roof - bottom);
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
        <path className={styles.crosshair} d={`M${x(point)} ${roof}V${height - bottom}`} />
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
      {peaks.map(([nth, value]) => (
        <Peak key={nth} x={x(nth)} width={width} words={format(value)} />
      ))}
    </svg>
  );
}

/** A line that is broken off, and above it what it reaches. */
function Peak({ x, width, words }: { x: number; width: number; words: string }) {
  const half = (words.length * LETTER) / 2;
  const at = Math.max(half, Math.min(width - half, x));
  const cut = (y: number) => `M${x - 9} ${y + 2}l18 -4`;
  return (
    <g className={styles.peak} data-peak>
      <path d={cut(25)} data-gap />
      <path d={cut(22) + cut(28)} />
      <text x={at} y={PEAK_ROOM.words} textAnchor="middle">
        {words}
      </text>
    </g>
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
