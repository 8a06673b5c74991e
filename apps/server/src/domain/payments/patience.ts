/** Who is at the acquirer's page so long has gone. */
export const CARD_MINUTES = 60;
/** So long a bank's question to its cardholder is waited for. */
export const CHALLENGE_MINUTES = 30;
