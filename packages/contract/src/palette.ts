/**
 * The colours of the house, once. Sheets, mails and pages name them; each of the seven named ones (SH-30) is
 * text on its own ground and on surface at 4.5 to 1.
 */
export const LIGHT = {
  page: '#f6f7f9',
  surface: '#ffffff',
  line: '#e3e6ec',
  text: '#172033',
  muted: '#5a6478',
  hover: '#f3f4f9',
  'on-filled': '#ffffff',
  shadow: '0 8px 28px rgb(23 32 51 / 14%)',
  backdrop: 'rgb(23 32 51 / 45%)',
  primary: '#3944bc',
  'primary-hover': '#2f39a3',
  'primary-ground': '#eaebfb',
  secondary: '#475063',
  'secondary-ground': '#edeff3',
  accent: '#a02a68',
  'accent-ground': '#fbe8f1',
  error: '#a81e1e',
  'error-ground': '#fde7e7',
  warning: '#7a4f00',
  'warning-ground': '#fcf1d4',
  info: '#1a4fa0',
  'info-ground': '#e3eefc',
  success: '#0f6b3a',
  'success-ground': '#e2f5ea',
  ended: '#475063',
  'ended-ground': '#edeff3',
  'series-1': '#5b66e8',
  'series-2': '#d9822b',
  'series-3': '#2a9d63',
  'series-4': '#c0457e',

  // what is white and dark in both: a code that is scanned, a logo's ground
  paper: '#ffffff',
  ink: '#172033',
};

export type Colour = keyof typeof LIGHT;

export const DARK: Readonly<Record<Colour, string>> = {
  ...LIGHT,
  page: '#0f131b',
  surface: '#171c26',
  line: '#2a3140',
  text: '#e8ebf2',
  muted: '#9aa4b8',
  hover: '#1c2330',
  'on-filled': '#0f131b',
  shadow: '0 8px 28px rgb(0 0 0 / 55%)',
  backdrop: 'rgb(0 0 0 / 60%)',
  primary: '#8f98ff',
  'primary-hover': '#a5acff',
  'primary-ground': '#262a4d',
  secondary: '#b3bbca',
  'secondary-ground': '#272e3b',
  accent: '#f29cc5',
  'accent-ground': '#3d1f30',
  error: '#ff9a9a',
  'error-ground': '#43201f',
  warning: '#f0c466',
  'warning-ground': '#3a2f14',
  info: '#8cbcff',
  'info-ground': '#182f4e',
  success: '#6fd79c',
  'success-ground': '#16352a',
  ended: '#b3bbca',
  'ended-ground': '#272e3b',
};

const ALL = Object.keys(LIGHT) as Colour[];

/** As custom properties of a style sheet. */
export const properties = (of: Readonly<Record<Colour, string>>, names: readonly Colour[] = ALL) =>
  names.map((name) => `--${name}: ${of[name]};`).join(' ');

/** A page that stands alone, in whatever scheme its reader has. */
export const bothSchemes = (names?: readonly Colour[]) =>
  `:root { color-scheme: light dark; ${properties(LIGHT, names)} }
@media (prefers-color-scheme: dark) { :root { ${properties(DARK, names)} } }`;

/** `@palette dark page line;` in a sheet or a page stands for these colours; without names for all of them. */
export const withPalette = (text: string) =>
  text.replace(/@palette (light|dark)([^;]*);/g, (_, scheme, names: string) =>
    properties(
      scheme === 'dark' ? DARK : LIGHT,
      names ? (names.trim().split(/\s+/) as Colour[]) : undefined,
    ),
  );
