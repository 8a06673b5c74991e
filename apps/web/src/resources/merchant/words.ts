/** What is asked before something is saved; the first is the specification's own (MM-10, AM-75). */
export const questions = {
  merchant: 'Are you sure you want to update Merchant?',
  purchaseNotification: 'Are you sure you want to update Merchant Purchase Notification URL?',
  orderVerification: 'Are you sure you want to update Merchant Order Verification URL?',
  deliveryCost: 'Are you sure you want to update Merchant Shipping Cost Calculation URL?',
} as const;
