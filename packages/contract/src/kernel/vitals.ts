/**
 * What a browser tells of how a screen felt (ADR 147): milliseconds, and the share of the window that
 * jumped. Of whom, of what record and with which data is not told.
 */
export const VITALS = {
  /** Until the largest part of the first screen stood there. */
  lcp: { unit: 'seconds', most: 60_000 },
  /** Until the rows of a list that was opened first stood there. */
  list: { unit: 'seconds', most: 60_000 },
  /** From a key or a click to the paint after it, the slowest of a visit. */
  inp: { unit: 'seconds', most: 60_000 },
  /** How far the screen jumped by itself, the worst five seconds of a visit. */
  cls: { unit: 'share', most: 100 },
} as const;

export type Vital = keyof typeof VITALS;

/** What the window is, as far as it matters: a phone's width or a wider one. */
export const DEVICES = ['phone', 'wide'] as const;

/** One figure of one visit of a screen, by its name in the route table. */
export interface VitalFigure {
  what: Vital;
  screen: string;
  device: (typeof DEVICES)[number];
  value: number;
}

/** Where figures go, so many at once at most; the answer says nothing. */
export const VITALS_PATH = '/vitals';
export const MOST_FIGURES = 40;

/** What the build says of the screens that there are: no other name becomes a label. */
export const SCREENS_FILE = 'screens.json';
