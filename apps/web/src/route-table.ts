import { createElement, lazy, type ComponentType } from 'react';
import type { RouteSet } from '@paydesk/contract/permissions.ts';
import type { Requirement } from '@paydesk/contract/policy.ts';
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
  /**
   * What its calls ask of a merchant's people beyond the set, which the specification has wider: who
   * opens it without that reads why, and whom to ask (AM-115). Staff are led on by the screen itself.
   */
  asks?: Requirement;
  access?: RouteAccess;
  /** The route above it in the breadcrumbs, by name; of several the first that the person may open. */
  parent?: string | readonly string[];
  screen: () => Promise<ComponentType>;
}

const transaction = () => import('./resources/transactions/TransactionScreen.tsx');

const addShippingMethod = () =>
  import('./resources/shipping-methods/AddShippingMethodScreen.tsx').then(
    (m) => m.AddShippingMethodScreen,
  );

const READS_ORDERS: Requirement = { anyOf: ['READ_MERCHANT_ORDER'] };
const READS_CERTIFICATES: Requirement = { anyOf: ['READ_MERCHANT_CERTIFICATE'] };
const READS_SHIPPING_METHODS: Requirement = { anyOf: ['READ_MERCHANT_SHIPPING_METHOD'] };

/** RT-30: /cert/{id} and /add-cert */
const certificateScreen = () =>
  import('./resources/certificates/CertificateScreen.tsx').then((m) => m.CertificateScreen);

/** The same screen, its record found by the filters of the address (RT-46, AM-10). */
const byQuery = (Screen: ComponentType<{ byQuery?: boolean }>) => () =>
  createElement(Screen, { byQuery: true });

/** What a merchant's tabs show besides details; each asks for the merchant's id alone. */
const MERCHANT_TABS = [
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

/** On the institution's screen, and of another resource. */
const InstitutionProducts = lazy(
  () => import('./resources/financing-products/InstitutionProducts.tsx'),
);

/** What a customer's tabs show besides details and cards. */
const CUSTOMER_TABS = [
  {
    key: 'loans',
    label: 'Loans',
    panel: lazy(() => import('./resources/consumer-credits/CustomerLoans.tsx')),
  },
  {
    key: 'offers',
    label: 'Credit Offers',
    panel: lazy(() =>
      import('./resources/offers.tsx').then((m) => ({ default: m.CustomerOffers })),
    ),
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
    path: '/setup',
    name: 'setup',
    title: 'Set up Paydesk',
    access: 'open',
    screen: () => import('./resources/session/SetupScreen.tsx').then((m) => m.SetupScreen),
  },
  {
    path: '/password-recovery',
    name: 'password-recovery',
    title: 'Password recovery',
    access: 'open',
    screen: () => import('./resources/session/RecoveryScreen.tsx').then((m) => m.RecoveryScreen),
  },
  {
    path: '/email-change',
    name: 'email-change',
    title: 'Email address',
    access: 'open',
    screen: () =>
      import('./resources/session/EmailChangeScreen.tsx').then((m) => m.EmailChangeScreen),
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
    asks: READS_ORDERS,
    screen: () => import('./resources/orders/OrdersScreen.tsx').then((m) => m.OrdersScreen),
  },
  {
    path: '/order/{orderId}',
    name: 'order',
    title: 'Order details',
    set: 'CERT_ORDER_LOAN',
    asks: READS_ORDERS,
    parent: 'orders',
    screen: () => import('./resources/orders/OrderScreen.tsx').then((m) => m.OrderScreen),
  },
  {
    path: '/financing/consumer-credits/{consumerCreditId}',
    name: 'consumer-credit',
    title: 'Loan',
    set: 'CERT_ORDER_LOAN',
    asks: READS_ORDERS,
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
    asks: { anyOf: ['READ_MERCHANT_EMPLOYEE'] },
    screen: () => import('./resources/users/EmployeesScreen.tsx').then((m) => m.EmployeesScreen),
  },
  {
    path: '/merchant-employees/add',
    name: 'add-employee',
    parent: ['merchants', 'merchant-employees'],
    screen: () =>
      import('./resources/users/AddEmployeeScreen.tsx').then((m) => m.AddEmployeeScreen),
  },
  {
    path: '/users/{userId}',
    name: 'user',
    title: 'User Details',
    set: 'USER_DETAIL',
    parent: ['users', 'merchant-employees'],
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
    asks: READS_SHIPPING_METHODS,
    parent: 'shipping-methods',
    screen: addShippingMethod,
  },
  {
    path: '/add-shipping-method',
    name: 'add-shipping-method',
    title: 'Shipping Method',
    set: 'SHIPPING_ADD',
    asks: READS_SHIPPING_METHODS,
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
    asks: READS_CERTIFICATES,
    screen: () =>
      import('./resources/certificates/CertificatesScreen.tsx').then((m) => m.CertificatesScreen),
  },
  {
    path: '/cert/{certificateId}',
    name: 'cert',
    title: 'Certificate details',
    set: 'CERT_ORDER_LOAN',
    asks: READS_CERTIFICATES,
    parent: 'certs',
    screen: certificateScreen,
  },
  {
    path: '/add-cert',
    name: 'add-cert',
    title: 'Certificate details',
    set: 'CERT_ORDER_LOAN',
    asks: { anyOf: ['UPDATE_MY_MERCHANT'] },
    parent: 'certs',
    screen: certificateScreen,
  },

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
    path: '/financing/credit-orders',
    name: 'credit-orders',
    title: 'Credit Orders',
    set: 'BACKOFFICE',
    screen: () =>
      import('./resources/consumer-credits/lists.tsx').then((m) => m.CreditOrdersScreen),
  },
  {
    path: '/financing/financing-institutions',
    name: 'financing-institutions',
    title: 'Financing Institutions',
    set: 'BACKOFFICE',
    screen: () =>
      import('./resources/financing-institutions/FinancingInstitutionsScreen.tsx').then(
        (m) => m.FinancingInstitutionsScreen,
      ),
  },
  {
    path: '/financing/financing-institutions/{id}',
    name: 'financing-institution',
    title: 'Financing Institution',
    set: 'BACKOFFICE',
    parent: 'financing-institutions',
    screen: () =>
      import('./resources/financing-institutions/FinancingInstitutionScreen.tsx').then(
        ({ FinancingInstitutionScreen }) =>
          () =>
            createElement(FinancingInstitutionScreen, { Products: InstitutionProducts }),
      ),
  },
  {
    path: '/financing-products',
    name: 'financing-products',
    title: 'Financing Products',
    set: 'BACKOFFICE',
    screen: () =>
      import('./resources/financing-products/FinancingProductsScreen.tsx').then(
        (m) => m.FinancingProductsScreen,
      ),
  },
  {
    path: '/financing-products/{id}',
    name: 'financing-product',
    title: 'Financing Product',
    set: 'BACKOFFICE',
    parent: 'financing-products',
    screen: () =>
      import('./resources/financing-products/FinancingProductScreen.tsx').then(
        (m) => m.FinancingProductScreen,
      ),
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
    path: '/customers',
    name: 'customers',
    title: 'Customers',
    set: 'BACKOFFICE',
    screen: () =>
      import('./resources/customers/CustomersScreen.tsx').then((m) => m.CustomersScreen),
  },
  {
    path: '/customers/{customerId}',
    name: 'customer',
    title: 'Customer Details',
    set: 'BACKOFFICE',
    parent: 'customers',
    screen: () =>
      import('./resources/customers/CustomerScreen.tsx').then(
        ({ CustomerScreen }) =>
          () =>
            createElement(CustomerScreen, { tabs: CUSTOMER_TABS }),
      ),
  },
  {
    path: '/screening',
    name: 'screening',
    title: 'Screening',
    set: 'BACKOFFICE',
    screen: () => import('./resources/screening.tsx').then((m) => m.ScreeningScreen),
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
  {
    path: '/undelivered-messages',
    name: 'undelivered-messages',
    title: 'Undelivered Messages',
    set: 'BACKOFFICE',
    screen: () =>
      import('./resources/undelivered-messages.tsx').then((m) => m.UndeliveredMessagesScreen),
  },
  {
    path: '/announcements',
    name: 'announcements',
    title: 'Announcements',
    set: 'BACKOFFICE',
    screen: () => import('./resources/announcements.tsx').then((m) => m.AnnouncementsScreen),
  },
  {
    path: '/customers-announcements',
    name: 'customers-announcements',
    title: 'Customer Announcements',
    set: 'BACKOFFICE',
    screen: () =>
      import('./resources/customers-announcements.tsx').then((m) => m.CustomersAnnouncementsScreen),
  },
  {
    path: '/customers-announcements/{id}',
    name: 'customers-announcement',
    title: 'Customer Announcement',
    set: 'BACKOFFICE',
    parent: 'customers-announcements',
    screen: () =>
      import('./resources/customers-announcements.tsx').then((m) => m.CustomersAnnouncementScreen),
  },
  {
    path: '/settings/rules',
    name: 'rules',
    title: 'Rules',
    set: 'BACKOFFICE',
    screen: () => import('./resources/rules.tsx').then((m) => m.RulesScreen),
  },
  {
    path: '/settings/rules/{id}',
    name: 'rule',
    title: 'Rule',
    set: 'BACKOFFICE',
    parent: 'rules',
    screen: () => import('./resources/rules.tsx').then((m) => m.RuleScreen),
  },
  {
    path: '/rules-evaluation-results',
    name: 'rules-evaluation-results',
    title: 'Rule Results',
    set: 'BACKOFFICE',
    screen: () =>
      import('./resources/rules-evaluation-results.tsx').then(
        (m) => m.RulesEvaluationResultsScreen,
      ),
  },
  {
    path: '/settings/bin-ranges',
    name: 'bin-ranges',
    title: 'BIN Ranges',
    set: 'BACKOFFICE',
    screen: () => import('./resources/bin-ranges.tsx').then((m) => m.BinRangesScreen),
  },
  {
    path: '/settings/meta-data',
    name: 'meta-data',
    title: 'Meta Data',
    set: 'BACKOFFICE',
    screen: () => import('./resources/meta-data.tsx').then((m) => m.MetaDataScreen),
  },
  {
    path: '/settings/permissions',
    name: 'permissions',
    title: 'Permissions',
    set: 'BACKOFFICE',
    screen: () => import('./resources/permissions.tsx').then((m) => m.PermissionsScreen),
  },
  {
    path: '/delivery/companies',
    name: 'delivery-companies',
    title: 'Delivery Companies',
    set: 'BACKOFFICE',
    screen: () => import('./resources/delivery/lists.tsx').then((m) => m.DeliveryCompaniesScreen),
  },
  {
    path: '/delivery/companies/{id}',
    name: 'delivery-company',
    title: 'Delivery Company',
    set: 'BACKOFFICE',
    parent: 'delivery-companies',
    screen: () =>
      import('./resources/delivery/DeliveryCompanyScreen.tsx').then((m) => m.DeliveryCompanyScreen),
  },
  {
    path: '/delivery/methods',
    name: 'delivery-methods',
    title: 'Delivery Methods',
    set: 'BACKOFFICE',
    screen: () => import('./resources/delivery/lists.tsx').then((m) => m.DeliveryMethodsScreen),
  },
  {
    path: '/delivery/methods/{id}',
    name: 'delivery-method',
    title: 'Delivery Method',
    set: 'BACKOFFICE',
    parent: 'delivery-methods',
    screen: () =>
      import('./resources/delivery/DeliveryMethodScreen.tsx').then((m) => m.DeliveryMethodScreen),
  },
  {
    path: '/delivery/merchants',
    name: 'delivery-merchants',
    title: 'Delivery Merchants',
    set: 'BACKOFFICE',
    screen: () => import('./resources/delivery/lists.tsx').then((m) => m.DeliveryMerchantsScreen),
  },

  {
    path: '/*',
    name: 'not-found',
    screen: () => import('./platform/NotFound.tsx').then((m) => m.NotFound),
  },
];

type MayOpen = (set: RouteSet | undefined) => boolean;

function aboveOf({ parent }: RouteRow, mayOpen: MayOpen): RouteRow | undefined {
  const rows = [parent ?? []]
    .flat()
    .flatMap((name) => ROUTES.find((one) => one.name === name) ?? []);
  return rows.find(({ set }) => mayOpen(set)) ?? rows.at(-1);
}

/** The route and those above it, for this person. */
export function rowsAbove(row: RouteRow, mayOpen: MayOpen): RouteRow[] {
  const above = aboveOf(row, mayOpen);
  return [row, ...(above ? rowsAbove(above, mayOpen) : [])];
}

/** The routes that records are opened from: the way back leads to them as they were left. */
export const isAbove = ({ name }: RouteRow): boolean =>
  ROUTES.some(({ parent }) => [parent ?? []].flat().includes(name));

/**
 * The routes above, then the route's own title (SH-27); a route that stands at the top goes below
 * its group of the menu. A parent that the user may not open is words, no link.
 */
export function crumbsOf(row: RouteRow, group: string | undefined, mayOpen: MayOpen): Crumb[] {
  const above = rowsAbove(row, mayOpen)
    .slice(1)
    .reverse()
    .map(({ title, path, set }) => ({
      label: title ?? path,
      ...(mayOpen(set) ? { href: path } : {}),
    }));
  const top = above.length || !group || group === row.title ? above : [{ label: group }];
  return row.title ? [...top, { label: row.title }] : top;
}
