import type { Endpoint } from './endpoint.ts';

/**
 * What is sensitive. A row of the endpoint table that does one of these says which, and from that
 * alone it follows that whoever has a second factor is asked for it anew (SB-07).
 */
export const SENSITIVE = {
  MONEY: 'moves money, says that it has moved, or sets what it costs',
  KEYS: 'shows, makes or takes away what a person or a machine proves itself by',
  RIGHTS: 'says who belongs to a merchant, who may sign in, and who may do what',
  ADDRESSES: 'says where secrets and messages about money go to, or tries such an address',
} as const;

export type Sensitive = keyof typeof SENSITIVE;

/** What the call itself proves its caller by, where it does: nobody is asked twice. */
export type ProvenBy = 'password' | 'code' | 'passkey' | 'fresh sign-in' | 'fresh proof';

/** Whether the row asks for a second factor of the last five minutes where the person has one. */
export const asksStepUp = (row: Pick<Endpoint, 'sensitive' | 'provenBy' | 'access'>): boolean =>
  row.sensitive !== undefined &&
  row.provenBy === undefined &&
  row.access !== 'public' &&
  row.access !== 'machine' &&
  row.access !== 'provider';

/** Whether the row makes sure, by what it is given, that it is still its person who calls. */
export const provesAnew = (method: string, row: Pick<Endpoint, 'provenBy'>): boolean =>
  row.provenBy !== undefined && method.toUpperCase() !== 'GET';
