/** What stays over a reload, in this tab alone; where a browser keeps nothing, nothing is kept. */

export function keep(key: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // no room, or no storage: the page works without
  }
}

export function kept<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

const keyOf = (checkout: string) => `shopper ${checkout}`;
/** Where a browser keeps nothing, for as long as the page stands. */
const unkept = new Map<string, string>();

/**
 * By which a shopper is known, and a loan's borrower: in all tabs of this browser, out of the mail in others, and to nobody who has
 * the checkout's address alone (ADR 215).
 */
export function shopperKey(checkout: string): string | null {
  try {
    return localStorage.getItem(keyOf(checkout)) ?? unkept.get(checkout) ?? null;
  } catch {
    return unkept.get(checkout) ?? null;
  }
}

export function keepShopperKey(checkout: string, key: string): void {
  unkept.set(checkout, key);
  try {
    localStorage.setItem(keyOf(checkout), key);
  } catch {
    // no room, or no storage
  }
}

/** 256 bits, made before it is needed: whoever asks again, because no answer came, is the same shopper. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** The same, made where there is none yet. */
export function ownKey(checkout: string): string {
  const key = shopperKey(checkout) ?? newKey();
  keepShopperKey(checkout, key);
  return key;
}
