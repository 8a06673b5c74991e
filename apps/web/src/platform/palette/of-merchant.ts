import { AUDIENCES, type Actor } from '@paydesk/contract/permissions.ts';
import { paths } from '../../paths.ts';
import { plain } from './more.ts';
import type { Seen } from './states.ts';

/** A merchant that is called as was typed. */
export interface Called {
  id: string;
  name: string;
}

interface Thing {
  /** The entry of the menu that it is; what stands in a tab of the merchant has theirs. */
  of: string;
  words: RegExp;
  label: string;
  open: (merchantId: string) => string;
}

const tab = (key: string) => (id: string) => paths.merchantById(id, { tab: key });

/** What staff look at of one merchant: the screens that are narrowed to one, and the tabs of its page. */
const THINGS: readonly Thing[] = [
  {
    of: 'business-days',
    words: /^(?:home|dashboard|business days?|sales)$/,
    label: 'Business Days',
    open: (id) => paths.businessDays({ f_merchantId: id }),
  },
  {
    of: 'transactions',
    words: /^(?:payments?|transactions?)$/,
    label: 'Transactions',
    open: (id) => paths.transactions({ f_merchantId: id }),
  },
  {
    of: 'orders',
    words: /^orders?$/,
    label: 'Orders',
    open: (id) => paths.orders({ f_merchantId: id }),
  },
  {
    of: 'purchases',
    words: /^purchases?$/,
    label: 'Purchases',
    open: (id) => paths.purchases({ f_merchantId: id }),
  },
  {
    of: 'payment-links',
    words: /^(?:payment )?links?$/,
    label: 'Payment Links',
    open: (id) => paths.paymentLinks({ f_merchantId: id }),
  },
  {
    of: 'recurring',
    words: /^(?:recurring(?: payments?)?|subscriptions?)$/,
    label: 'Recurring Payments',
    open: (id) => paths.recurring({ f_merchantId: id }),
  },
  {
    of: 'consumer-credits',
    words: /^(?:loans?|credits?)$/,
    label: 'Loans',
    open: (id) => paths.consumerCredits({ f_merchantId: id }),
  },
  {
    of: 'merchants',
    words: /^(?:employees?|people|users?|team)$/,
    label: 'Employees',
    open: tab('employees'),
  },
  {
    of: 'merchants',
    words: /^certificates?$/,
    label: 'Certificates',
    open: tab('certificates'),
  },
  { of: 'merchants', words: /^api keys?$/, label: 'API key', open: tab('api-key') },
  { of: 'merchants', words: /^features?$/, label: 'Features', open: tab('features') },
  {
    of: 'merchants',
    words: /^(?:deliver(?:y|ies)(?: methods?)?|shipping)$/,
    label: 'Delivery methods',
    open: tab('delivery-methods'),
  },
];

/** So many words name a thing at most. */
const MOST = 2;
const LEAST_LETTERS = 3;

/** 'amber orders', 'orders of amber': what is meant, and whose; null where nothing stands beside it. */
export function thingIn(
  actor: Actor,
  seen: readonly Seen[],
  text: string,
): { name: string; thing: Thing } | null {
  if (!AUDIENCES.staff(actor)) return null;
  const words = plain(text.trim()).split(/\s+/);
  for (let many = Math.min(MOST, words.length - 1); many > 0; many--)
    for (const last of [true, false]) {
      const said = (last ? words.slice(-many) : words.slice(0, many)).join(' ');
      const rest = (last ? words.slice(0, -many) : words.slice(many)).join(' ');
      const name = rest.replace(/^(?:of|from|at|by) /, '').replace(/['’]s?$/, '');
      const thing = THINGS.find(({ of, words: named }) => named.test(said) && isSeen(seen, of));
      if (thing && name.length >= LEAST_LETTERS && /^[\p{L}&\s'’-]+$/u.test(name))
        return { name, thing };
    }
  return null;
}

const isSeen = (seen: readonly Seen[], of: string) => seen.some(({ name }) => name === of);

/** The thing of each merchant that is called so. */
export function thingsOf(
  actor: Actor,
  seen: readonly Seen[],
  text: string,
  merchants: readonly Called[],
) {
  const found = thingIn(actor, seen, text);
  if (!found) return [];
  return merchants.map(({ id, name }) => {
    const href = found.thing.open(id);
    return { name: href, href, label: `${found.thing.label}: ${name}` };
  });
}
