import type { Changing } from './changes.ts';

type Told = Record<string, [unknown, unknown]>;
const rejected: Told = {
  reject_reason_code: [null, 'MANUAL_REJECT'],
  status: ['PENDING', 'REJECTED'],
};
const cancelled: Told = {
  reason_code: [null, 'CANCELLED_BY_STAFF'],
  reason_note: [null, 'Twice'],
  status: ['SIGNED', 'CANCELLED'],
};

/**
 * What each changing call of changes.ts says that it has changed: before and after, written out and read
 * from nothing. `*` is a text made up by the case, such as an id.
 */
export const CHANGED: {
  readonly [K in Changing]?: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
} = {
  'POST /api/setup': { email: [null, 'first@firm.test'], userRole: [null, 'BACKOFFICE_ADMIN'] },
  'POST /api/passwords': { status: ['NOT_ACTIVATED', 'ACTIVATED'] },
  'POST /api/email-changes/confirm': { email: ['*', '*'] },
  'POST /api/email-changes/stop': { email: ['*', '*'] },
  'PUT /api/settings/installation': {
    name: [null, 'Firm'],
    country: [null, 'LV'],
    timeZone: ['UTC', 'Europe/Riga'],
    publicAddress: ['http://127.0.0.1:3000', 'https://desk.firm.test'],
  },
  'PUT /api/settings/installation/logo': { logo: [null, '*'] },
  'PUT /api/settings/installation/mail': {
    mailServer: [null, '*'],
    mailSecurity: [null, 'NONE'],
    mailSender: [null, 'desk@firm.test'],
  },
  'PUT /api/settings/to-do/{key}': { setAside: [[], ['lending']] },
  'PUT /api/users/me': {
    first_name: ['Test', 'Anna'],
    last_name: ['Person', 'Kalna'],
    phone_number: [null, '1'],
  },
  'POST /api/users/me/second-factor/confirm': { on: [false, true] },
  'PUT /api/transactions/{id}/actions/reverse': { pending_reversal_amount: [0, 1] },
  'POST /api/transactions/{id}/actions/reverse': { pending_reversal_amount: [0, 1] },
  'PUT /api/transactions/{id}/actions/refund': { pending_refund_amount: [0, 1] },
  'POST /api/transactions/{id}/actions/refund': { pending_refund_amount: [0, 1] },
  'PUT /api/transactions/{id}/actions/successful': {
    moves_money: [true, false],
    status: ['FAILED', 'SUCCESS'],
  },
  'POST /api/transactions/{id}/actions/successful': {
    moves_money: [true, false],
    status: ['FAILED', 'SUCCESS'],
  },
  'PUT /api/orders/{id}/approve': { status: ['PENDING', 'VERIFIED'] },
  'POST /api/orders/many/approve': { status: ['PENDING', 'VERIFIED'] },
  'PUT /api/orders/{id}/reject': rejected,
  'POST /api/orders/many/reject': rejected,
  'POST /api/users/{id}/actions/block': { status: ['ACTIVATED', 'BLOCKED'] },
  'POST /api/users/{id}/actions/activate': { status: ['BLOCKED', 'ACTIVATED'] },
  'DELETE /api/users/{id}/pending-email': { pendingEmail: ['*', null] },
  'POST /api/user-merchant/employees': {
    email: [null, 'created@amber.test'],
    firstName: [null, 'Anna'],
    lastName: [null, 'Kalna'],
    phoneNumber: [null, '+371 2000 0000'],
    position: [null, 'Clerk'],
    userRole: [null, 'MERCHANT_OPERATOR'],
  },
  'PUT /api/user-merchant/employees': {
    email: ['*', 'changed@amber.test'],
    firstName: ['Test', 'Anna'],
    lastName: ['Person', 'Kalna'],
    phoneNumber: [null, '+371 2000 0000'],
    position: [null, 'Clerk'],
  },
  'PUT /api/user-merchant/employees/role': {
    userPermissions: [
      [
        'READ_MERCHANT_TRANSACTION',
        'READ_MERCHANT_ORDER',
        'READ_MERCHANT_WIDGET',
        'READ_MERCHANT_SHIPPING_METHOD',
        'READ_MERCHANT_EMPLOYEE',
      ],
      [
        'READ_MERCHANT_TRANSACTION',
        'READ_MERCHANT_PURCHASE',
        'UPDATE_MY_MERCHANT',
        'READ_MERCHANT_EMPLOYEE',
        'UPDATE_MERCHANT_EMPLOYEE',
        'READ_MERCHANT_WIDGET',
        'CREATE_MERCHANT_WIDGET',
        'READ_MERCHANT_CERTIFICATE',
        'READ_MERCHANT_ORDER',
        'READ_MERCHANT_SHIPPING_METHOD',
        'CREATE_MERCHANT_SHIPPING_METHOD',
        'UPDATE_MERCHANT_SHIPPING_METHOD',
      ],
    ],
    userRole: ['MERCHANT_OPERATOR', 'MERCHANT_ADMIN'],
  },
  'DELETE /api/user-merchant/employees/{id}': { status: ['ACTIVATED', 'DEACTIVATED'] },
  'PUT /api/merchants/{id}': { responsible_person: ['Liene Hagen', 'Jānis Kalns'] },
  'POST /api/merchants/{id}/actions/approve': { status: ['PENDING_APPROVAL', 'APPROVED'] },
  'POST /api/merchants/{id}/actions/decline': { status: ['PENDING_APPROVAL', 'DECLINED'] },
  'POST /api/merchants/{id}/actions/activate': { status: ['APPROVED', 'ACTIVE'] },
  'POST /api/merchants/{id}/actions/disable': { status: ['ACTIVE', 'DISABLED'] },
  'PUT /api/merchants/{id}/features/{feature}': { RECURRING: [true, false] },
  'PUT /api/user-merchant': { zip_code: ['EE-2094', 'LV-1011'] },
  'PUT /api/user-merchant/order-verification-callback': {
    order_verification_url: ['https://amberoak.test/paydesk/orders', 'https://shop.test/verify'],
  },
  'PUT /api/user-merchant/payment-notification-callback': {
    purchase_notification_url: [
      'https://amberoak.test/paydesk/payments',
      'https://shop.test/notify',
    ],
  },
  'PUT /api/user-merchant/delivery-cost-calculation-callback': {
    delivery_cost_calculation_url: [null, 'https://shop.test/costs'],
  },
  'POST /api/merchant/shipping/method': {
    ext_id: [null, '*'],
    generic_method_id: [null, '*'],
    name: [null, 'Courier'],
  },
  'PUT /api/merchant/shipping/method/{id}': { ext_id: ['*', '*'], name: ['*', 'Courier'] },
  'PUT /api/merchant/shipping/method/{id}/disable': { enabled: [true, false] },
  'PUT /api/merchant/shipping/method/{id}/activate': { enabled: [false, true] },
  'POST /api/widgets': {
    items: [null, []],
    name: [null, 'Oak chair'],
    orderAuthorizationType: [null, 'WIDGET_TOTAL_AMOUNT'],
    taxAmount: [null, 0],
    totalAmount: [null, 49.9],
    type: [null, 'INSTANT'],
  },
  'PUT /api/widgets/{id}': {
    name: ['Widget', 'Oak chair'],
    orderAuthorizationType: ['CALLBACK', 'WIDGET_TOTAL_AMOUNT'],
    taxAmount: [null, 0],
    totalAmount: [null, 49.9],
    type: ['CHECKOUT', 'INSTANT'],
  },
  'PUT /api/widgets/{id}/disable': { status: ['ACTIVE', 'DISABLED'] },
  'PUT /api/widgets/{id}/activate': { status: ['DISABLED', 'ACTIVE'] },
  'POST /api/saved-views': {
    name: [null, '*'],
    search: [null, 'f_status=FAILED'],
    shared: [null, true],
  },
  'PUT /api/saved-views/{id}': {
    name: ['*', 'Renamed'],
    search: ['f_status=FAILED', ''],
    shared: [false, true],
  },
  'DELETE /api/saved-views/{id}': { name: ['*', null] },
  'PUT /api/saved-views/{id}/default': { isDefault: [false, true] },
  'POST /api/purchases/{id}/actions/cancel': cancelled,
  'POST /api/purchases/many/actions/cancel': cancelled,
  'POST /api/user-merchant/certificate': { expirationDate: [null, '*'], name: [null, '*'] },
  'PUT /api/user-merchant/certificate/disable': { status: ['ACTIVE', 'DISABLED'] },
  'POST /api/user-merchant/api-key': { lastFour: ['*', '*'] },
  'PUT /api/merchants/{id}/certificate/disable': { status: ['ACTIVE', 'DISABLED'] },
  'POST /api/merchant-api/orders': { amount: [null, 130.99], externalId: [null, '*'] },
  'POST /api/financing/consumer-credits/{id}/refund-requests': {
    total_requested_refunds_amount: [0, 1],
  },
  'POST /api/financing/consumer-credits/{id}/edit-comment': { comment: [null, 'Called'] },
  'PUT /api/financing/financing-institutions/{id}/features/{feature}': {
    REMOTE_SIGNING: [false, true],
  },
  'PUT /api/financing-products/{id}': {
    code: ['*', 'NEW-1'],
    interestRate: [9.9, 12.35],
    maxAmount: [5000, 2000],
    maxTermMonths: [36, 24],
    minAmount: [50, 100],
    minTermMonths: [3, 6],
  },
  'DELETE /api/financing-products/{id}': {
    active: [true, null],
    code: ['*', null],
    createdDate: ['*', null],
    financingInstitutionId: ['*', null],
    id: ['*', null],
    institution: ['*', null],
    interestRate: [9.9, null],
    maxAmount: [5000, null],
    maxTermMonths: [36, null],
    minAmount: [50, null],
    minTermMonths: [3, null],
    name: ['Instalments', null],
  },
  'PUT /api/settings/meta-data/{name}': { 'orders.expire.days': ['14', '21'] },
  'POST /api/customers/{id}/actions/block': { status: ['ACTIVE', 'BLOCKED'] },
  'POST /api/customers/{id}/actions/activate': { status: ['BLOCKED', 'ACTIVE'] },
  'POST /api/customers/{id}/actions/close': { status: ['ACTIVE', 'CLOSED'] },
  'POST /api/cards/{id}/actions/block': { status: ['ACTIVE', 'BLOCKED'] },
  'POST /api/cards/{id}/actions/activate': { status: ['BLOCKED', 'ACTIVE'] },
  'POST /api/cards/{id}/actions/delete': { status: ['EXPIRED', 'DELETED'] },
};
