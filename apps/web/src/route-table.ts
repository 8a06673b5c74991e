import { createElement, lazy, type ComponentType } from 'react';
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

const addShippingMethod = () =>
  import('./resources/shipping-methods/AddShippingMethodScreen.tsx').then(
    (m) => m.AddShippingMethodScreen,
  );

/** RT-30: /cert/{id} and /add-cert */
const certificateScreen = () =>
  import('./resources/certificates/CertificateScreen.tsx').then((m) => m.CertificateScreen);

/** The same screen, its record found by the filters of the address (RT-46, AM-10). */
const byQuery = (Screen: ComponentType<{ byQuery?: boolean }>) => () =>
  createElement(Screen, { byQuery: true });

/** What a merchant's own tabs show; each is of another resource and asks for the merchant's id alone. */
const MERCHANT_TABS = [
  {
    key: 'details',
    label: 'Details',
    panel: lazy(() => import('./resources/merchants/Details.tsx')),
  },
  {
    key: 'background',
    label: 'Background',
    panel: lazy(() => import('./resources/merchants/Background.tsx')),
  },
  {
    key: 'features',
    label: 'Features',
    panel: lazy(() => import('./resources/merchants/Features.tsx')),
  },
  {
    key: 'certificates',
    label: 'Certificates',
    panel: lazy(() => import('./resources/certificates/MerchantCertificates.tsx')),
  },
  {
    key: 'api-key',
    label: 'API key',
    panel: lazy(() => import('./resources/certificates/MerchantApiKey.tsx')),
  },
  {
    key: 'employees',
    label: 'Employees',
    panel: lazy(() => import('./resources/users/MerchantEmployees.tsx')),
  },
  {
    key: 'delivery-methods',
    label: 'Delivery methods',
    panel: lazy(() => import('./resources/merchant-delivery-methods/OfMerchant.tsx')),
  },
];

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
    screen: () => import('./resources/session/RegisterScreen.tsx').then((m) => m.RegisterScreen),
  },
  {
    path: '/password-recovery',
    name: 'password-recovery',
    title: 'Password recovery',
    access: 'open',
    screen: () => import('./resources/session/RecoveryScreen.tsx').then((m) => m.RecoveryScreen),
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
    path: '/second-factor',
    name: 'second-factor',
    title: 'Two-factor sign-in',
    access: 'secondFactor',
    screen: () =>
      import('./resources/session/SecondFactorScreen.tsx').then((m) => m.SecondFactorScreen),
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
    screen: () => import('./resources/exchange-logs.tsx').then((m) => m.ExchangeLogsScreen),
  },
  {
    path: '/purchases/{purchaseId}',
    name: 'purchase',
    title: 'Purchase Details',
    set: 'ADMIN_LEVEL',
    parent: 'purchases',
    screen: () => import('./resources/purchases/PurchaseScreen.tsx').then((m) => m.PurchaseScreen),
  },
  {
    path: '/recurring',
    name: 'recurring',
    title: 'Recurring Payments',
    set: 'ADMIN_LEVEL',
    screen: () => import('./resources/recurring.tsx').then((m) => m.RecurringScreen),
  },
  {
    path: '/orders',
    name: 'orders',
    title: 'Orders',
    set: 'CERT_ORDER_LOAN',
    screen: () => import('./resources/orders/OrdersScreen.tsx').then((m) => m.OrdersScreen),
  },
  {
    path: '/order/{orderId}',
    name: 'order',
    title: 'Order details',
    set: 'CERT_ORDER_LOAN',
    parent: 'orders',
    screen: () => import('./resources/orders/OrderScreen.tsx').then((m) => m.OrderScreen),
  },
  {
    path: '/financing/consumer-credits/{consumerCreditId}',
    name: 'consumer-credit',
    title: 'Loan',
    set: 'CERT_ORDER_LOAN',
    parent: 'consumer-credits',
    screen: () =>
      import('./resources/consumer-credits/ConsumerCreditScreen.tsx').then(
        (m) => m.ConsumerCreditScreen,
      ),
  },

  {
    path: '/merchant',
    name: 'merchant',
    title: 'Settings',
    screen: () => import('./resources/merchant/MerchantScreen.tsx').then((m) => m.MerchantScreen),
  },
  {
    path: '/merchant-employees',
    name: 'merchant-employees',
    title: 'Employees',
    screen: () => import('./resources/users/EmployeesScreen.tsx').then((m) => m.EmployeesScreen),
  },
  {
    path: '/merchant-employees/add',
    name: 'add-employee',
    parent: 'merchant-employees',
    screen: () =>
      import('./resources/users/AddEmployeeScreen.tsx').then((m) => m.AddEmployeeScreen),
  },
  {
    path: '/users/{userId}',
    name: 'user',
    title: 'User Details',
    set: 'USER_DETAIL',
    parent: 'merchant-employees',
    screen: () => import('./resources/users/UserScreen.tsx').then((m) => m.UserScreen),
  },
  {
    path: '/widgets',
    name: 'widgets',
    title: 'Widgets',
    set: 'WIDGET_VIEW',
    screen: () => import('./resources/widgets/WidgetsScreen.tsx').then((m) => m.WidgetsScreen),
  },
  {
    path: '/widgets/add',
    name: 'add-widget',
    title: 'Widget Details',
    set: 'WIDGET_ADD',
    parent: 'widgets',
    screen: () => import('./resources/widgets/AddWidgetScreen.tsx').then((m) => m.AddWidgetScreen),
  },
  {
    path: '/widget/{widgetId}',
    name: 'widget',
    title: 'Widget',
    set: 'WIDGET_VIEW',
    parent: 'widgets',
    screen: () => import('./resources/widgets/WidgetScreen.tsx').then((m) => m.WidgetScreen),
  },
  {
    path: '/shipping-methods',
    name: 'shipping-methods',
    title: 'Shipping Methods',
    set: 'SHIPPING_LIST',
    screen: () =>
      import('./resources/shipping-methods/ShippingMethodsScreen.tsx').then(
        (m) => m.ShippingMethodsScreen,
      ),
  },
  {
    path: '/shipping-methods/add',
    name: 'add-shipping-method',
    title: 'Shipping Method',
    set: 'SHIPPING_ADD',
    parent: 'shipping-methods',
    screen: addShippingMethod,
  },
  {
    path: '/add-shipping-method',
    name: 'add-shipping-method',
    title: 'Shipping Method',
    set: 'SHIPPING_ADD',
    parent: 'shipping-methods',
    screen: addShippingMethod,
  },
  {
    path: '/shipping-method/{id}',
    name: 'shipping-method',
    set: 'SHIPPING_VIEW',
    parent: 'shipping-methods',
    screen: () =>
      import('./resources/shipping-methods/ShippingMethodScreen.tsx').then(
        (m) => m.ShippingMethodScreen,
      ),
  },
  {
    path: '/certs',
    name: 'certs',
    title: 'Certificates',
    set: 'CERT_ORDER_LOAN',
    screen: () =>
      import('./resources/certificates/CertificatesScreen.tsx').then((m) => m.CertificatesScreen),
  },
  {
    path: '/cert/{certificateId}',
    name: 'cert',
    title: 'Certificate details',
    set: 'CERT_ORDER_LOAN',
    parent: 'certs',
    screen: certificateScreen,
  },
  {
    path: '/add-cert',
    name: 'add-cert',
    title: 'Certificate details',
    set: 'CERT_ORDER_LOAN',
    parent: 'certs',
    screen: certificateScreen,
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
  ]),
  {
    path: '/purchases',
    name: 'purchases',
    title: 'Purchases',
    set: 'BACKOFFICE',
    screen: () =>
      import('./resources/purchases/PurchasesScreen.tsx').then((m) => m.PurchasesScreen),
  },
  {
    path: '/merchants',
    name: 'merchants',
    title: 'Merchants',
    set: 'BACKOFFICE',
    screen: () =>
      import('./resources/merchants/MerchantsScreen.tsx').then((m) => m.MerchantsScreen),
  },
  ...backOffice([
    ['/financing/credit-orders', 'credit-orders', 'Credit Orders', 'The orders paid by credit.'],
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
    path: '/financing/consumer-credits',
    name: 'consumer-credits',
    title: 'Loans',
    set: 'BACKOFFICE',
    screen: () =>
      import('./resources/consumer-credits/lists.tsx').then((m) => m.ConsumerCreditsScreen),
  },
  {
    path: '/financing/consumer-credits-refunds',
    name: 'consumer-credits-refunds',
    title: 'Loan Refunds',
    set: 'BACKOFFICE',
    screen: () =>
      import('./resources/consumer-credits/lists.tsx').then((m) => m.ConsumerCreditsRefundsScreen),
  },
  {
    path: '/financing/offers',
    name: 'offers',
    title: 'Credit Offers',
    set: 'BACKOFFICE',
    screen: () => import('./resources/offers.tsx').then((m) => m.OffersScreen),
  },
  {
    path: '/financing/authentications',
    name: 'authentications',
    title: 'Authentications',
    set: 'BACKOFFICE',
    screen: () => import('./resources/authentications.tsx').then((m) => m.AuthenticationsScreen),
  },
  {
    path: '/financing/signatures',
    name: 'signatures',
    title: 'Signatures',
    set: 'BACKOFFICE',
    screen: () => import('./resources/signatures.tsx').then((m) => m.SignaturesScreen),
  },
  {
    path: '/users',
    name: 'users',
    title: 'Users',
    set: 'BACKOFFICE',
    screen: () => import('./resources/users/UsersScreen.tsx').then((m) => m.UsersScreen),
  },
  {
    path: '/merchants/{merchantId}',
    name: 'merchant-by-id',
    title: 'Merchant Details',
    set: 'BACKOFFICE',
    parent: 'merchants',
    screen: () =>
      import('./resources/merchants/MerchantScreen.tsx').then(
        ({ MerchantScreen }) =>
          () =>
            createElement(MerchantScreen, { tabs: MERCHANT_TABS }),
      ),
  },
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
  {
    path: '/audit-logs',
    name: 'audit-logs',
    title: 'Audit Logs',
    set: 'BACKOFFICE',
    screen: () => import('./resources/audit-logs.tsx').then((m) => m.AuditLogsScreen),
  },
  {
    path: '/task-executions',
    name: 'task-executions',
    title: 'Task Executions',
    set: 'BACKOFFICE',
    screen: () => import('./resources/task-executions.tsx').then((m) => m.TaskExecutionsScreen),
  },
  ...backOffice([
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
