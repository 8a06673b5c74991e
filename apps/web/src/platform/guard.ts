import { paths } from '../paths.ts';

/**
 * open: for everyone; login: for those who are not signed in; renewal: while the password is
 * expired; secondFactor: while a required second factor is not set up; signedIn: all the others
 * (NG-01..04, RT-05).
 */
export type RouteAccess = 'open' | 'login' | 'renewal' | 'secondFactor' | 'signedIn';

export interface Visit {
  access: RouteAccess;
  /** Null when nobody is signed in, auto-login tried (NG-05). */
  session: { passwordExpired: boolean; secondFactorMissing?: boolean } | null;
  /** Path, query and hash as the visitor gave them. */
  href: string;
}

/** Where the visitor goes instead, or null when they may stay. */
export function redirectOf({ access, session, href }: Visit): string | null {
  if (!session) {
    if (access === 'open' || access === 'login') return null;
    return pathOf(href) === paths.home() ? paths.login() : paths.login({ redirectFrom: href });
  }
  if (session.passwordExpired) return access === 'renewal' ? null : paths.passwordRenewal();
  if (session.secondFactorMissing) return access === 'secondFactor' ? null : paths.secondFactor();
  if (access === 'signedIn' || access === 'open') return null;
  // signed in meanwhile, in another tab: on to where this one wanted to go
  return access === 'login'
    ? safeRedirect(redirectFromOf(href), 'http://console.invalid')
    : paths.home();
}

const redirectFromOf = (href: string) =>
  new URLSearchParams(/\?([^#]*)/.exec(href)?.[1]).get('redirectFrom') ?? undefined;

const pathOf = (href: string) => href.replace(/[?#].*$/, '');

/**
 * Where a login leads (AU-05): the path asked for, if it is one of this console. An address of
 * another origin, however it is written, is nobody's wish.
 */
export function safeRedirect(redirectFrom: string | undefined, origin: string): string {
  const home = paths.home();
  if (!redirectFrom?.startsWith('/')) return home;
  let url: URL;
  try {
    url = new URL(redirectFrom, origin);
  } catch {
    return home;
  }
  if (url.origin !== origin || url.pathname.startsWith('//')) return home;
  if (url.pathname === paths.login()) return home;
  return url.pathname + url.search + url.hash;
}
