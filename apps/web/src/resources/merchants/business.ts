/** How the fields of a business stand in a form, of staff as of whoever applies. */
export const BESIDE = { legalId: 'country', phone: 'email', addressLine: 'zipCode' };

export const HINTS = {
  iban: 'Where its money goes.',
  mccCode: 'What it sells.',
  cardAcceptanceLocation: 'The city that stands on card statements.',
};
