import type { RouteSet } from '@paydesk/contract/permissions.ts';
import type { MenuBlock } from './platform/Menu.tsx';
import { ROUTES } from './route-table.ts';
import {
  IconAdjustments,
  IconArrowsExchange,
  IconBook,
  IconBuildingBank,
  IconBuildings,
  IconBuildingStore,
  IconCertificate,
  IconFileCode,
  IconPackage,
  IconLayoutDashboard,
  IconLayoutGridAdd,
  IconRepeat,
  IconServer,
  IconShieldCheck,
  IconShoppingBag,
  IconShoppingCart,
  IconSpeakerphone,
  IconTruckDelivery,
  IconUser,
  IconUserCog,
  IconUsers,
  type Icon,
} from './ui/icons.ts';

/** An entry leads to a route; who may open that sees it, unless the menu asks for more (CERT_MENU). */
function entry(name: string, icon?: Icon, label?: string, set?: RouteSet) {
  const route = ROUTES.find((row) => row.name === name);
  if (!route) throw new Error(`No route ${name}`);
  const shown = set ?? route.set;
  return {
    name,
    href: route.path,
    label: label ?? route.title ?? name,
    ...(icon ? { icon } : {}),
    ...(shown ? { set: shown } : {}),
  };
}

/** The side menu (SH-09..20, AM-05). */
export const MENU: readonly MenuBlock[] = [
  { entries: [entry('business-days', IconLayoutDashboard, 'Dashboard')] },
  {
    title: 'Payment Information',
    entries: [
      entry('transactions', IconArrowsExchange),
      entry('recurring', IconRepeat),
      entry('orders', IconShoppingCart),
    ],
  },
  {
    title: 'Settings',
    entries: [
      entry('merchant-employees', IconUsers),
      entry('shipping-methods', IconTruckDelivery),
      entry('widgets', IconLayoutGridAdd),
      entry('merchant', IconBuildingStore, 'Business Profile'),
    ],
  },
  {
    title: 'Developers',
    entries: [
      entry('certs', IconCertificate, 'Certificates', 'CERT_MENU'),
      entry('exchange-logs', IconFileCode, 'Exchange Logs'),
      entry('documentation', IconBook),
    ],
  },
  {
    title: 'Back Office',
    set: 'BACKOFFICE',
    entries: [
      entry('merchants', IconBuildings),
      entry('customers', IconUser),
      entry('purchases', IconShoppingBag),
      entry('users', IconUserCog),
      entry('screening', IconShieldCheck),
    ],
    groups: [
      {
        title: 'Logs',
        icon: IconServer,
        entries: [
          entry('soap-logs'),
          entry('mpi-logs'),
          entry('audit-logs'),
          entry('task-executions'),
          entry('undelivered-messages'),
        ],
      },
      {
        title: 'Financing',
        icon: IconBuildingBank,
        entries: [
          entry('consumer-credits'),
          entry('consumer-credits-refunds'),
          entry('credit-orders'),
          entry('offers'),
          entry('authentications'),
          entry('signatures'),
          entry('financing-institutions'),
          entry('financing-products'),
        ],
      },
      {
        title: 'Rules and data',
        icon: IconAdjustments,
        entries: [
          entry('rules'),
          entry('rules-evaluation-results'),
          entry('bin-ranges'),
          entry('meta-data'),
          entry('permissions'),
        ],
      },
      {
        title: 'Announcements',
        icon: IconSpeakerphone,
        entries: [entry('announcements'), entry('customers-announcements')],
      },
      {
        title: 'Delivery',
        icon: IconPackage,
        entries: [
          entry('delivery-companies'),
          entry('delivery-methods'),
          entry('delivery-merchants'),
        ],
      },
    ],
  },
];

/** The block that an entry stands in, in one of its groups or not. */
export function blockOf(name: string): MenuBlock | undefined {
  return MENU.find(({ entries, groups = [] }) =>
    [entries, ...groups.map((group) => group.entries)].flat().some((one) => one.name === name),
  );
}
