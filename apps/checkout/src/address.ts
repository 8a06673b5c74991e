import type { Way } from './api.ts';

/** `/pay/c/{id}`, with `#loan=…` out of a mail, `/pay/l/{link}`, `/pay/loan/{token}`, `/pay/{widget}#order=…`, as the bar of the browser has it. */
export type Place =
  | { checkout: string; returned: boolean; key: string | null }
  | { way: Way; key: string }
  | { loan: string }
  | null;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function placeOf({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): Place {
  const [, , ...rest] = pathname.replace(/\/+$/, '').split('/');
  const id = rest.at(-1) ?? '';
  if (!UUID.test(id)) return null;
  if (rest.length === 1) {
    const order = orderIn(hash);
    return { way: { widget: id, ...(order !== undefined && { order }) }, key: `${id} ${hash}` };
  }
  if (rest.length !== 2) return null;
  if (rest[0] === 'loan') return { loan: id };
  if (rest[0] === 'l') return { way: { link: id }, key: `l ${id}` };
  if (rest[0] !== 'c') return null;
  const key = new URLSearchParams(hash.slice(1)).get('loan') ?? '';
  return { checkout: id, returned: hash === '#returned', key: UUID.test(key) ? key : null };
}

/** The basket that a shop's page hands over: JSON, or a signed text that the server reads. */
function orderIn(hash: string): unknown {
  const text = new URLSearchParams(hash.slice(1)).get('order');
  if (!text) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const addressOf = (id: string) => `/pay/c/${id}`;

/** `?way=redirect` on the address asks for pages of others in place of a frame. */
export const mayFrame = () => new URLSearchParams(location.search).get('way') !== 'redirect';

/** `/pay/r/{token}`: the payer's own page of what is taken again and again. */
export const recurringOf = ({ pathname }: Pick<Location, 'pathname'>): string | null => {
  const [, , at, token = '', ...more] = pathname.replace(/\/+$/, '').split('/');
  return at === 'r' && !more.length && UUID.test(token) ? token : null;
};

/** A loan's own page, and its papers, there and in the checkout. */
export const loanAddress = (token: string) => `/pay/loan/${token}`;
export const paperAddress = (token: string, id: string) =>
  `${loanAddress(token)}/documents/${id}.pdf`;
