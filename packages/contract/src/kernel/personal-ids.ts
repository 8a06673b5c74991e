/**
 * Personal ids of people who may borrow: their digits check each other, and most say when somebody was born. Of
 * countries that are not here only the shape is looked at.
 */

interface Read {
  /** As the country writes it. */
  id: string;
  /** YYYY-MM-DD; null where it does not say. */
  born: string | null;
}

const dayOf = (year: number, month: string, day: string): string | null => {
  const text = `${year}-${month}-${day}`;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
};

const weighed = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, nth) => sum + weight * Number(digits[nth]), 0);

const FIRST = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1];
const SECOND = [3, 4, 5, 6, 7, 8, 9, 1, 2, 3];

/** Estonia and Lithuania: sex and century, YYMMDD, a number, and a digit that checks them. */
function baltic(text: string): Read | null {
  const [, first, yy, month, day] = /^([1-8])(\d\d)(\d\d)(\d\d)\d{4}$/.exec(text) ?? [];
  if (!first) return null;
  const check = [FIRST, SECOND].map((weights) => weighed(text, weights) % 11).find((n) => n < 10);
  const born = dayOf(1800 + 100 * Math.floor((Number(first) - 1) / 2) + Number(yy), month!, day!);
  return born !== null && Number(text[10]) === (check ?? 0) ? { id: text, born } : null;
}

const LATVIAN = [10, 5, 8, 4, 2, 1, 6, 3, 7, 9];

/** Latvia: DDMMYY-CNNNK with the century, or 32 and digits that say nothing of the birth. */
function latvian(text: string): Read | null {
  const [, front, back] = /^(\d{6})-?(\d{5})$/.exec(text) ?? [];
  if (!front || !back || ((1 + weighed(front + back, LATVIAN)) % 11) % 10 !== Number(back[4]))
    return null;
  const id = `${front}-${back}`;
  if (front.startsWith('32')) return { id, born: null };
  const century = Number(back[0]);
  if (century > 2) return null;
  const year = 1800 + 100 * century + Number(front.slice(4));
  const born = dayOf(year, front.slice(2, 4), front.slice(0, 2));
  return born === null ? null : { id, born };
}

const READERS: Readonly<Record<string, (text: string) => Read | null>> = {
  EE: baltic,
  LT: baltic,
  LV: latvian,
};

const EXAMPLES: Readonly<Record<string, string>> = {
  EE: '38402292719',
  LT: '33309240064',
  LV: '161175-19997',
};

/** As it is compared and kept, with what it says; null where it is none of the country's (or, by null, of any that is known). */
export function readPersonalId(text: string, country: string | null): Read | null {
  const plain = text.replace(/\s/g, '').toUpperCase();
  if (country === null) return baltic(plain) ?? latvian(plain);
  const read = READERS[country];
  if (read) return read(plain);
  return /^[A-Z0-9+\-/.]{4,32}$/.test(plain) ? { id: plain, born: null } : null;
}

/** Null, or what is wrong with it in words. */
export function personalIdProblem(text: string, country: string | null): string | null {
  if (readPersonalId(text, country)) return null;
  const example = EXAMPLES[country ?? ''];
  return example
    ? `This personal ID is not right: it looks like ${example}, and its last digit checks the others`
    : 'This personal ID is not right: look for a wrong digit';
}
