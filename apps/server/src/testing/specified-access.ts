import type { UserRole } from '@paydesk/contract/permissions.ts';

/**
 * Who may call what on whose record, once more: written from the specification ('Permission →
 * endpoints', 'Role → permissions', AM-41, AM-58, AM-66, AM-82, SB-03), never read from the table of
 * endpoints, so that a row which opens to somebody else fails its test. One cell a role, in the order
 * of ROLES_IN_ORDER:
 *
 * - `*` every merchant's records
 * - `o` those of the own merchant, or one's own; another's answers like an absent one
 * - `-` forbidden
 * - `0` nothing there for them: staff have no merchant of their own (AM-41)
 * - `p` public, `m` machines alone, be they a merchant’s or the provider’s
 * - `b`, `B` the body names the merchant: forbidden unless the own; any, and an unknown one is a 400
 */
export type Cell = '*' | 'o' | '-' | '0' | 'p' | 'm' | 'b' | 'B';

export const ROLES_IN_ORDER: readonly UserRole[] = [
  'BACKOFFICE_ADMIN',
  'BACKOFFICE_TECHNICAL',
  'MERCHANT_ADMIN',
  'MERCHANT_OPERATOR',
];

const LINES = `
pppp POST /api/login
pppp GET /api/setup
pppp POST /api/setup
oooo POST /api/logout
pppp POST /api/passwords/recover
pppp POST /api/passwords/reset
pppp POST /api/passwords
pppp POST /api/email-changes/confirm
pppp POST /api/email-changes/stop
oooo DELETE /api/users/me/pending-email
oooo POST /api/users/me/password/confirm
oooo POST /api/passwords/renew
oooo PUT /api/users/me/password
oooo GET /api/users/me
oooo PUT /api/users/me
00oo GET /api/users/me/company
oooo GET /api/users/me/avatar
oooo GET /api/users/me/session
oooo GET /api/users/me/sessions
oooo GET /api/users/me/session
oooo DELETE /api/users/me/sessions/{id}
oooo POST /api/users/me/sessions/actions/end-others
o-o- POST /api/users/me/view-as
oooo DELETE /api/users/me/view-as
oooo POST /api/users/me/second-factor
oooo POST /api/users/me/second-factor/confirm
oooo DELETE /api/users/me/second-factor
oooo POST /api/users/me/second-factor/recovery-codes
oooo POST /api/users/me/second-factor/renew
oooo GET /api/passkeys
oooo GET /api/passkeys/registration
oooo POST /api/passkeys
oooo PUT /api/passkeys/{id}
oooo DELETE /api/passkeys/{id}
oooo GET /api/passkeys/confirmation
oooo POST /api/passkeys/confirmation
o-o- GET /api/sso/connections
o-o- POST /api/sso/connections
0-o- PUT /api/sso/connections/{id}
0-o- DELETE /api/sso/connections/{id}
0-o- POST /api/sso/connections/{id}/actions/verify
0-o- POST /api/sso/connections/{id}/actions/try
0-o- POST /api/sso/connections/{id}/actions/turn-on
0-o- POST /api/sso/connections/{id}/actions/turn-off
0-o- POST /api/sso/connections/{id}/actions/enforce
0-o- POST /api/sso/connections/{id}/actions/leave-free
0-o- POST /api/sso/connections/{id}/actions/provision
0-o- POST /api/sso/connections/{id}/actions/stop-provisioning
pppp GET /api/sso
pppp POST /api/sso/begin
pppp POST /api/sso/finish
pppp GET /api/passkeys/sign-in
pppp POST /api/passkeys/sign-in
**** GET /api/csv/records-limit
pppp GET /api/settings/console
**** GET /api/service-provider/public-ip

**oo GET /api/disputes
**oo GET /api/disputes.csv
**oo GET /api/disputes.csv/count
**oo GET /api/disputes/totals
**oo GET /api/transactions
**oo GET /api/transactions.csv
**oo GET /api/transactions.csv/count
**oo GET /api/transactions/totals
**oo GET /api/transactions/{id}
**oo GET /api/transaction
**-- GET /api/transactions/{id}/logs
**oo GET /api/transactions/{id}/history
**oo POST /api/transactions/{id}/actions/receipt
*-o- PUT /api/transactions/{id}/actions/reverse
*-o- POST /api/transactions/{id}/actions/reverse
**oo PUT /api/transactions/{id}/actions/refund
**oo POST /api/transactions/{id}/actions/refund
**oo PUT /api/transactions/{id}/actions/successful
**oo POST /api/transactions/{id}/actions/successful
**oo POST /api/transactions/{id}/actions/capture
**oo POST /api/transactions/{id}/actions/cancel
*--- POST /api/transactions/{id}/actions/pass
*--- POST /api/transactions/{id}/actions/refuse
*--- POST /api/transactions/{id}/actions/take
*--- POST /api/transactions/{id}/actions/give-back
*--- POST /api/transactions/{id}/actions/assign
*--- GET /api/transactions/{id}/colleagues
**oo GET /api/reports/business-days
**oo GET /api/reports/loans
**oo GET /api/reports/figures
**oo GET /api/reports/waiting
**o- GET /api/reports/recurring
**oo GET /api/timelines/transaction/{id}
**o- GET /api/timelines/purchase/{id}
**oo GET /api/timelines/order/{id}
**oo GET /api/timelines/loan/{id}

**o- GET /api/purchases
**o- GET /api/purchases.csv
**o- GET /api/purchases.csv/count
**o- GET /api/purchases/totals
**o- GET /api/purchases/{id}
**o- GET /api/purchases/{id}/history
*--- POST /api/purchases/{id}/actions/cancel
*--- POST /api/purchases/{id}/actions/resend-callback
*--- GET /api/purchases/many/actions/cancel
*--- POST /api/purchases/many/actions/cancel
*--- GET /api/purchases/many/actions/resend-callback
*--- POST /api/purchases/many/actions/resend-callback
**o- GET /api/recurring
**o- GET /api/recurring/totals
**o- GET /api/recurring.csv
**o- GET /api/recurring.csv/count
**o- GET /api/recurring/{id}
**o- GET /api/recurring/{id}/history
*-o- POST /api/recurring/{id}/actions/charge
*-o- POST /api/recurring/{id}/actions/pause
*-o- POST /api/recurring/{id}/actions/resume
*-o- POST /api/recurring/{id}/actions/amount
*-o- POST /api/recurring/{id}/actions/cancel
**o- GET /api/recurring-dues
**o- GET /api/recurring-dues/totals
**o- GET /api/recurring-dues.csv
**o- GET /api/recurring-dues.csv/count
*-o- POST /api/recurring-dues/{id}/actions/charge
*-o- POST /api/recurring-dues/{id}/actions/skip
*-o- GET /api/recurring-dues/many/actions/charge
*-o- POST /api/recurring-dues/many/actions/charge
*-o- GET /api/recurring-dues/many/actions/skip
*-o- POST /api/recurring-dues/many/actions/skip
**o- GET /api/exchange-logs
**o- GET /api/exchange-logs.csv
**o- GET /api/exchange-logs.csv/count
*--- POST /api/exchange-logs/{id}/actions/send-again
*--- GET /api/exchange-logs/many/actions/send-again
*--- POST /api/exchange-logs/many/actions/send-again

**oo GET /api/orders
**oo GET /api/orders/totals
**oo GET /api/orders/{id}
**oo GET /api/orders/{id}/items
**oo GET /api/orders/{id}/history
**oo GET /api/payment-links
**oo GET /api/payment-links/{id}
**oo GET /api/payment-links/{id}/history
--oo POST /api/payment-links
--oo PUT /api/payment-links/{id}/disable
*-o- PUT /api/orders/{id}/approve
*-o- PUT /api/orders/{id}/reject
*-o- GET /api/orders/many/approve
*-o- POST /api/orders/many/approve
*-o- GET /api/orders/many/reject
*-o- POST /api/orders/many/reject
mmmm GET /api/merchant-api/orders
mmmm GET /api/merchant-api/orders/{id}
mmmm POST /api/merchant-api/orders
mmmm GET /api/merchant-api/recurring
mmmm GET /api/merchant-api/recurring/{id}
mmmm POST /api/merchant-api/recurring/{id}/pause
mmmm POST /api/merchant-api/recurring/{id}/resume
mmmm POST /api/merchant-api/recurring/{id}/cancel
mmmm POST /api/merchant-api/recurring/{id}/charge
mmmm POST /api/merchant-api/recurring/{id}/amount
mmmm POST /api/provider-api/merchants
mmmm POST /api/provider-api/customers
mmmm POST /api/provider-api/purchases
mmmm POST /api/provider-api/transactions
mmmm POST /api/provider-api/loans
**-- GET /api/settings/provider-keys
*--- POST /api/provider-keys
*--- POST /api/merchants/{id}/delivery-methods
**-- GET /api/merchants/{id}/delivery-methods/{agreementId}
*--- PUT /api/merchants/{id}/delivery-methods/{agreementId}
*--- DELETE /api/merchants/{id}/delivery-methods/{agreementId}
**-- GET /api/provider-keys/{id}
**-- GET /api/provider-keys/{id}/history
*--- PUT /api/provider-keys/{id}
*--- POST /api/provider-keys/{id}/actions/rotate
*--- POST /api/provider-keys/{id}/actions/disable

**-- GET /api/permissions
**-- GET /api/soap-logs
**-- GET /api/soap-logs.csv
**-- GET /api/soap-logs.csv/count
**-- GET /api/mpi-logs
**-- GET /api/mpi-logs.csv
**-- GET /api/mpi-logs.csv/count
**-- GET /api/audit-logs/users
**-- GET /api/audit-logs/users.csv
**-- GET /api/audit-logs/users.csv/count
**-- GET /api/audit-logs/users.jsonl
--o- GET /api/user-merchant/audit-logs
--o- GET /api/user-merchant/audit-logs.csv
--o- GET /api/user-merchant/audit-logs.csv/count
--o- GET /api/user-merchant/audit-logs.jsonl
**-- GET /api/task-executions
**-- GET /api/task-executions.csv
**-- GET /api/undelivered-messages
**-- GET /api/undelivered-messages.csv
**-- GET /api/undelivered-messages.csv/count
**-- GET /api/undelivered-messages/{id}/content
*--- POST /api/undelivered-messages/{id}/actions/send-again
*--- GET /api/undelivered-messages/many/actions/send-again
*--- POST /api/undelivered-messages/many/actions/send-again
*--- POST /api/undelivered-messages/actions/send-again
**-- GET /api/task-executions.csv/count
**-- GET /api/settings/announcements
--** GET /api/announcements
*--- POST /api/announcements
**-- GET /api/announcements/{id}
**-- GET /api/announcements/{id}/history
*--- PUT /api/announcements/{id}
*--- DELETE /api/announcements/{id}

**-- GET /api/users
**-- GET /api/users.csv
**-- GET /api/users.csv/count
**oo GET /api/users/{id}
**oo GET /api/users/{id}/history
*-o- POST /api/users/{id}/actions/block
*-o- POST /api/users/{id}/actions/activate
*-o- POST /api/users/{id}/actions/resendInvitation
*-o- DELETE /api/users/{id}/pending-email
*--- POST /api/users
*-o- PUT /api/users/{id}
*-o- DELETE /api/users/{id}
*--- POST /api/users/{id}/actions/take-off-factor
**oo GET /api/approvals
**oo GET /api/approvals/{id}
*-o- POST /api/approvals/{id}/actions/approve
*-o- POST /api/approvals/{id}/actions/decline
**oo POST /api/approvals/{id}/actions/withdraw
**o- GET /api/approval-thresholds
**o- GET /api/approval-thresholds/{id}
**o- GET /api/approval-thresholds/{id}/history
*-o- POST /api/approval-thresholds
*-o- DELETE /api/approval-thresholds/{id}
*-o- POST /api/users/{id}/actions/end-sessions
*-o- POST /api/users/{id}/actions/set-role
**o- GET /api/roles
**o- GET /api/roles/{id}
**o- GET /api/roles/{id}/history
*-o- POST /api/roles
*-o- PUT /api/roles/{id}
*-o- DELETE /api/roles/{id}
**o- GET /api/rights
*-o- POST /api/users/{id}/actions/grant-administrator
*-o- POST /api/users/{id}/actions/revoke-administrator
00oo GET /api/user-merchant/employees
B-b- POST /api/user-merchant/employees
*-o- PUT /api/user-merchant/employees
*-o- PUT /api/user-merchant/employees/role
*-o- DELETE /api/user-merchant/employees/{id}
**-- GET /api/merchants/{id}/employees

**-- GET /api/merchants
**-- GET /api/merchants.csv
**-- GET /api/merchants.csv/count
**-- GET /api/merchants/{id}
*--- PUT /api/merchants/{id}
*--- POST /api/merchants/{id}/actions/approve
*--- POST /api/merchants/{id}/actions/decline
*--- POST /api/merchants/{id}/actions/activate
*--- POST /api/merchants/{id}/actions/disable
*--- POST /api/merchants/{id}/actions/set-capture
*--- POST /api/merchants/{id}/actions/set-second-factor
*--- PUT /api/merchants/{id}/retries
*--- POST /api/merchants/{id}/actions/set-acquirer
*--- POST /api/merchants/{id}/actions/remove-acquirer
**-- GET /api/merchants/{id}/background
**-- GET /api/merchants/{id}/callback-delivery
**-- GET /api/merchants/{id}/features/{feature}
*--- PUT /api/merchants/{id}/features/{feature}
**-- GET /api/merchants/{id}/history
**-- GET /api/merchants/{id}/certificates
**-- GET /api/merchants/{id}/certificateInfo
**-- GET /api/merchants/{id}/certificate/{certId}
*--- PUT /api/merchants/{id}/certificate/disable
**-- GET /api/merchants/{id}/api-key-info
**-- GET /api/merchants/{id}/delivery-methods
**-- GET /api/merchants/delivery/methods

00oo GET /api/user-merchant
00oo GET /api/user-merchant/callback-delivery
--o- PUT /api/user-merchant
--o- PUT /api/user-merchant/order-verification-callback
--o- PUT /api/user-merchant/payment-notification-callback
--o- PUT /api/user-merchant/delivery-cost-calculation-callback
--o- PUT /api/user-merchant/logo
--o- PUT /api/user-merchant/capture
--o- PUT /api/user-merchant/second-factor
--o- PUT /api/user-merchant/retries
--o- POST /api/user-merchant/payment-notification-callback
--o- GET /api/user-merchant/certificates
--o- GET /api/user-merchant/certificate/{id}
--o- POST /api/user-merchant/certificate
--o- POST /api/user-merchant/certificate-requests
--o- PUT /api/user-merchant/certificate/disable
--o- GET /api/user-merchant/api-key
--o- GET /api/user-merchant/api-key-info
--o- POST /api/user-merchant/api-key
--o- GET /api/user-merchant/api-keys
--o- GET /api/user-merchant/api-keys/{id}
--o- POST /api/user-merchant/api-keys
--o- PUT /api/user-merchant/api-keys/{id}
--o- POST /api/user-merchant/api-keys/{id}/actions/revoke
--*- GET /api/service-provider/certificateInfo
--** GET /api/shipping/methods
--oo GET /api/merchant/shipping/methods
--o- POST /api/merchant/shipping/method
--oo GET /api/merchant/shipping/method/{id}
--o- PUT /api/merchant/shipping/method/{id}
--o- PUT /api/merchant/shipping/method/{id}/disable
--o- PUT /api/merchant/shipping/method/{id}/activate
--oo GET /api/merchant/delivery/method
--oo GET /api/widgets
--oo GET /api/widgets/{id}
--oo GET /api/widgets/{id}/history
pppp GET /api/widgets/{id}/button
--o- POST /api/widgets
--o- PUT /api/widgets/{id}
--o- PUT /api/widgets/{id}/disable
--o- PUT /api/widgets/{id}/activate

oooo GET /api/saved-views
oooo POST /api/saved-views
oooo PUT /api/saved-views/{id}
oooo DELETE /api/saved-views/{id}
oooo PUT /api/saved-views/{id}/default
**oo GET /api/search
**oo GET /api/events

**-- GET /api/financing/consumer-credits
**-- GET /api/financing/consumer-credits.csv
**-- GET /api/financing/consumer-credits.csv/count
**-- GET /api/financing/consumer-credits/totals
--oo GET /api/user-merchant/consumer-credits
--oo GET /api/user-merchant/consumer-credits.csv
--oo GET /api/user-merchant/consumer-credits.csv/count
--oo GET /api/user-merchant/consumer-credits/totals
**-- GET /api/financing/credit-orders
**-- GET /api/financing/credit-orders.csv
**-- GET /api/financing/credit-orders.csv/count
**-- GET /api/financing/credit-orders/totals
**-- GET /api/financing/consumer-credits-refunds
**-- GET /api/financing/consumer-credits-refunds.csv
**-- GET /api/financing/consumer-credits-refunds.csv/count
**-- GET /api/financing/consumer-credits-refunds/totals
**oo GET /api/financing/consumer-credits/{id}
**oo GET /api/financing/consumer-credits/{id}/refund-requests
**oo POST /api/financing/consumer-credits/{id}/refund-requests
**oo POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/cancel
**oo POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/ask
**oo POST /api/financing/consumer-credits/{id}/refund-requests/{requestId}/send-again
**oo GET /api/financing/consumer-credits/{id}/instalments
**-- GET /api/financing/consumer-credits/{id}/applications
**-- GET /api/financing/consumer-credits/{id}/documents
**-- POST /api/financing/consumer-credits/{id}/documents/{documentId}/actions/download
*-oo POST /api/financing/consumer-credits/{id}/actions/cancel
*-oo POST /api/financing/consumer-credits/{id}/actions/sign-here
**oo POST /api/financing/consumer-credits/{id}/actions/ask-again
*--- POST /api/financing/consumer-credits/{id}/actions/send-again
*--- POST /api/financing/consumer-credits/{id}/actions/pass
*--- POST /api/financing/consumer-credits/{id}/actions/refuse
*--- POST /api/financing/consumer-credits/{id}/actions/take
*--- POST /api/financing/consumer-credits/{id}/actions/give-back
*--- POST /api/financing/consumer-credits/{id}/actions/assign
*--- GET /api/financing/consumer-credits/{id}/colleagues
*--- POST /api/financing/consumer-credits/{id}/actions/withdraw
*--- POST /api/financing/consumer-credits/{id}/actions/repay
**-- GET /api/financing/consumer-credits/{id}/edit-comment
**-- POST /api/financing/consumer-credits/{id}/edit-comment
**oo GET /api/financing/consumer-credits/{id}/history
**-- GET /api/financing/financing-institutions
**-- GET /api/financing/financing-institutions.csv
**-- GET /api/financing/financing-institutions.csv/count
**-- GET /api/financing/financing-institutions/{id}
**-- GET /api/financing/financing-institutions/{id}/features/{feature}
*--- PUT /api/financing/financing-institutions/{id}/features/{feature}
**-- GET /api/financing/financing-institutions/{id}/history
pppp POST /api/checkouts
pppp GET /api/checkouts/{id}
pppp GET /api/link-pages/{id}
pppp GET /api/link-pages/{id}/loan
--oo GET /api/widgets/preview
--oo GET /api/payment-links/preview
pppp PUT /api/checkouts/{id}
pppp POST /api/checkouts/{id}/pay
pppp POST /api/checkouts/{id}/continue
pppp POST /api/checkouts/{id}/cancel
pppp GET /api/checkouts/{id}/loan
pppp GET /api/checkouts/{id}/loan/information
pppp POST /api/checkouts/{id}/loan
pppp POST /api/checkouts/{id}/loan/offer
pppp POST /api/checkouts/{id}/loan/authentication
pppp POST /api/checkouts/{id}/loan/signing
pppp POST /api/checkouts/{id}/loan/continue
pppp POST /api/checkouts/{id}/loan/cancel
pppp POST /api/checkouts/{id}/loan/review
pppp GET /api/loans/{id}
pppp POST /api/loans/{id}/withdraw
pppp POST /api/loans/{id}/repay
pppp GET /api/recurring-pages/{id}
pppp POST /api/recurring-pages/{id}/pause
pppp POST /api/recurring-pages/{id}/resume
pppp POST /api/recurring-pages/{id}/cancel
pppp POST /api/recurring-pages/{id}/card
pppp POST /api/recurring-pages/{id}/card/continue
pppp GET /api/merchant-applications
pppp POST /api/merchant-applications
pppp POST /api/merchant-applications/open
pppp POST /api/merchant-applications/documents
pppp POST /api/merchant-applications/documents/remove
pppp POST /api/merchant-applications/submit
**-- GET /api/merchants/{id}/application
*--- POST /api/merchants/{id}/documents/{documentId}/actions/download
*--- POST /api/merchants
*--- POST /api/merchants/{id}/actions/check
*--- POST /api/financing/financing-institutions
*--- PUT /api/financing/financing-institutions/{id}
*--- POST /api/financing/financing-institutions/{id}/actions/activate
*--- POST /api/financing/financing-institutions/{id}/actions/deactivate
*--- POST /api/financing/financing-institutions/{id}/actions/set-gateway
*--- POST /api/financing/financing-institutions/{id}/actions/remove-gateway
*--- DELETE /api/financing/financing-institutions/{id}
*--- POST /api/financing-products
**-- GET /api/financing-products
**-- GET /api/financing-products/{id}
*--- PUT /api/financing-products/{id}
*--- DELETE /api/financing-products/{id}
**-- GET /api/financing-products/{id}/history
**-- GET /api/financing/offers
**-- GET /api/financing/offers.csv
**-- GET /api/financing/offers.csv/count
**-- GET /api/financing/authentications
**-- GET /api/financing/authentications.csv
**-- GET /api/financing/authentications.csv/count
**-- GET /api/financing/signatures
**-- GET /api/financing/signatures.csv
**-- GET /api/financing/signatures.csv/count

**-- GET /api/settings/rules
**-- GET /api/settings/rules/{id}
**-- GET /api/settings/rules/{id}/history
**-- GET /api/settings/rules/{id}/versions
**-- GET /api/settings/rules/{id}/hits
*--- POST /api/settings/rules
*--- PUT /api/settings/rules/{id}
*--- POST /api/settings/rules/{id}/actions/try
*--- POST /api/settings/rules/{id}/actions/activate
*--- POST /api/settings/rules/{id}/actions/deactivate
*--- DELETE /api/settings/rules/{id}
**-- GET /api/rules-evaluation-results
**-- GET /api/settings/bin-ranges
**-- GET /api/settings/bin-ranges.csv
**-- GET /api/settings/bin-ranges.csv/count
*--- POST /api/settings/bin-ranges
**-- GET /api/settings/meta-data
*--- GET /api/settings/retention/customers
*--- PUT /api/settings/meta-data/{name}
*--- GET /api/settings/installation
**-- GET /api/system
**-- GET /api/system/trends
*--- POST /api/system/tasks/{type}/actions/run
*--- PUT /api/settings/installation
*--- PUT /api/settings/installation/logo
*--- PUT /api/settings/installation/mail
*--- GET /api/settings/to-do
*--- PUT /api/settings/to-do/{key}
**-- GET /api/customers-announcements
**-- GET /api/customers-announcements/{id}
**-- GET /api/customers-announcements/{id}/history
*--- POST /api/customers-announcements
*--- PUT /api/customers-announcements/{id}
*--- DELETE /api/customers-announcements/{id}
**-- GET /api/delivery/companies
**-- GET /api/delivery/companies/{id}
**-- GET /api/delivery/companies/{id}/history
*--- POST /api/delivery/companies
*--- PUT /api/delivery/companies/{id}
*--- DELETE /api/delivery/companies/{id}
**-- GET /api/delivery/companies/{id}/methods
**-- GET /api/delivery/companies/{id}/methods/{methodId}
**-- GET /api/delivery/methods
**-- GET /api/delivery/methods/{id}
**-- GET /api/delivery/methods/{id}/history
*--- POST /api/delivery/methods
*--- PUT /api/delivery/methods/{id}
*--- DELETE /api/delivery/methods/{id}
**-- GET /api/delivery/methods/{id}/pickup-points
**-- GET /api/delivery/methods/{id}/pickup-points/{pointId}
*--- POST /api/delivery/methods/{id}/pickup-points
*--- PUT /api/delivery/methods/{id}/pickup-points/{pointId}
*--- DELETE /api/delivery/methods/{id}/pickup-points/{pointId}
**-- GET /api/delivery/methods/{id}/companies
**-- GET /api/delivery/methods/{id}/merchant-method/{merchantMethodId}
**-- GET /api/delivery/merchants
**** GET /api/enums/mcc
**** GET /api/enums/product-categories
**** GET /api/enums/countries

**-- GET /api/customers
**-- GET /api/customers.csv
**-- GET /api/customers.csv/count
**-- GET /api/customers/{id}
**-- GET /api/customers/{id}/cards
**-- GET /api/customers/{id}/history
**-- GET /api/customers/{id}/notes
**-- GET /api/customers/{id}/notes/{noteId}
**-- POST /api/customers/{id}/notes
**-- GET /api/customers/{id}/actions
*--- POST /api/customers/{id}/actions/block
*--- POST /api/customers/{id}/actions/activate
*--- POST /api/customers/{id}/actions/close
*--- GET /api/personal-data/{id}
*--- GET /api/personal-data/{id}/preview
*--- POST /api/personal-data/{id}
*--- POST /api/personal-data/{id}/export
**-- POST /api/personal-data/{id}/show
*--- POST /api/cards/{id}/actions/block
*--- POST /api/cards/{id}/actions/activate
*--- POST /api/cards/{id}/actions/delete
**-- GET /api/screening
**-- GET /api/screening.csv
**-- GET /api/screening.csv/count
**-- GET /api/screening/cases
**-- GET /api/screening/cases/{id}
**-- GET /api/screening/cases/{id}/history
*--- POST /api/screening/cases/{id}/actions/ask-provider
*--- POST /api/screening/cases/{id}/actions/decide
*--- POST /api/screening/cases/{id}/actions/take
*--- POST /api/screening/cases/{id}/actions/give-back
*--- POST /api/screening/cases/{id}/actions/assign
*--- GET /api/screening/cases/{id}/colleagues
*--- POST /api/screening/names
`;

/** The cells of each endpoint ('GET /api/transactions/{id}'). */
export const SPECIFIED: ReadonlyMap<string, readonly Cell[]> = new Map(
  LINES.split('\n')
    .filter(Boolean)
    .map((line) => [line.slice(5), line.slice(0, 4).split('') as Cell[]]),
);

type Whose = 'own' | 'other' | 'absent' | null;

/** What a person of this role, with the role's own permissions, is answered. */
export function specifiedStatus(key: string, role: UserRole, whose: Whose): number {
  const cell = SPECIFIED.get(key)?.[ROLES_IN_ORDER.indexOf(role)];
  if (cell === undefined) throw new Error(`${key} has no line in specified-access.ts`);
  if (cell === 'm') return 401;
  if (cell === '-') return 403;
  if (cell === '0') return 404;
  if (cell === 'b') return whose === 'own' ? 200 : 403;
  if (cell === 'B') return whose === 'absent' ? 400 : 200;
  if (whose === 'absent') return 404;
  return whose === 'other' && cell === 'o' ? 404 : 200;
}
