import { NameIndex, partsOf } from '../apps/server/src/domain/screening/names.ts';
import { ALTERED, LISTED_NAMES } from '../apps/server/src/testing/altered-names.ts';

/**
 * `npm run bench -- screening`: a list of 20,000 invented names, and 10,000 invented people who are on none:
 * how many of them are hits all the same, and how long a person takes. Needs no database.
 */

const LISTED = 20_000;
const PEOPLE = 10_000;

let seed = 7;
const random = (below: number) => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
};
const pick = <T>(of: readonly T[]): T => of[random(of.length)]!;

const HEADS =
  'Al Bar Cher Dzh Fed Gol Hus Iv Kar Lak Mans Nas Or Pet Qas Rah Sok Tar Ul Vol Yar Zav Bel Gor Kov Med Rom Sid Tim Zak Abd Mir Shah Naz Haf'.split(
    ' ',
  );
const MIDDLES = 'a e i o u al an ar en er il in ol on or ov ush am id ik ich ash em'.split(' ');
const ENDS =
  'ov ev in enko sky ian adze vili i an ad uddin ullah son sen ski wicz ch ko ak ari awi'.split(
    ' ',
  );
const FIRSTS =
  'Aleksandr Mikhail Ivan Dmitri Sergei Oleg Viktor Anna Maria Olga Elena Mohammed Ahmed Ali Hassan Omar Yusuf Fatima Leila Karim Peter John Mark Paul Janis Andris Ilze Kadri Rasa Tomas Jonas Marta Eva Nina Igor Boris Yuri Pavel Roman Denis'.split(
    ' ',
  );

const last = () => pick(HEADS) + pick(MIDDLES) + (random(3) ? pick(MIDDLES) : '') + pick(ENDS);
const person = () => `${pick(FIRSTS)} ${last()}`;
const dayIn = () => `${1940 + random(60)}-01-01`;

const listed = Array.from({ length: LISTED }, (_, at) => {
  const name = `${last().toUpperCase()}, ${pick(FIRSTS)}`;
  return {
    id: String(at),
    source: 'OTHER',
    entry: String(at),
    name,
    born: dayIn(),
    parts: partsOf(name),
  };
});
const known = new Set(listed.map(({ parts }) => parts.join(' ')));
const people = Array.from({ length: PEOPLE }, person).filter(
  (name) => !known.has(partsOf(name).join(' ')),
);

const index = new NameIndex(listed);
for (const [words, born] of [
  ['without a birthday', () => null],
  ['with one', dayIn],
] as const) {
  const began = performance.now();
  let [people1, same] = [0, 0];
  for (const name of people) {
    const [best] = index.find(name, born());
    if (best) people1++;
    if (best && best.score >= 93) same++;
  }
  const ms = performance.now() - began;
  console.log(
    `${people.length} invented people against ${LISTED} names, ${words}: ${people1} false hits ` +
      `(${((100 * people1) / people.length).toFixed(2)} %), ${same} of them as the same name; ${(ms / people.length).toFixed(2)} ms a person`,
  );
}

// of ten names among as many others, a hundred others that mean the same person
const among = new NameIndex([
  ...listed,
  ...LISTED_NAMES.map((name) => ({
    id: name,
    source: 'OFAC',
    entry: name,
    name,
    born: null,
    parts: partsOf(name),
  })),
]);
const altered = Object.entries(ALTERED).flatMap(([entry, names]) =>
  names.map((name) => ({ entry, name })),
);
const missed = altered.filter(
  ({ entry, name }) => !among.find(name, null).some((hit) => hit.listed.entry === entry),
);
console.log(
  `${altered.length - missed.length} of ${altered.length} altered names found among ${LISTED} others` +
    `${missed.length ? `; not ${missed.map(({ name }) => name).join(', ')}` : ''}`,
);
