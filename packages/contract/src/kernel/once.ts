/** Each key with the parts that give it; `Parts` says the keys of each part. */
type Givers<Parts extends object> = { [P in keyof Parts as Parts[P] & PropertyKey]: P };

type IsUnion<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never;

/** All keys that the parts give. */
export type Given<Parts extends object> = keyof Givers<Parts>;

/** Those that more than one part gives. */
export type Twice<Parts extends object> = {
  [K in Given<Parts>]: IsUnion<Givers<Parts>[K]> extends true ? K : never;
}[Given<Parts>];

/** Nothing, but where a key is there that should not be: then what no value has, with the key in its name. */
export type None<K, Why extends string> = [K] extends [never]
  ? unknown
  : { [W in `${K & string} ${Why}`]: never };

export type Once<Parts extends object> = None<Twice<Parts>, 'is given twice'>;

/** The parts as one, under the keys of all. */
export type Joined<Parts extends object> = {
  [K in Given<{ [P in keyof Parts]: keyof Parts[P] }>]: Parts[Givers<{
    [P in keyof Parts]: keyof Parts[P];
  }>[K] &
    keyof Parts] extends infer Part
    ? Part[K & keyof Part]
    : never;
};

/** Puts parts together that share no key: one given twice does not compile. */
export const joined = <Parts extends object>(
  parts: Parts & Once<{ [P in keyof Parts]: keyof Parts[P] }>,
): Joined<Parts> => Object.assign({}, ...Object.values(parts)) as Joined<Parts>;
