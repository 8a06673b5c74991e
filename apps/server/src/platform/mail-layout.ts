import { DARK, LIGHT } from '@paydesk/contract/palette.ts';
import { asElements, isolated } from './bidi.ts';
import type { Tx } from './db/database.ts';
import { post, type Outgoing } from './outbox.ts';
import type { Services } from './services.ts';

export interface Letter {
  to: string;
  subject: string;
  /** Read by who sees the list of mails, and as the heading. */
  heading: string;
  /** Each a paragraph, plain text; what people typed may stand in it, in any script. */
  before: string[];
  action: { label: string; link: string };
  after: string[];
}

/** Under which name mails leave: that of whoever runs the installation, once they have said it (AM-117). */
export const houseOf = ({ installation }: Pick<Services, 'installation'>): string =>
  installation.said().name ?? 'Paydesk';

/** Puts a letter into the box, in the name of the house. */
export function mailLetter(
  tx: Tx,
  services: Services,
  write: (house: string) => Letter,
  until: { minutes: number | null; merchantId?: string },
): Promise<void> {
  const house = houseOf(services);
  return post(tx, services, 'MAIL', layOut(write(house), house), until);
}

/**
 * One mail as text and as HTML, with the same words and the link in both. No pictures and nothing
 * remote; the colours follow the reader's light or dark.
 */
export function layOut(
  { to, heading, before, action, after, ...letter }: Letter,
  house: string,
): Outgoing['MAIL'] {
  const { label, link } = action;
  const subject = isolated(letter.subject);
  const sender = `${house} sent this mail automatically; replies are not read.`;
  const text = [heading, ...before, `${label}:`]
    .map(isolated)
    .join('\n\n')
    .concat(`\n${link}\n\n`, [...after, sender].map(isolated).join('\n\n'), '\n');
  const said = (line: string) => asElements(escape(isolated(line)));
  const paragraphs = (lines: string[]) => lines.map((line) => `<p>${said(line)}</p>`).join('\n');
  const html = `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>${STYLE}</style>
</head>
<body>
<div class="card">
<div class="house">${said(house)}</div>
<h1>${said(heading)}</h1>
${paragraphs(before)}
<p><a class="button" href="${escape(link)}">${said(label)}</a></p>
<p class="quiet">If the button does not work, open this address:<br><a href="${escape(link)}">${escape(link)}</a></p>
${paragraphs(after)}
</div>
<p class="quiet foot">${said(sender)}</p>
</body>
</html>
`;
  return { to, subject, text, html, link };
}

const STYLE = `
body{margin:0;padding:32px 16px;background:${LIGHT.page};color:${LIGHT.text};font:15px/22px -apple-system,'Segoe UI',Roboto,Arial,sans-serif}
.card{max-width:480px;margin:0 auto;padding:24px;background:${LIGHT.surface};border:1px solid ${LIGHT.line};border-radius:12px}
.house{margin-bottom:16px;color:${LIGHT.primary};font-weight:700}
h1{margin:0 0 12px;font-size:20px;line-height:28px}
p{margin:0 0 12px}
a{color:${LIGHT.primary};overflow-wrap:anywhere}
a.button{display:inline-block;margin:4px 0;padding:10px 16px;border-radius:8px;background:${LIGHT.primary};color:${LIGHT['on-filled']};font-weight:600;text-decoration:none}
.quiet{color:${LIGHT.muted};font-size:13px;line-height:18px}
.foot{max-width:480px;margin:16px auto 0;padding:0 24px}
@media (prefers-color-scheme:dark){
body{background:${DARK.page};color:${DARK.text}}
.card{background:${DARK.surface};border-color:${DARK.line}}
.house,a{color:${DARK.primary}}
a.button{background:${DARK.primary};color:${DARK['on-filled']}}
.quiet{color:${DARK.muted}}
}
`;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string) => text.replace(/[&<>"']/g, (one) => ENTITIES[one]!);

/** 60 → '1 hour', 10080 → '7 days'. */
export function lastingWords(minutes: number): string {
  const units: [number, string][] = [
    [1440, 'day'],
    [60, 'hour'],
  ];
  const [size, unit] = units.find(([size]) => minutes % size === 0) ?? [1, 'minute'];
  const count = minutes / size;
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
