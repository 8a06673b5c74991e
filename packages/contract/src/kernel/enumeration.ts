/** A value of an enumeration as it stands in answers (GT-22, AM-62). */
export interface Named<N extends string = string> {
  name: N;
  description: string;
}

/** name → the words people read; the order is the order of the dropdown. */
export type Enumeration<N extends string = string> = Readonly<Record<N, string>>;

/** The enumeration as list answers carry it. */
export function namedValues<N extends string>(enumeration: Enumeration<N>): Named<N>[] {
  return (Object.entries(enumeration) as [N, string][]).map(([name, description]) => ({
    name,
    description,
  }));
}

export const CURRENCIES = { EUR: 'EUR' } as const satisfies Enumeration;
/** Every amount is of it where nothing else is said. */
export const ONE_CURRENCY = Object.keys(CURRENCIES)[0] as keyof typeof CURRENCIES;

/** How a delivery method brings a parcel. */
export const DELIVERY_TYPES = {
  COURIER: 'Courier',
  PICKUP_POINT: 'Pickup point',
  POST: 'Post',
} as const satisfies Enumeration;
