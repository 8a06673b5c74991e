/** Said to the shopper of a merchant that does not trade, or of a button that is off: what to do, and not why. */
export const NOT_AVAILABLE =
  'The shop takes no payments on this page at the moment. Please go back to the shop, or ask there how else to pay.';
