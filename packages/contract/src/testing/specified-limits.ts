/**
 * What a body must hold and how much of it, said once more and not read from the fields: `!` is required,
 * `<=` a number of letters, `from` and `to` a range with both its ends, `{…}` what there is to choose from.
 */
export const BODIES: Readonly<Record<string, string>> = {
  'POST /api/announcements':
    'title! <=255, text! <=10000, application! {BACKOFFICE MERCHANT_CONSOLE PAYMENT_APP}, validFrom! date-time, validTo date-time, active! boolean',
  'PUT /api/announcements/{id}':
    'title! <=255, text! <=10000, application! {BACKOFFICE MERCHANT_CONSOLE PAYMENT_APP}, validFrom! date-time, validTo date-time, active! boolean',
  'POST /api/merchants/{id}/actions/activate': 'reason <=500',
  'POST /api/merchants/{id}/actions/approve': 'reason <=500, seenSince date-time',
  'POST /api/transactions/{id}/actions/pass': 'reasonNote <=255',
  'POST /api/user-merchant/api-keys':
    'name! <=64, readsOrders boolean, makesOrders boolean, readsRecurring boolean, changesRecurring boolean, addresses <=500, expirationDate date-time',
  'PUT /api/user-merchant/api-keys/{id}':
    'name! <=64, readsOrders boolean, makesOrders boolean, readsRecurring boolean, changesRecurring boolean, addresses <=500, expirationDate date-time',
  'POST /api/approvals/{id}/actions/approve': 'note <=255',
  'POST /api/approvals/{id}/actions/decline': 'note <=255',
  'POST /api/approval-thresholds':
    'kind! {REFUND REVERSAL MARK ADMINISTRATOR RULE GATEWAY IBAN EXPORT ERASURE}, amount number decimal from 0 to 100000000, counts! {EACH DAY}, userRole {BACKOFFICE_ADMIN BACKOFFICE_TECHNICAL MERCHANT_ADMIN MERCHANT_OPERATOR}, merchantId uuid',
  'PUT /api/user-merchant/certificate/disable': 'id! uuid',
  'POST /api/user-merchant/certificate-requests': 'request! <=16000',
  'POST /api/checkouts': 'widget uuid, link uuid, order',
  'PUT /api/checkouts/{id}':
    'email! email <=255, firstName! <=100, lastName! <=100, phone <=40, addressLine <=255, postalCode <=20, city <=100, country {32: AT..SK}, shippingMethodId uuid',
  'POST /api/checkouts/{id}/pay': 'frame! boolean, consent! boolean = true, here boolean',
  'POST /api/financing/consumer-credits/{id}/actions/pass': 'note! <=511',
  'POST /api/financing/consumer-credits/{id}/actions/refuse': 'note! <=511',
  'POST /api/financing/consumer-credits/{id}/actions/take': 'from uuid',
  'POST /api/financing/consumer-credits/{id}/actions/assign': 'to! uuid, from uuid',
  'POST /api/financing/consumer-credits/{id}/actions/cancel': 'note <=255',
  'POST /api/financing/consumer-credits/{id}/refund-requests':
    'consumerCreditId uuid, amount! number decimal from 0.01, reason! {PRODUCT_OUT_OF_STOCK RETURNED_PRODUCT CANCELLED_SERVICE PRICE_ADJUSTMENT OTHER}, internalNote <=255, financingInstitutionTargetedNote <=255',
  'POST /api/financing/consumer-credits/{id}/edit-comment': 'comment <=511',
  'POST /api/customers/{id}/notes': 'note! <=2000',
  'POST /api/customers/{id}/actions/block': 'reason <=500',
  'POST /api/customers/{id}/actions/activate': 'reason <=500',
  'POST /api/customers/{id}/actions/close': 'reason <=500',
  'POST /api/cards/{id}/actions/block': 'reason <=500',
  'POST /api/cards/{id}/actions/activate': 'reason <=500',
  'POST /api/cards/{id}/actions/delete': 'reason <=500',
  'POST /api/merchants/{id}/actions/decline': 'reason <=500, seenSince date-time',
  'POST /api/merchants/{id}/actions/disable': 'reason <=500',

  'POST /api/customers-announcements':
    'title! <=255, text! <=10000, language! {EN ET LV LT}, segment! {ALL CARD_HOLDERS BORROWERS}, validFrom! date-time, validTo date-time, active! boolean',
  'PUT /api/customers-announcements/{id}':
    'title! <=255, text! <=10000, language! {EN ET LV LT}, segment! {ALL CARD_HOLDERS BORROWERS}, validFrom! date-time, validTo date-time, active! boolean',
  'POST /api/delivery/companies':
    'name! <=255, code! <=32, country! {32: AT..SK}, methodIds 0.. of, methodIds[] uuid, active! boolean',
  'PUT /api/delivery/companies/{id}':
    'name! <=255, code! <=32, country! {32: AT..SK}, methodIds 0.. of, methodIds[] uuid, active! boolean',
  'POST /api/delivery/methods': 'name! <=255, type! {COURIER PICKUP_POINT POST}, active! boolean',
  'PUT /api/delivery/methods/{id}':
    'name! <=255, type! {COURIER PICKUP_POINT POST}, active! boolean',
  'POST /api/delivery/methods/{id}/pickup-points':
    'externalId! <=64, name! <=255, country! {32: AT..SK}, city! <=255, address! <=255, postalCode! <=16, active! boolean',
  'PUT /api/delivery/methods/{id}/pickup-points/{pointId}':
    'externalId! <=64, name! <=255, country! {32: AT..SK}, city! <=255, address! <=255, postalCode! <=16, active! boolean',
  'POST /api/email-changes/confirm': 'token!',
  'POST /api/email-changes/stop': 'token!',
  'POST /api/users/me/password/confirm': 'password!',
  'POST /api/financing/financing-institutions':
    'name! <=255, code! <=64, address <=255, supervisor <=255, logoUrl, operationsEmail email <=254, operationsPhone <=30',
  'PUT /api/financing/financing-institutions/{id}':
    'name! <=255, code! <=64, address <=255, supervisor <=255, logoUrl, operationsEmail email <=254, operationsPhone <=30',
  'POST /api/financing/financing-institutions/{id}/actions/set-gateway':
    'url! uri <=500, secret! <=200',
  'PUT /api/financing/financing-institutions/{id}/features/{feature}': 'enabled! boolean',
  'POST /api/financing-products':
    'financingInstitutionId! uuid, name! <=255, code! <=64, minAmount! number decimal from 0.01 to 9999999.99, maxAmount! number decimal from 0.01 to 9999999.99, minTermMonths! integer from 1 to 600, maxTermMonths! integer from 1 to 600, interestRate! number decimal from 0 to 100, active! boolean',
  'PUT /api/financing-products/{id}':
    'name! <=255, code! <=64, minAmount! number decimal from 0.01 to 9999999.99, maxAmount! number decimal from 0.01 to 9999999.99, minTermMonths! integer from 1 to 600, maxTermMonths! integer from 1 to 600, interestRate! number decimal from 0 to 100, active! boolean',
  'PUT /api/settings/installation':
    'name! <=60, country! {32: AT..SK}, timeZone! <=64, publicAddress! uri <=500',
  'PUT /api/settings/installation/logo': 'image! <=40000',
  'PUT /api/settings/installation/mail':
    'host! <=253, port! integer from 1 to 65535, security! {STARTTLS TLS NONE}, user <=200, password <=500, from! email <=254',
  'PUT /api/settings/to-do/{key}': 'setAside! boolean',
  'POST /api/login': 'username!, password!, code <=64, passkey <=10000, timezone <=64, device <=64',
  'POST /api/merchant-api/orders':
    'externalId! <=255, customerEmail! email <=255, currency! {EUR}, externalOrderNumber <=255, label <=255, paymentMethod {CARD CONSUMER_CREDIT}, successUrl uri <=2000, cancelUrl uri <=2000, capture {AUTOMATIC MANUAL}, recurringUnit {DAY WEEK MONTH}, recurringEvery integer from 1 to 365, recurringMost number decimal from 0.01 to 9999999.99, items! 1..200 of, items[], items[].label! <=255, items[].amount! number decimal from 0 to 1000000, items[].taxRate! number decimal from 0 to 1, items[].unit <=255, items[].count! integer from 1 to 10000, shipment, shipment.type! <=255, shipment.contactPhone! <=255, shipment.country! <=255, shipment.city! <=255, shipment.addressLine! <=255, shipment.postalCode! <=255, shipment.method! <=255',
  'POST /api/merchant-api/recurring/{id}/pause': 'note <=255',
  'POST /api/merchant-api/recurring/{id}/cancel': 'note <=255',
  'POST /api/merchant-api/recurring/{id}/charge': 'dueDay! <=10',
  'POST /api/merchant-api/recurring/{id}/amount': 'amount! number decimal from 0.01 to 1000000',
  'PUT /api/merchants/{id}/certificate/disable': 'id! uuid',
  'POST /api/merchants/{id}/delivery-methods':
    'deliveryMethodId! uuid, externalId! <=64, enabled! boolean',
  'PUT /api/merchants/{id}/delivery-methods/{agreementId}': 'externalId! <=64, enabled! boolean',
  'PUT /api/user-merchant':
    'addressLine <=255, zipCode <=255, termsUrl <=255, cardAcceptanceLocation <=255',
  'PUT /api/user-merchant/order-verification-callback': 'orderVerificationUrl <=2000',
  'PUT /api/user-merchant/payment-notification-callback': 'purchaseNotificationUrl! uri <=2000',
  'PUT /api/user-merchant/delivery-cost-calculation-callback': 'deliveryCostCalculationUrl <=2000',
  'PUT /api/user-merchant/logo': 'logoUrl',
  'PUT /api/user-merchant/capture': 'capture! {AUTOMATIC MANUAL}',
  'PUT /api/user-merchant/retries':
    'retryDays <=40, retryHour! integer from 0 to 23, retriesEnd! {SUSPEND CANCEL KEEP}',
  'PUT /api/user-merchant/second-factor': 'secondFactor! {OPTIONAL REQUIRED}',
  'POST /api/user-merchant/payment-notification-callback': 'purchaseNotificationUrl! uri <=2000',
  'POST /api/merchants':
    'name! <=255, legalId! <=50, iban <=42, responsiblePerson <=255, phone <=20, email email <=254, country! {32: AT..SK}, mccCode <=4, addressLine <=255, zipCode <=255, termsUrl <=255, cardAcceptanceLocation <=255, administratorFirstName! <=25, administratorLastName! <=25, administratorEmail! email <=50, administratorPhone <=20',
  'POST /api/merchants/{id}/actions/set-acquirer': 'url! uri <=500, secret! <=200',
  'POST /api/merchants/{id}/actions/set-capture': 'capture! {AUTOMATIC MANUAL}',
  'POST /api/merchants/{id}/actions/set-second-factor': 'secondFactor! {OPTIONAL REQUIRED}',
  'PUT /api/merchants/{id}':
    'name! <=255, legalId <=50, iban <=42, responsiblePerson <=255, phone <=20, email email <=254, country {32: AT..SK}, mccCode <=4, addressLine <=255, zipCode <=255, termsUrl <=255, cardAcceptanceLocation <=255',
  'PUT /api/merchants/{id}/retries':
    'retryDays <=40, retryHour! integer from 0 to 23, retriesEnd! {SUSPEND CANCEL KEEP}',
  'POST /api/merchants/{id}/actions/check':
    'registrationNumber! <=50, businessDescription! <=1000, expectedTurnover! number decimal from 0 to 9999999999.99, riskClass! {LOW MEDIUM HIGH}, screeningResult! {CLEAR POSSIBLE_MATCH MATCH}, beneficialOwners! 0..20 of, beneficialOwners[], beneficialOwners[].name! <=255, beneficialOwners[].share! integer from 1 to 100',
  'PUT /api/merchants/{id}/features/{feature}': 'enabled! boolean',
  'POST /api/merchant-applications': 'email! email <=50',
  'POST /api/merchant-applications/open': 'token! <=64',
  'POST /api/merchant-applications/documents':
    'token! <=64, kind! {REGISTER_EXTRACT IDENTITY BANK_STATEMENT OTHER}, name! <=120, content! byte <=6990508',
  'POST /api/merchant-applications/documents/remove': 'token! <=64, id! uuid',
  'POST /api/merchant-applications/submit':
    'token! <=64, name! <=255, legalId! <=50, country! {32: AT..SK}, businessDescription! <=1000, mccCode! <=4, expectedTurnover! number decimal from 0 to 9999999999.99, iban! <=42, phone! <=20, addressLine! <=255, zipCode! <=255, termsUrl <=255, firstName! <=25, lastName! <=25, position <=100, beneficialOwners! 0..20 of, beneficialOwners[], beneficialOwners[].name! <=255, beneficialOwners[].share! integer from 1 to 100',
  'PUT /api/settings/meta-data/{name}': 'value! number',
  'POST /api/orders/many/approve':
    'ids! 1..100 of, ids[] uuid, seen 0..100 of, seen[], seen[].seenAmount number decimal',
  'PUT /api/orders/{id}/approve': 'seenAmount number decimal',
  'POST /api/orders/many/reject': 'ids! 1..100 of, ids[] uuid',
  'POST /api/passkeys': 'name! <=60, credential! <=10000',
  'PUT /api/passkeys/{id}': 'name! <=60',
  'POST /api/passkeys/confirmation': 'credential! <=10000',
  'POST /api/passkeys/sign-in': 'credential! <=10000, timezone <=64, device <=64',
  'POST /api/passwords/recover': 'email! email <=255',
  'POST /api/passwords/reset': 'token!, newPassword! <=255',
  'POST /api/passwords': 'token!, newPassword! <=255',
  'POST /api/passwords/renew': 'newPassword! <=255',
  'PUT /api/users/me/password': 'userId! uuid, currentPassword!, newPassword! <=255',
  'POST /api/payment-links':
    'purpose! <=255, amount! number decimal from 0.01 to 1000000, uses! {ONE MANY}, expiresDate date-time, recurringEvery integer from 1 to 365, recurringUnit {DAY WEEK MONTH}',
  'PUT /api/users/me': 'firstName! <=25, lastName! <=25, phoneNumber! <=20, email! email <=254',
  'POST /api/provider-api/merchants':
    'rows! 1..500 of, rows[], rows[].externalId! <=128, rows[].name! <=255, rows[].date! date-time, rows[].status! {ACTIVE DISABLED}, rows[].legalId <=64, rows[].email email <=255, rows[].phone <=64, rows[].country {32: AT..SK}',
  'POST /api/provider-api/customers':
    'rows! 1..500 of, rows[], rows[].externalId! <=128, rows[].firstName! <=255, rows[].lastName! <=255, rows[].email! email <=255, rows[].date! date-time, rows[].status! {REGISTERED ACTIVE BLOCKED CLOSED}, rows[].personalId <=64, rows[].phone <=64, rows[].country {32: AT..SK}',
  'POST /api/provider-api/purchases':
    'rows! 1..500 of, rows[], rows[].externalId! <=128, rows[].merchant! <=255, rows[].customer <=128, rows[].date! date-time, rows[].amount! number decimal from 0.01 to 99999999999.99, rows[].currency! {EUR}, rows[].status! {UNSIGNED SIGNED SETTLED REFUNDED DECLINED CANCELLED}, rows[].info <=255',
  'POST /api/provider-api/transactions':
    'rows! 1..500 of, rows[], rows[].externalId! <=128, rows[].merchant! <=255, rows[].customer <=128, rows[].purchase <=128, rows[].refundOf <=128, rows[].date! date-time, rows[].amount! number decimal from 0.01 to 99999999999.99, rows[].currency! {EUR}, rows[].status! {PROCESSING SUCCESS FAILED CANCELLED REVERSED DECLINED}, rows[].description <=255, rows[].card <=19, rows[].statementReference <=255, rows[].batch <=64, rows[].acquirerReference <=128',
  'POST /api/provider-api/loans':
    'rows! 1..500 of, rows[], rows[].externalId! <=128, rows[].merchant! <=255, rows[].customer! <=128, rows[].date! date-time, rows[].amount! number decimal from 0.01 to 99999999999.99, rows[].currency! {EUR}, rows[].status! {DRAFT CUSTOMER_RISK_EVALUATION_SUCCEEDED APPLICATION_CREATED OFFER_SELECTION OFFER_CHOSEN SIGNING_DOCUMENTS_PREPARED AGREEMENT_DOCUMENT_SIGNED WAITING_FOR_CONFIRMATION CONFIRMED REFUNDED FAILED}, rows[].loanNumber <=64, rows[].institution <=64, rows[].orderNumber <=64, rows[].signedDate date-time, rows[].failureReason <=255',
  'POST /api/provider-keys':
    'name! <=64, writesMerchants boolean, writesCustomers boolean, writesPurchases boolean, writesTransactions boolean, writesLoans boolean',
  'PUT /api/provider-keys/{id}':
    'name! <=64, writesMerchants boolean, writesCustomers boolean, writesPurchases boolean, writesTransactions boolean, writesLoans boolean',
  'POST /api/purchases/many/actions/resend-callback': 'ids! 1..100 of, ids[] uuid',
  'POST /api/purchases/{id}/actions/cancel': 'reasonNote <=255',
  'POST /api/purchases/many/actions/cancel': 'reasonNote <=255, ids! 1..100 of, ids[] uuid',
  'POST /api/recurring-dues/many/actions/charge': 'note <=255, ids! 1..100 of, ids[] uuid',
  'POST /api/recurring-dues/{id}/actions/charge': 'note <=255',
  'POST /api/recurring-dues/many/actions/skip': 'ids! 1..100 of, ids[] uuid',
  'POST /api/recurring/{id}/actions/charge': 'dueDay <=10, seenAmount number decimal, note <=255',
  'POST /api/recurring/{id}/actions/pause': 'note <=255',
  'POST /api/recurring/{id}/actions/amount':
    'amount! number decimal from 0.01 to 1000000, seenAmount number decimal',
  'POST /api/recurring/{id}/actions/cancel': 'note <=255',
  'POST /api/recurring-pages/{id}/card': 'frame! boolean',
  'POST /api/settings/rules/{id}/actions/activate': 'seenVersion integer from 1',
  'POST /api/settings/rules':
    'name! <=255, code! <=64, type! {LIMIT VELOCITY BLACKLIST SCORING}, severity! {LOW MEDIUM HIGH}, outcome! {PASS REVIEW THREE_D_SECURE BLOCK}, priority! integer from 1 to 9999, description <=1000, conditions! 0.. of, conditions[], conditions[].field!, conditions[].comparison!, conditions[].value number, conditions[].value <=255, conditions[].value 0.. of, conditions[].value[] <=255',
  'PUT /api/settings/rules/{id}':
    'name! <=255, code! <=64, type! {LIMIT VELOCITY BLACKLIST SCORING}, severity! {LOW MEDIUM HIGH}, outcome! {PASS REVIEW THREE_D_SECURE BLOCK}, priority! integer from 1 to 9999, description <=1000, conditions! 0.. of, conditions[], conditions[].field!, conditions[].comparison!, conditions[].value number, conditions[].value <=255, conditions[].value 0.. of, conditions[].value[] <=255',
  'POST /api/saved-views': 'name! <=60, shared! boolean, search <=2000, list! <=100',
  'PUT /api/saved-views/{id}': 'name! <=60, shared! boolean, search <=2000',
  'PUT /api/saved-views/{id}/default': 'isDefault! boolean',
  'POST /api/screening/cases/{id}/actions/decide':
    'decision! {FALSE_HIT TRUE_HIT}, reason! <=1000, seenMatch <=32',
  'POST /api/screening/cases/{id}/actions/take': 'from uuid',
  'POST /api/screening/cases/{id}/actions/assign': 'to! uuid, from uuid',
  'POST /api/users/me/view-as':
    'userId uuid, roleId uuid, userRole {BACKOFFICE_ADMIN BACKOFFICE_TECHNICAL MERCHANT_ADMIN MERCHANT_OPERATOR}',
  'POST /api/users/me/second-factor': 'password!',
  'POST /api/users/me/second-factor/confirm': 'code! <=64',
  'DELETE /api/users/me/second-factor': 'password!, code! <=64',
  'POST /api/users/me/second-factor/recovery-codes': 'password!',
  'POST /api/users/me/second-factor/renew': 'code! <=64',
  'POST /api/setup':
    'token! <=64, firstName! <=25, lastName! <=25, email! email <=50, newPassword! <=255, timezone <=64, device <=64',
  'POST /api/merchant/shipping/method': 'name! <=255, extId! <=255, shippingMethodId! uuid',
  'PUT /api/merchant/shipping/method/{id}': 'name! <=255, extId! <=255, shippingMethodId! uuid',
  'POST /api/checkouts/{id}/loan':
    'firstName! <=100, lastName! <=100, country! {32: AT..SK}, personalId! <=32, dateOfBirth! <=10, email! email <=255, phone! <=40, incomeType! {SALARY PENSION SELF_EMPLOYED OTHER}, monthlyIncome! number decimal from 0 to 1000000, monthlyObligations! number decimal from 0 to 1000000, months! integer from 1 to 600, consents! 1..50 of, consents[], consents[].productId! uuid, consents[].sha256! /^[0-9a-f]{64}$/, agreed! boolean = true',
  'POST /api/checkouts/{id}/loan/offer': 'offerId! uuid',
  'POST /api/checkouts/{id}/loan/authentication':
    'method! {SMART_ID MOBILE_ID BANK_LINK ID_CARD}, frame! boolean',
  'POST /api/checkouts/{id}/loan/signing':
    'method! {SMART_ID MOBILE_ID BANK_LINK ID_CARD}, frame! boolean, agreementSha256! /^[0-9a-f]{64}$/, agreed! boolean = true',
  'POST /api/loans/{id}/withdraw': 'amount! number',
  'POST /api/loans/{id}/repay': 'amount! number',
  'POST /api/sso/connections':
    'name! <=60, issuer! uri <=500, clientId! <=255, clientSecret! <=500, domains! <=500, roleClaim <=100, adminValue <=200, memberValue <=200, ownRoles <=4000',
  'PUT /api/sso/connections/{id}':
    'name! <=60, issuer! uri <=500, clientId! <=255, clientSecret <=500, domains! <=500, roleClaim <=100, adminValue <=200, memberValue <=200, ownRoles <=4000',
  'POST /api/sso/connections/{id}/actions/try': 'binding! <=64',
  'POST /api/sso/connections/{id}/actions/enforce': 'breakGlass! 0.. of, breakGlass[] uuid',
  'POST /api/sso/begin': 'email! email <=255, binding! <=64',
  'POST /api/sso/finish':
    'state! <=100, code <=4000, iss <=500, error <=200, binding! <=64, timezone <=64, device <=64',
  'PUT /api/transactions/{id}/actions/refund':
    'transactionId uuid, amount! number decimal from 0.01, currency! {EUR}, refundReason! {PRODUCT_OUT_OF_STOCK RETURNED_PRODUCT CANCELLED_SERVICE PRICE_ADJUSTMENT OTHER_REFUND REFUNDED_MANUALLY}, refundNote <=255',
  'POST /api/transactions/{id}/actions/refund':
    'transactionId uuid, amount! number decimal from 0.01, currency! {EUR}, refundReason! {PRODUCT_OUT_OF_STOCK RETURNED_PRODUCT CANCELLED_SERVICE PRICE_ADJUSTMENT OTHER_REFUND REFUNDED_MANUALLY}, refundNote <=255',
  'POST /api/transactions/{id}/actions/successful': 'seenPaymentId uuid',
  'PUT /api/transactions/{id}/actions/successful': 'seenPaymentId uuid',
  'PUT /api/transactions/{id}/actions/reverse':
    'transactionId uuid, amount! number decimal from 0.01, currency! {EUR}, reasonCode! {WRONG_AMOUNT DUPLICATE OTHER_REVERSAL}, reasonNote <=255',
  'POST /api/transactions/{id}/actions/reverse':
    'transactionId uuid, amount! number decimal from 0.01, currency! {EUR}, reasonCode! {WRONG_AMOUNT DUPLICATE OTHER_REVERSAL}, reasonNote <=255',
  'POST /api/transactions/{id}/actions/refuse': 'reasonNote! <=255',
  'POST /api/transactions/{id}/actions/take': 'from uuid',
  'POST /api/transactions/{id}/actions/assign': 'to! uuid, from uuid',
  'POST /api/exchange-logs/many/actions/send-again': 'ids! 1..100 of, ids[] uuid',
  'POST /api/undelivered-messages/many/actions/send-again': 'ids! 1..100 of, ids[] uuid',
  'POST /api/users':
    'firstName! <=25, lastName! <=25, email! email <=50, phoneNumber <=20, position <=100, description <=255, userRole! {BACKOFFICE_ADMIN BACKOFFICE_TECHNICAL}, roleId uuid',
  'POST /api/user-merchant/employees':
    'firstName! <=25, lastName! <=25, email! email <=50, phoneNumber! <=20, position <=100, description <=255, userRole! {MERCHANT_OPERATOR MERCHANT_ADMIN}, roleId uuid, merchantId! uuid',
  'PUT /api/users/{id}':
    'firstName! <=25, lastName! <=25, email! email <=50, phoneNumber <=20, position <=100, description <=255',
  'POST /api/users/{id}/actions/take-off-factor': 'reason! <=255',
  'PUT /api/user-merchant/employees':
    'id! uuid, firstName! <=25, lastName! <=25, email! email <=50, phoneNumber! <=20, position <=100, description <=255, userRole, merchantName, status, createdDate, lastLoginDate, merchantId, roleName, pendingEmail, userPermissions, roleId, roleRights, roleRefundUpTo, roleReverseUpTo, onlyAdmin, secondFactor, approvalId, seconded, createdBy, updatedDate, updatedBy',
  'PUT /api/user-merchant/employees/role':
    'id! uuid, userRole! {MERCHANT_OPERATOR MERCHANT_ADMIN}, firstName, lastName, email, phoneNumber, merchantName, status, createdDate, lastLoginDate, merchantId, roleName, pendingEmail, position, description, userPermissions, roleId, roleRights, roleRefundUpTo, roleReverseUpTo, onlyAdmin, secondFactor, approvalId, seconded, createdBy, updatedDate, updatedBy',
  'POST /api/widgets':
    'name! <=255, type! {CHECKOUT INSTANT PAYMENT}, totalLabel <=255, totalAmount number decimal from 0.01 to 9999999.99, totalCurrency {EUR}, totalTaxRate number decimal from 0 to 1, recurringEvery integer from 1 to 365, recurringUnit {DAY WEEK MONTH}, recurringMost number decimal from 0.01 to 9999999.99, config, config.items 0..500 of, config.items[], config.items[].reference! <=255, config.items[].label! <=255, config.items[].amount! number decimal from 0 to 9999999.99, config.items[].currency! {EUR}, config.items[].taxRate number decimal from 0 to 1, config.items[].count integer from 1 to 9999, orderAuthorizationType {SIGNATURE CALLBACK WIDGET_TOTAL_AMOUNT}',
  'PUT /api/widgets/{id}':
    'name! <=255, type! {CHECKOUT INSTANT PAYMENT}, totalLabel <=255, totalAmount number decimal from 0.01 to 9999999.99, totalCurrency {EUR}, totalTaxRate number decimal from 0 to 1, recurringEvery integer from 1 to 365, recurringUnit {DAY WEEK MONTH}, recurringMost number decimal from 0.01 to 9999999.99, config, config.items 0..500 of, config.items[], config.items[].reference! <=255, config.items[].label! <=255, config.items[].amount! number decimal from 0 to 9999999.99, config.items[].currency! {EUR}, config.items[].taxRate number decimal from 0 to 1, config.items[].count integer from 1 to 9999',
  'POST /api/personal-data/{id}': 'reason! <=500',
  'POST /api/personal-data/{id}/export': 'reason! <=500',
  'POST /api/personal-data/{id}/show': 'reason! <=500',
  'POST /api/roles':
    'name! <=50, description <=255, base! {BACKOFFICE_ADMIN BACKOFFICE_TECHNICAL MERCHANT_ADMIN MERCHANT_OPERATOR}, refundUpTo number decimal from 0.01 to 9999999.99, reverseUpTo number decimal from 0.01 to 9999999.99, rights! 0..52 of, rights[] {52: PAYMENTS..SETTINGS_CHANGE}, merchants 0..100 of, merchants[] uuid',
  'POST /api/users/{id}/actions/set-role':
    'userRole! {BACKOFFICE_ADMIN BACKOFFICE_TECHNICAL MERCHANT_ADMIN MERCHANT_OPERATOR}, roleId uuid',
  'PUT /api/roles/{id}':
    'name! <=50, description <=255, refundUpTo number decimal from 0.01 to 9999999.99, reverseUpTo number decimal from 0.01 to 9999999.99, rights! 0..52 of, rights[] {52: PAYMENTS..SETTINGS_CHANGE}, merchants 0..100 of, merchants[] uuid',
};

/** The same of what stands behind an address; the filters of lists are their columns'. */
export const QUERIES: Readonly<Record<string, string>> = {
  'POST /api/settings/bin-ranges': 'check {true false}, skipRefused {true false}',
  'GET /api/reports/business-days':
    'from date, to date, fromDate date, toDate date, f_merchantId uuid',
  'GET /api/events': 'watch <=12000, age /^\\d{1,3}$/',
  'GET /api/reports/figures':
    'from! date, to! date, compare {weekday before year}, f_merchantId uuid',
  'GET /api/reports/loans': 'from! date, to! date, f_merchantId uuid',
  'GET /api/widgets/preview':
    'amount! /^\\d{1,7}(\\.\\d{1,2})?$/, repeats! {true false}, ships! {true false}',
  'GET /api/payment-links/preview': 'amount! /^\\d{1,7}(\\.\\d{1,2})?$/, repeats! {true false}',
  'GET /api/orders/many/approve': 'ids!',
  'GET /api/orders/many/reject': 'ids!',
  'GET /api/purchases/many/actions/resend-callback': 'ids!',
  'GET /api/purchases/many/actions/cancel': 'ids!',
  'GET /api/recurring-dues/many/actions/charge': 'ids!',
  'GET /api/recurring-dues/many/actions/skip': 'ids!',
  'GET /api/reports/recurring': 'from! date, to! date, f_merchantId uuid',
  'POST /api/screening/names':
    'check {true false}, skipRefused {true false}, source! {OFAC EU UN UK OTHER}',
  'GET /api/reports/waiting': 'f_merchantId uuid',
  'GET /api/search': 'q <=100',
  'GET /api/settings/retention/customers': 'days! /^\\d{1,4}$/',
  'GET /api/system/trends': 'span! {DAY WEEK}',
  'GET /api/checkouts/{id}/loan/information': 'months! /^[1-9]\\d{0,2}$/',
  'GET /api/exchange-logs/many/actions/send-again': 'ids!',
  'GET /api/undelivered-messages/many/actions/send-again': 'ids!',
};
