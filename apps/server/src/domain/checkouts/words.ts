/** Said to the shopper of a merchant that does not trade, or of a button that is off; not why. */
export const NOT_AVAILABLE = 'This payment is not available now. Please go back to the shop.';
