/** What the terms of a product are counted in. */
export const HINTS = {
  minTermMonths: 'In months.',
  maxTermMonths: 'In months.',
  interestRate: 'Percent a year.',
};
