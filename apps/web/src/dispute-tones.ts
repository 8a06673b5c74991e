/** An open one asks for somebody, a lost one cost money. */
export const DISPUTE_TONES = { OPEN: 'warning', WON: 'success', LOST: 'error' } as const;
