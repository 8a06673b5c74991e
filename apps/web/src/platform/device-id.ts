const NAME = 'paydesk.device';

/**
 * What this browser is known by at its sign-ins, made at random and kept beyond them, so that a person
 * is told of a new one and not of their own. Where nothing can be kept it is a new one each time.
 */
export function deviceId(): string {
  // crypto.randomUUID is for pages that are served securely alone
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  try {
    const kept = localStorage.getItem(NAME);
    if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept;
    localStorage.setItem(NAME, made);
  } catch {
    // storage is closed to us
  }
  return made;
}
