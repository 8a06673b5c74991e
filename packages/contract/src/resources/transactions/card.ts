/** '•• 6017', where the card is known. */
export const shortCard = (pan: string | null): string | null => pan && `•• ${pan.slice(-4)}`;
