import { createElement, type ComponentType } from 'react';
import type { RouteSet } from '@paydesk/contract/permissions.ts';
import type { Crumb } from './platform/Crumbs.tsx';
import type { RouteAccess } from './platform/guard.ts';

/** What the router, the guard, the breadcrumbs and the menu know of a route. */
export interface RouteRow {
  /** Parameters as {name}; `/*` is any other path. */
  path: string;
  name: string;
  title?: string;
  /** Any one of its permissions opens the route; none: everyone who is signed in. */
  set?: RouteSet;
  access?: RouteAccess;
  /** The route above it in the breadcrumbs, by name. */
  parent?: string;
  screen?: () => Promise<ComponentType>;
  /** In place of a screen: what will stand here. */
  later?: string;
}

const transaction = () => import('./resources/transactions/TransactionScreen.tsx');

/** The same screen, its record found by the filters of the address (RT-46, AM-10). */
const byQuery = (Screen: ComponentType<{ byQuery?: boolean }>) => () =>
  createElement(Screen, { byQuery: true });

/** Every route of the console, once (RT-01..36 and the back office's own). */
export const ROUTES: readonly RouteRow[] = [
  {
    path: '/',
    name: 'home',
    screen: () => import('./platform/Home.tsx').then((m) => m.Home),
  },
  {
    path: '/login',
    name: 'login',
    title: 'Login',
    access: 'login',
    screen: () => import('./resources/session/LoginScreen.tsx').then((m) => m.LoginScreen),
  },
  {
    path: '/register',
    name: 'register',
    title: 'Create password',
    access: 'open',
    later: 'Here an invited user will choose a password.',
  },
  {
    path: '/password-recovery',
    name: 'password-recovery',
    title: 'Password recovery',
    access: 'open',
    later: 'Here a forgotten password will be replaced by e-mail.',
  },
  {
    path: '/password-renewal',
    name: 'password-renewal',
    title: 'Password Expired',
    access: 'renewal',
    screen: () =>
      import('./resources/session/RenewalScreen.tsx').then((m) => m.PasswordRenewalScreen),
  },
  {
    path: '/profile',
    name: 'profile',
    title: 'Profile',
    screen: () => import('./resources/session/ProfileScreen.tsx').then((m) => m.ProfileScreen),
  },
  {
    path: '/help',
    name: 'help',
    title: 'Help',
    screen: () => import('./resources/documentation.tsx').then((m) => m.HelpScreen),
  },
  {
    path: '/documentation',
    name: 'documentation',
    title: 'Integration Documentation',
    screen: () => import('./resources/documentation.tsx').then((m) => m.DocumentationScreen),
  },

  {
    path: '/business-days',
    name: 'business-days',
    title: 'Business Days',
    set: 'TRANSACTION_DASHBOARD',
    screen: () =>
      import('./resources/business-days/BusinessDaysScreen.tsx').then((m) => m.BusinessDaysScreen),
  },
  {
    path: '/transactions',
    name: 'transactions',
    title: 'Transactions',
    set: 'TRANSACTION_DASHBOARD',
    screen: () =>
      import('./resources/transactions/TransactionsScreen.tsx').then((m) => m.TransactionsScreen),
  },
  {
    path: '/transactions/{transactionId}',
    name: 'transaction',
    title: 'Transaction Details',
    set: 'TRANSACTION_DASHBOARD',
    parent: 'transactions',
    screen: () => transaction().then((m) => m.TransactionScreen),
  },
  {
    path: '/transaction',
    name: 'transaction-by-query',
    title: 'Transaction Details',
    set: 'BACKOFFICE',
    parent: 'transactions',
    screen: () => transaction().then((m) => byQuery(m.TransactionScreen)),
  },
  {
    path: '/exchange-logs',
    name: 'exchange-logs',
    title: 'Exchange Requests And Responses',
    set: 'ADMIN_LEVEL',
    later: 'Every request between the merchant’s systems and ours, with its answer.',
  },
  {
    path: '/purchases/{purchaseId}',
    name: 'purchase',
    title: 'Purchase Details',
    set: 'ADMIN_LEVEL',
    later: 'One purchase: its state, its payer and its transactions.',
  },
  {
    path: '/recurring',
    name: 'recurring',
    title: 'Recurring Payments',
    set: 'ADMIN_LEVEL',
    later: 'Every recurring payment, when it is due and how it went.',
  },
  {
    path: '/orders',
    name: 'orders',
    title: 'Orders',
    set: 'CERT_ORDER_LOAN',
    later: 'Every order, what was bought and how it is paid.',
  },
  {
    path: '/order/{orderId}',
    name: 'order',
    title: 'Order details',
    set: 'CERT_ORDER_LOAN',
    parent: 'orders',
    later: 'One order: its items, its delivery and its payments.',
  },
  {
    path: '/financing/consumer-credits/{consumerCreditId}',
    name: 'consumer-credit',
    title: 'Loan',
    set: 'CERT_ORDER_LOAN',
    later: 'One loan: its terms, its decisions and its refunds.',
  },

  {
    path: '/merchant',
    name: 'merchant',
    title: 'Settings',
    later: 'The merchant’s own data and callback addresses.',
  },
  {
    path: '/merchant-employees',
    name: 'merchant-employees',
    title: 'Employees',
    later: 'Who works with the console for this merchant, and in which role.',
  },
  {
    path: '/merchant-employees/add',
    name: 'add-employee',
    parent: 'merchant-employees',
    later: 'Here an employee will be invited.',
  },
  {
    path: '/users/{userId}',
    name: 'user',
    title: 'User Details',
    set: 'USER_DETAIL',
    parent: 'merchant-employees',
    later: 'One user: the name, the role and the state.',
  },
  {
    path: '/widgets',
    name: 'widgets',
    title: 'Widgets',
    set: 'WIDGET_VIEW',
    later: 'The payment widgets on the merchant’s pages.',
  },
  {
    path: '/widgets/add',
    name: 'add-widget',
    title: 'Widget Details',
    set: 'WIDGET_ADD',
    parent: 'widgets',
    later: 'Here a widget will be created.',
  },
  {
    path: '/widget/{widgetId}',
    name: 'widget',
    title: 'Widget',
    set: 'WIDGET_VIEW',
    parent: 'widgets',
    later: 'One widget: what it sells and how it looks.',
  },
  {
    path: '/shipping-methods',
    name: 'shipping-methods',
    title: 'Shipping Methods',
    set: 'SHIPPING_LIST',
    later: 'How the merchant ships, and for what price.',
  },
  {
    path: '/shipping-methods/add',
    name: 'add-shipping-method',
    title: 'Shipping Method',
    set: 'SHIPPING_ADD',
    parent: 'shipping-methods',
    later: 'Here a shipping method will be created.',
  },
  {
    path: '/add-shipping-method',
    name: 'add-shipping-method',
    title: 'Shipping Method',
    set: 'SHIPPING_ADD',
    parent: 'shipping-methods',
    later: 'Here a shipping method will be created.',
  },
  {
    path: '/shipping-method/{id}',
    name: 'shipping-method',
    set: 'SHIPPING_VIEW',
    parent: 'shipping-methods',
    later: 'One shipping method: its price and its regions.',
  },
  {
    path: '/certs',
    name: 'certs',
    title: 'Certificates',
    set: 'CERT_ORDER_LOAN',
    later: 'The certificates and the API key of the merchant.',
  },
  {
    path: '/cert/{certificateId}',
    name: 'cert',
    title: 'Certificate details',
    set: 'CERT_ORDER_LOAN',
    parent: 'certs',
    later: 'One certificate: whose it is and how long it is valid.',
  },
  {
    path: '/add-cert',
    name: 'add-cert',
    title: 'Certificate details',
    set: 'CERT_ORDER_LOAN',
    parent: 'certs',
    later: 'Here a certificate will be created.',
  },

  ...backOffice([
    ['/customers', 'customers', 'Customers', 'Every customer and how to reach them.'],
    [
      '/customers/{customerId}',
      'customer',
      'Customer Details',
      'One customer: the person, cards, loans and offers.',
      'customers',
    ],
    ['/screening', 'screening', 'Screening', 'What the screening of customers found.'],
    ['/purchases', 'purchases', 'Purchases', 'The purchases of every merchant.'],
    ['/users', 'users', 'Users', 'Every user of the console.'],
    ['/merchants', 'merchants', 'Merchants', 'Every merchant and its state.'],
    [
      '/merchants/{merchantId}',
      'merchant-by-id',
      'Merchant Details',
      'One merchant: its data, features, certificates, employees and delivery methods.',
      'merchants',
    ],
    ['/financing/consumer-credits', 'consumer-credits', 'Loans', 'The loans of every merchant.'],
    [
      '/financing/consumer-credits-refunds',
      'consumer-credits-refunds',
      'Loan Refunds',
      'What is to be refunded on loans.',
    ],
    ['/financing/credit-orders', 'credit-orders', 'Credit Orders', 'The orders paid by credit.'],
    ['/financing/offers', 'offers', 'Credit Offers', 'What institutions offered to customers.'],
    [
      '/financing/authentications',
      'authentications',
      'Authentications',
      'How customers proved who they are.',
    ],
    ['/financing/signatures', 'signatures', 'Signatures', 'The signatures under loan agreements.'],
    [
      '/financing/financing-institutions',
      'financing-institutions',
      'Financing Institutions',
      'Who finances the loans.',
    ],
    [
      '/financing/financing-institutions/{id}',
      'financing-institution',
      'Financing Institution',
      'One institution and its terms.',
      'financing-institutions',
    ],
    ['/financing-products', 'financing-products', 'Financing Products', 'What can be financed.'],
    [
      '/financing-products/{id}',
      'financing-product',
      'Financing Product',
      'One product and its limits.',
      'financing-products',
    ],
  ]),
  {
    path: '/soap-logs',
    name: 'soap-logs',
    title: 'SOAP Logs',
    set: 'BACKOFFICE',
    screen: () => import('./resources/soap-logs.tsx').then((m) => m.SoapLogsScreen),
  },
  {
    path: '/mpi-logs',
    name: 'mpi-logs',
    title: '3DS Logs',
    set: 'BACKOFFICE',
    screen: () => import('./resources/mpi-logs.tsx').then((m) => m.MpiLogsScreen),
  },
  ...backOffice([
    ['/audit-logs', 'audit-logs', 'Audit Logs', 'Who changed what, and when.'],
    ['/task-executions', 'task-executions', 'Task Executions', 'What the timed tasks did.'],
    ['/announcements', 'announcements', 'Announcements', 'What merchants are told.'],
    [
      '/customers-announcements',
      'customers-announcements',
      'Customer Announcements',
      'What customers are told.',
    ],
    [
      '/customers-announcements/{id}',
      'customers-announcement',
      'Customer Announcement',
      'One announcement and when it is shown.',
      'customers-announcements',
    ],
    ['/settings/rules', 'rules', 'Rules', 'The rules that decide on payments.'],
    ['/settings/rules/{id}', 'rule', 'Rule', 'One rule and what it looks at.', 'rules'],
    [
      '/rules-evaluation-results',
      'rules-evaluation-results',
      'Rule Results',
      'What the rules decided.',
    ],
    ['/settings/bin-ranges', 'bin-ranges', 'BIN Ranges', 'Which card numbers belong to whom.'],
    ['/settings/meta-data', 'meta-data', 'Meta Data', 'The settings of each application.'],
  ]),
  {
    path: '/settings/permissions',
    name: 'permissions',
    title: 'Permissions',
    set: 'BACKOFFICE',
    screen: () => import('./resources/permissions.tsx').then((m) => m.PermissionsScreen),
  },
  ...backOffice([
    [
      '/delivery/companies',
      'delivery-companies',
      'Delivery Companies',
      'Who delivers for merchants.',
    ],
    [
      '/delivery/companies/{id}',
      'delivery-company',
      'Delivery Company',
      'One company and its methods.',
      'delivery-companies',
    ],
    [
      '/delivery/methods/{id}',
      'delivery-method',
      'Delivery Method',
      'One method with its pickup points and companies.',
      'delivery-companies',
    ],
    [
      '/delivery/merchants',
      'delivery-merchants',
      'Delivery Merchants',
      'Which merchants use which delivery.',
    ],
  ]),

  {
    path: '/*',
    name: 'not-found',
    screen: () => import('./platform/NotFound.tsx').then((m) => m.NotFound),
  },
];

type BackOfficeRow = [path: string, name: string, title: string, later: string, parent?: string];

/** The staff's own routes, whose screens come later (AM-05). */
function backOffice(rows: BackOfficeRow[]): RouteRow[] {
  return rows.map(([path, name, title, later, parent]) => ({
    path,
    name,
    title,
    set: 'BACKOFFICE',
    later,
    ...(parent ? { parent } : {}),
  }));
}

/** The route's name and those of the routes above it. */
export function namesAbove(row: RouteRow): string[] {
  const parent = ROUTES.find(({ name }) => name === row.parent);
  return [row.name, ...(parent ? namesAbove(parent) : [])];
}

/**
 * The routes above, then the route's own title (SH-27); a route that stands at the top goes below
 * its group of the menu. A parent that the user may not open is words, no link.
 */
export function crumbsOf(
  row: RouteRow,
  group: string | undefined,
  mayOpen: (set: RouteSet | undefined) => boolean,
): Crumb[] {
  const above = namesAbove(row)
    .slice(1)
    .reverse()
    .flatMap((name) => ROUTES.find((one) => one.name === name) ?? [])
    .map(({ title, path, set }) => ({
      label: title ?? path,
      ...(mayOpen(set) ? { href: path } : {}),
    }));
  const top = above.length || !group || group === row.title ? above : [{ label: group }];
  return row.title ? [...top, { label: row.title }] : top;
}
