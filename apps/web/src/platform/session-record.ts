/** The stored session (NG-24) and how it is read back: anything doubtful is no session. */
export interface Session {
  token: string;
  userId: string;
  passwordExpired: boolean;
  /** ISO with Z; the moment of login plus expiresIn seconds. */
  expirationDateInUtc: string;
  /** IANA zone of the browser at login (AM-79). */
  timezone: string;
}

export function sessionFrom(
  login: { token: string; userId: string; passwordExpired: boolean; expiresIn: number },
  timezone: string,
  now: number,
): Session {
  const { token, userId, passwordExpired, expiresIn } = login;
  const expirationDateInUtc = new Date(now + expiresIn * 1000).toISOString();
  return { token, userId, passwordExpired, expirationDateInUtc, timezone };
}

export function expiresAt(session: Session): number {
  return Date.parse(session.expirationDateInUtc);
}

function parseRecord(text: string): Session | null {
  try {
    const record = JSON.parse(text) as Partial<Session> | null;
    const { token, userId, passwordExpired, expirationDateInUtc, timezone } = record ?? {};
    if (typeof token !== 'string' || !token || typeof userId !== 'string') return null;
    if (typeof expirationDateInUtc !== 'string') return null;
    return {
      token,
      userId,
      passwordExpired: passwordExpired === true,
      expirationDateInUtc,
      timezone: typeof timezone === 'string' ? timezone : 'UTC',
    };
  } catch {
    return null;
  }
}

/**
 * The session out of the texts of local storage and cookie. One may be missing; if either says that
 * the session has expired, or can't be read, there is none (NG-16).
 */
export function storedSession(texts: (string | null)[], now: number): Session | null {
  const records = texts.filter((text) => text !== null).map(parseRecord);
  const valid = records.every((record) => record !== null && now < expiresAt(record));
  return (valid && records[0]) || null;
}

/** By this name a browser takes it from this host alone, and over https alone. */
const HOST = '__Host-';

/** The value of one cookie out of document.cookie; over https no other than this host's own, as any neighbour sets the rest. */
export function cookieValue(cookies: string, name: string, secure: boolean): string | null {
  for (const pair of cookies.split('; ')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at) !== (secure ? HOST : '') + name) continue;
    try {
      return decodeURIComponent(pair.slice(at + 1));
    } catch {
      return '';
    }
  }
  return null;
}

/** Strict, so that no other site sends it; Secure wherever the page itself is (NG-14). */
export function cookieText(name: string, value: string, expires: string, secure: boolean): string {
  const attributes = [
    `${secure ? HOST : ''}${name}=${encodeURIComponent(value)}`,
    'Path=/',
    'SameSite=Strict',
    `Expires=${new Date(expires).toUTCString()}`,
  ];
  if (secure) attributes.push('Secure');
  return attributes.join('; ');
}
