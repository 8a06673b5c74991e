import type { Application } from '@paydesk/contract/permissions.ts';
import type { MenuBlock, MenuEntry } from './platform/Menu.tsx';
import { ROUTES } from './route-table.ts';
import {
  IconAdjustments,
  IconBuildingBank,
  IconCreditCard,
  IconPackage,
  IconServer,
  IconShieldCheck,
  IconSpeakerphone,
  IconUserCog,
} from './ui/icons.ts';

/** What the routes say of themselves, in their places. */
const entriesOf = (title: string): MenuEntry[] =>
  ROUTES.flatMap((row) =>
    [row.menu ?? []]
      .flat()
      .flatMap((spot, _at, spots) =>
        spot.in === title ? [{ ...row, ...spot, sign: spots.find(({ icon }) => icon)?.icon }] : [],
      ),
  )
    .toSorted((one, other) => one.place - other.place)
    .map(({ name, path, title: own = name, label = own, icon, sign, set, roles }) => ({
      name,
      href: path,
      label,
      ...(icon && { icon }),
      ...(sign && { sign }),
      ...(set && { set }),
      ...(roles && { roles }),
    }));

const block = (title: string): MenuBlock => ({ title, entries: entriesOf(title) });

/** As the specification has it, to the order (SH-10..20). */
const MERCHANTS: readonly MenuBlock[] = [
  { entries: entriesOf('Top') },
  block('Payment Information'),
  block('Settings'),
  block('Developers'),
];

/** By what staff do, in groups, so that all of it stands on a screen 900 pixels high (ADR 127). */
const STAFFS: readonly MenuBlock[] = [
  {
    entries: entriesOf('Desk'),
    groups: [
      { title: 'Payments', icon: IconCreditCard, open: true },
      { title: 'Lending', icon: IconBuildingBank },
      { title: 'Risk', icon: IconShieldCheck },
      { title: 'Partners', icon: IconPackage },
      { title: 'Communication', icon: IconSpeakerphone },
      { title: 'Users and access', icon: IconUserCog },
      { title: 'Logs', icon: IconServer },
      { title: 'Set-up', icon: IconAdjustments },
    ].map((group) => ({ ...group, entries: entriesOf(group.title) })),
  },
];

/** The side menu of a console (SH-09, AM-05); the roles within it see what they may open. */
export const menuOf = (application: Application): readonly MenuBlock[] =>
  application === 'BACKOFFICE' ? STAFFS : MERCHANTS;

const blockOf = (menu: readonly MenuBlock[], name: string | undefined) =>
  menu
    .flatMap(({ groups = [], ...own }) => [own, ...groups])
    .find(({ entries }) => entries.some((one) => one.name === name));

/** The group or block that an entry stands in; none where it stands in no menu, or above the groups. */
export const groupOf = (menu: readonly MenuBlock[], name: string | undefined): string | undefined =>
  blockOf(menu, name)?.title;

/** Whether it stands in the menu at all. */
export const standsIn = (menu: readonly MenuBlock[], name: string): boolean =>
  blockOf(menu, name) !== undefined;
