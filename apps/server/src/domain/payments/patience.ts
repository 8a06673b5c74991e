/** Who is at the acquirer's page so long has gone. */
export const CARD_MINUTES = 60;
/** So long a bank's question to its cardholder is waited for. */
export const CHALLENGE_MINUTES = 30;
/** The same of who has gone by then, because a person looked at the payment first: a mail asks them back. */
export const MAILED_MINUTES = 24 * 60;

/** Whether a person's word set it off, and not a shopper at the page. */
export const isAway = ({ user_id: whose }: { user_id: string | null }): boolean => whose !== null;
