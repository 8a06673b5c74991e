import { randomBytes } from 'node:crypto';

/** What the shop sells, and the orders that its shoppers have begun; it keeps them as long as it runs. */

export interface Product {
  id: string;
  name: string;
  words: string;
  cents: number;
  picture: 'stool' | 'lamp' | 'board';
}

export const PRODUCTS: readonly Product[] = [
  {
    id: 'stool',
    name: 'Oak stool',
    words: 'Solid oak, three legs, made by hand in Kuldīga',
    cents: 60_50,
    picture: 'stool',
  },
  {
    id: 'lamp',
    name: 'Amber lamp',
    words: 'A warm light for the table, with a linen cord',
    cents: 89_00,
    picture: 'lamp',
  },
  {
    id: 'board',
    name: 'Bread board',
    words: 'Smoked oak, oiled three times',
    cents: 24_90,
    picture: 'board',
  },
];

export const TAX_RATE = 0.21;
const MOST_OF_ONE = 20;
const MOST_ORDERS = 500;
const MOST_EVENTS = 50;

export interface Line {
  product: Product;
  count: number;
}

export interface Event {
  date: Date;
  /** True where it is known to come from Paydesk. */
  verified: boolean;
  document: string;
  /** Not taken, so that it comes again: somebody asked for that. */
  dropped: boolean;
}

export interface Order {
  id: string;
  lines: Line[];
  cents: number;
  events: Event[];
}

/** 'stool:1.lamp:2', as the cookie has it; what is none of ours is left out. */
export function readBasket(text: string): Line[] {
  const counts = new Map(
    text.split('.').map((part) => {
      const [id = '', count] = part.split(':');
      return [id, Math.min(Math.trunc(Number(count)), MOST_OF_ONE)] as const;
    }),
  );
  return PRODUCTS.flatMap((product) => {
    const count = counts.get(product.id) ?? 0;
    return count > 0 ? [{ product, count }] : [];
  });
}

export const writeBasket = (lines: readonly Line[]): string =>
  lines.map(({ product, count }) => `${product.id}:${count}`).join('.');

export const totalOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { product, count }) => sum + product.cents * count, 0);

export function orderBook() {
  const orders = new Map<string, Order>();
  /** What came that is of no order of this shop's run: the voucher's, an older one's. */
  const others: Event[] = [];
  return {
    /** The order of this basket: the same one as long as neither changes. */
    of(id: string | null, lines: Line[]): Order {
      const known = id === null ? undefined : orders.get(id);
      if (known && writeBasket(known.lines) === writeBasket(lines)) return known;
      const order = {
        id: `AO-${randomBytes(5).toString('hex').toUpperCase()}`,
        lines,
        cents: totalOf(lines),
        events: [],
      };
      orders.set(order.id, order);
      if (orders.size > MOST_ORDERS) orders.delete(orders.keys().next().value!);
      return order;
    },
    find: (id: string | null): Order | null => (id === null ? null : (orders.get(id) ?? null)),
    note(id: string | null, event: Event): void {
      const events = this.find(id)?.events ?? others;
      events.unshift(event);
      events.length = Math.min(events.length, MOST_EVENTS);
    },
    others: (): readonly Event[] => others,
  };
}
export type OrderBook = ReturnType<typeof orderBook>;
