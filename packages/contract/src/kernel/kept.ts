/** Whether a table, and JSON in one, can hold a text: neither half a pair of surrogates nor U+0000. */
export const isKept = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');

/** The same text with what can't be held replaced. */
export const kept = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd');
