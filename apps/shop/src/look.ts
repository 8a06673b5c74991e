import { bothSchemes } from '@paydesk/contract/palette.ts';
import { Html } from '@paydesk/contract/kernel/html-template.ts';
import type { Product } from './orders.ts';

/** How the shop looks: its own, of the palette's warm colours. */

export const STYLE = `
${bothSchemes(['text', 'muted', 'page', 'surface', 'line', 'warning', 'warning-ground', 'success', 'success-ground', 'error', 'error-ground', 'on-filled'])}
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); background: var(--page); font: 16px/1.5 system-ui, sans-serif; }
h1, h2, h3, .logo { font-family: Georgia, 'Times New Roman', serif; font-weight: 600; line-height: 1.2; }
h1 { font-size: clamp(28px, 5vw, 44px); margin: 0; }
h2 { font-size: 22px; margin: 0; }
p { margin: 0; overflow-wrap: anywhere; }
a { color: var(--warning); }
.wide { width: min(1040px, calc(100vw - 32px)); margin: 0 auto; }
header { background: var(--surface); border-bottom: 1px solid var(--line); }
header .wide { display: flex; justify-content: space-between; align-items: center; min-height: 64px; gap: 16px; }
.logo { color: inherit; font-size: 22px; text-decoration: none; }
.basket { display: inline-flex; align-items: center; min-height: 44px; padding: 0 16px; border: 1px solid var(--line); border-radius: 999px; text-decoration: none; }
main { padding: 32px 0 64px; display: grid; gap: 40px; }
.hero { display: grid; gap: 8px; padding: 32px; border-radius: 16px; color: var(--warning); background: var(--warning-ground); }
.goods { display: grid; gap: 24px; grid-template-columns: repeat(auto-fill, minmax(min(260px, 100%), 1fr)); }
.good, .panel { display: grid; gap: 12px; align-content: start; padding: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; min-width: 0; }
.good { grid-template-rows: auto auto 1fr auto; }
.good svg { width: 100%; height: 180px; border-radius: 10px; color: var(--warning); background: var(--warning-ground); }
.row { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 8px 16px; }
.price { font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
.total { font-size: 20px; }
.muted { color: var(--muted); }
.small { font-size: 14px; }
form { margin: 0; }
button { min-height: 44px; padding: 8px 18px; border: 1px solid transparent; border-radius: 999px; font: inherit; font-weight: 600; cursor: pointer; color: var(--on-filled); background: var(--warning); }
button.quiet { color: var(--warning); background: transparent; border-color: var(--line); }
:is(a, button, input, summary):focus-visible { outline: 3px solid var(--warning); outline-offset: 2px; }
ul { margin: 0; padding: 0; list-style: none; display: grid; gap: 12px; }
li + li { border-top: 1px solid var(--line); padding-top: 12px; }
.buttons { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.chip { display: inline-block; padding: 2px 10px; border-radius: 999px; font-size: 14px; font-weight: 600; }
.good-news { color: var(--success); background: var(--success-ground); }
.bad-news { color: var(--error); background: var(--error-ground); }
.waits { color: var(--warning); background: var(--warning-ground); }
pre { margin: 8px 0 0; padding: 12px; overflow-x: auto; border-radius: 10px; background: var(--page); font-size: 13px; }
summary { cursor: pointer; min-height: 24px; }
footer { padding: 24px 0; border-top: 1px solid var(--line); color: var(--muted); font-size: 14px; }
`;

const DRAWINGS: Readonly<Record<Product['picture'], string>> = {
  stool:
    '<ellipse cx="100" cy="52" rx="52" ry="13"/><path d="M48 52v9c0 7 23 13 52 13s52-6 52-13v-9"/><path d="M64 72 50 158M136 72l14 86M100 75v86M58 116c20 9 64 9 84 0"/>',
  lamp: '<path d="M70 96 84 34h32l14 62z"/><path d="M100 96v44M72 156c0-10 12-16 28-16s28 6 28 16z"/><path d="M128 152c18 2 24-8 40-6"/><path d="M82 108l-8 14M118 108l8 14M100 112v12" opacity=".5"/>',
  board:
    '<path d="M62 54h76c8 0 14 6 14 14v74c0 8-6 14-14 14H62c-8 0-14-6-14-14V68c0-8 6-14 14-14z"/><path d="M86 54V36c0-6 6-10 14-10s14 4 14 10v18"/><circle cx="100" cy="38" r="4"/><path d="M64 78c24 8 48-8 72 0M64 104c24 8 48-8 72 0M64 130c24 8 48-8 72 0" opacity=".5"/>',
};

export const drawing = (picture: Product['picture']): Html =>
  new Html(
    `<svg viewBox="0 0 200 180" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${DRAWINGS[picture]}</svg>`,
  );
