import type { RouteSet } from '@paydesk/contract/permissions.ts';
import type { MenuBlock, MenuEntry } from './platform/Menu.tsx';
import { ROUTES } from './route-table.ts';
import {
  IconAdjustments,
  IconBuildingBank,
  IconPackage,
  IconServer,
  IconSpeakerphone,
} from './ui/icons.ts';

/** What the routes say of themselves, in their places. */
const entriesOf = (title: string): MenuEntry[] =>
  ROUTES.flatMap(({ menu, ...row }) =>
    menu?.in === title
      ? [{ ...row, ...menu, href: row.path, label: menu.label ?? row.title ?? row.name }]
      : [],
  ).toSorted((one, other) => one.place - other.place);

const block = (title: string, set?: RouteSet): MenuBlock => ({
  title,
  ...(set && { set }),
  entries: entriesOf(title),
});

const GROUPS = [
  { title: 'Logs', icon: IconServer },
  { title: 'Financing', icon: IconBuildingBank },
  { title: 'Rules and data', icon: IconAdjustments },
  { title: 'Announcements', icon: IconSpeakerphone },
  { title: 'Delivery', icon: IconPackage },
] as const;

/** The side menu (SH-09..20, AM-05). */
export const MENU: readonly MenuBlock[] = [
  { entries: entriesOf('Top') },
  block('Payment Information'),
  block('Settings'),
  block('Developers'),
  {
    ...block('Back Office', 'BACKOFFICE'),
    groups: GROUPS.map((group) => ({ ...group, entries: entriesOf(group.title) })),
  },
];

/** The block that an entry stands in, in one of its groups or not. */
export function blockOf(name: string): MenuBlock | undefined {
  return MENU.find(({ entries, groups = [] }) =>
    [entries, ...groups.map((group) => group.entries)].flat().some((one) => one.name === name),
  );
}
