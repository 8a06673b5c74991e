import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';

/** What may stand behind the question mark: strings as they are, empty ones left out. */
export type Search = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** 'f_status=SUCCESS&sort=date,DESC', readable: commas and colons need no escape in a query. */
export function searchText(search: Search): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search))
    if (value !== undefined && value !== null && value !== '') query.append(key, String(value));
  return query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
}

/** The last one counts where a key is given more than once. */
export function readSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

function url(path: string, search?: Search): string {
  const text = search ? searchText(search) : '';
  return text ? `${path}?${text}` : path;
}

const list = (path: string) => (search?: Search) => url(path, search);
const one = (path: string) => (id: string, search?: Search) =>
  url(`${path}/${encodeURIComponent(id)}`, search);

/** The only builders of URLs. */
export const paths = {
  home: () => '/',
  login: (search?: { redirectFrom?: string }) => url('/login', search),
  register: list('/register'),
  passwordRecovery: list('/password-recovery'),
  passwordRenewal: () => '/password-renewal',
  emailChange: list('/email-change'),
  secondFactor: () => '/second-factor',
  profile: () => '/profile',
  help: () => '/help',
  documentation: () => '/documentation',

  businessDays: list('/business-days'),
  transactions: list('/transactions'),
  transaction: one('/transactions'),
  transactionBy: list('/transaction'),
  exchangeLogs: list('/exchange-logs'),
  purchases: list('/purchases'),
  purchase: one('/purchases'),
  recurring: list('/recurring'),
  orders: list('/orders'),
  order: one('/order'),

  merchant: () => '/merchant',
  merchantEmployees: list('/merchant-employees'),
  addEmployee: (search?: { merchant?: string }) => url('/merchant-employees/add', search),
  user: one('/users'),
  widgets: list('/widgets'),
  addWidget: list('/widgets/add'),
  widget: one('/widget'),
  shippingMethods: list('/shipping-methods'),
  addShippingMethod: () => '/shipping-methods/add',
  shippingMethod: one('/shipping-method'),
  certs: list('/certs'),
  cert: one('/cert'),
  addCert: () => '/add-cert',

  customers: list('/customers'),
  customer: one('/customers'),
  screening: list('/screening'),
  users: list('/users'),
  merchants: list('/merchants'),
  merchantById: one('/merchants'),
  /** Staff see any merchant, a merchant's user their own (AM-06). */
  merchantOf: (actor: Actor, merchantId: string) =>
    AUDIENCES.staff(actor) ? paths.merchantById(merchantId) : paths.merchant(),
  consumerCredits: list('/financing/consumer-credits'),
  consumerCredit: one('/financing/consumer-credits'),
  consumerCreditsRefunds: list('/financing/consumer-credits-refunds'),
  creditOrders: list('/financing/credit-orders'),
  offers: list('/financing/offers'),
  authentications: list('/financing/authentications'),
  signatures: list('/financing/signatures'),
  financingInstitutions: list('/financing/financing-institutions'),
  financingInstitution: one('/financing/financing-institutions'),
  financingProducts: list('/financing-products'),
  financingProduct: one('/financing-products'),
  soapLogs: list('/soap-logs'),
  mpiLogs: list('/mpi-logs'),
  auditLogs: list('/audit-logs'),
  taskExecutions: list('/task-executions'),
  undeliveredMessages: list('/undelivered-messages'),
  announcements: list('/announcements'),
  customersAnnouncements: list('/customers-announcements'),
  customersAnnouncement: one('/customers-announcements'),
  rules: list('/settings/rules'),
  rule: one('/settings/rules'),
  rulesEvaluationResults: list('/rules-evaluation-results'),
  binRanges: list('/settings/bin-ranges'),
  metaData: list('/settings/meta-data'),
  permissions: list('/settings/permissions'),
  deliveryCompanies: list('/delivery/companies'),
  deliveryCompany: one('/delivery/companies'),
  deliveryMethods: list('/delivery/methods'),
  deliveryMethod: one('/delivery/methods'),
  deliveryMerchants: list('/delivery/merchants'),
};

/** What is served beside the console: no screen of its own. */
export const files = {
  apiReference: () => '/api/docs',
  openApi: () => '/api/openapi.json',
  logo: (name: string, type: 'svg' | 'png') => `/logo/${name}.${type}`,
  commit: () => '/commit.json',
  version: () => '/version.json',
};
