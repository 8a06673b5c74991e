/** The key of the browser in which a test's shopper applies for a loan. */
export const SHOPPER_KEY = 'the-key-of-a-browser-in-a-test';
