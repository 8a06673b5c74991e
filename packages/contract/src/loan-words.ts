/** Words of loans that the checkout shares with the console’s lists. */
export { AUTHENTICATION_METHODS, AUTHENTICATION_STATUSES } from './resources/authentications.ts';
export { CONSUMER_CREDIT_STATUSES, type ConsumerCreditStatus } from './kernel/loan-statuses.ts';
export { ORDER_PAYMENT_METHODS, type OrderPaymentMethod } from './resources/orders.ts';
export { SIGNATURE_STATUSES } from './resources/signatures.ts';
