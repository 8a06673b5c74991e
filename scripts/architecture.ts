import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, readSources, root, type Source } from './repo/sources.ts';

export const PAGE = join(root, 'docs/architecture.md');
const [BEGIN, END] = ['```mermaid\n', '```\n'];

/** The rooms of the house, the first that a path begins with; what is in none is not drawn. */
const ROOMS: readonly [prefix: string, house: string, room: string][] = [
  ['packages/contract/src/kernel/', 'contract', 'kernel'],
  ['packages/contract/src/resources/', 'contract', 'resources'],
  ['packages/contract/src/', 'contract', 'rights and rules'],
  ['apps/server/src/testing/', '', ''],
  ['apps/server/src/platform/db/', 'server', 'database'],
  ['apps/server/src/platform/http/', 'server', 'http'],
  ['apps/server/src/platform/auth/', 'server', 'sign-in'],
  ['apps/server/src/platform/', 'server', 'platform'],
  ['apps/server/src/domain/', 'server', 'domain'],
  ['apps/server/src/gateways/', 'server', 'gateways'],
  ['apps/server/src/resources/', 'server', 'resources'],
  ['apps/server/src/seed/', 'server', 'demo data'],
  ['apps/server/src/', 'server', 'composition'],
  ['apps/web/src/ui/', 'web', 'ui'],
  ['apps/web/src/theme/', 'web', 'ui'],
  ['apps/web/src/platform/', 'web', 'platform'],
  ['apps/web/src/resources/', 'web', 'resources'],
  ['apps/web/src/', 'web', 'routes'],
  ['apps/checkout/src/', 'checkout', 'the shopper’s page'],
];

const roomOf = (path: string) => {
  const [, house, room] = ROOMS.find(([prefix]) => path.startsWith(prefix)) ?? [];
  return house ? { house, room: room!, key: `${house}/${room}` } : null;
};

/** The house as it is built, out of who imports whom: a room a box, an arrow with how many imports it stands for. */
export function drawn(sources: readonly Source[]): string {
  const counts = new Map<string, number>();
  const rooms = new Map<string, { house: string; room: string; files: number }>();
  for (const source of sources.filter((one) => !isTest(one))) {
    const from = roomOf(source.path);
    if (!from) continue;
    const known = rooms.get(from.key) ?? { ...from, files: 0 };
    rooms.set(from.key, { ...known, files: known.files + 1 });
    for (const { target } of source.imports) {
      const to = roomOf(target);
      if (!to || to.key === from.key) continue;
      const edge = `${from.key}>${to.key}`;
      counts.set(edge, (counts.get(edge) ?? 0) + 1);
    }
  }
  const keys = [...rooms.keys()].sort();
  const name = (key: string) => `r${keys.indexOf(key)}`;
  const houses = [...new Set([...rooms.values()].map(({ house }) => house))].sort();
  return [
    'flowchart TB',
    ...houses.flatMap((house) => [
      `  subgraph ${house}`,
      ...keys
        .filter((key) => rooms.get(key)!.house === house)
        .map((key) => `    ${name(key)}["${rooms.get(key)!.room} (${rooms.get(key)!.files})"]`),
      '  end',
    ]),
    ...[...counts].sort().map(([edge, count]) => {
      const [from = '', to = ''] = edge.split('>');
      return `  ${name(from)} -->|${count}| ${name(to)}`;
    }),
    '',
  ].join('\n');
}

/** The page with the picture of these sources in the place of the one that is there. */
export function pageWith(text: string, picture: string): string {
  const begin = text.indexOf(BEGIN) + BEGIN.length;
  return text.slice(0, begin) + picture + text.slice(text.indexOf(END, begin));
}

/** Which room leads to which: the arrows of a picture, without their counts. */
export const arrowsOf = (picture: string): string[] =>
  [...picture.matchAll(/^ +(r\d+) -->\|\d+\| (r\d+)$/gm)].map(([, from, to]) => `${from} ${to}`);

// `npm run architecture` draws it anew
if (import.meta.main)
  writeFileSync(PAGE, pageWith(readFileSync(PAGE, 'utf8'), drawn(readSources())));
