import {
  hasCardNumber,
  isCardSecret,
  maskCardNumbers,
} from '@paydesk/contract/kernel/card-numbers.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { kept } from '@paydesk/contract/kernel/kept.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { Refusal } from './errors.ts';

/** What names a record or leads to somebody is that or nothing: it is refused from machines too, never changed. */
const IDENTIFIES = /(id|number|email|phone|url|key|reference)$/i;
/** Compared and hashed, never kept as it is. */
const SECRET = /password/i;
const PHONE = /phone/i;

/** Half of a pair: no text, and no JSON that PostgreSQL takes. */
const BROKEN = /\p{Surrogate}/u;

/** As it is, and as it reads where it is the query of an address. */
function holdsCard(text: string, key: string): boolean {
  const where = { phone: PHONE.test(key) };
  if (hasCardNumber(text, where)) return true;
  if (!/[%+]/.test(text)) return false;
  const plain = text
    .replaceAll('+', ' ')
    .replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return !/^\s*\+/.test(text) && hasCardNumber(plain, where);
}

/**
 * What somebody sends, without card numbers (SB-47): from people they are refused by the field; from
 * machines they are masked in free text, before anything is read or kept, and refused where they name
 * a record. The security code of a card is refused wherever it stands, and so is what is no text.
 */
export function withoutCardNumbers(
  body: object,
  { mask }: { mask: boolean },
): { body: unknown; errors: FieldError[] } {
  const errors: FieldError[] = [];
  const refuse = (path: string, message: string) =>
    errors.push({ field: maskCardNumbers(path).toWellFormed(), message });

  function clean(value: unknown, path: string, key: string): unknown {
    if (Array.isArray(value)) return value.map((part, nth) => clean(part, `${path}[${nth}]`, key));
    if (value && typeof value === 'object')
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => {
          const at = path ? `${path}.${name}` : name;
          if (isCardSecret(name)) refuse(at, messages.cardSecret);
          else if (hasCardNumber(name)) refuse(at, messages.cardNumber);
          else if (BROKEN.test(name)) refuse(at, messages.text);
          return [name, clean(part, at, name)];
        }),
      );
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && BROKEN.test(text)) refuse(path, messages.text);
    if (typeof text !== 'string' || SECRET.test(key) || !holdsCard(text, key)) return value;
    const masked = maskCardNumbers(text);
    if (mask && typeof value === 'string' && !IDENTIFIES.test(key) && !holdsCard(masked, key))
      return masked;
    refuse(path, messages.cardNumber);
    return value;
  }

  return { body: clean(body, '', ''), errors };
}

/** A card number in an address ends in histories and logs on its way: filters and searches take none. */
export function refuseCardNumbersIn(query: Record<string, unknown>): void {
  const errors = Object.entries(query)
    .filter(([field, value]) =>
      [field, value].flat().some((text) => typeof text === 'string' && hasCardNumber(text)),
    )
    .map(([field]) => ({ field: maskCardNumbers(field), message: messages.cardNumber }));
  if (errors.length) throw new Refusal('VALIDATION_FAILURE', errors);
}

/** The same value, each of its texts another. */
function retold<T>(value: T, tell: (text: string) => string): T {
  if (typeof value === 'string') return tell(value) as T;
  if (Array.isArray(value)) return value.map((part: unknown) => retold(part, tell)) as T;
  if (value && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [tell(key), retold(part, tell)]),
    ) as T;
  return value;
}

/** The same value with every card number in its texts masked: for what others say and we keep. */
export const masked = <T>(value: T): T => retold(value, maskCardNumbers);

/** So it is too, and such that a table can hold it: for what nobody has looked at before. */
export const keepable = <T>(value: T): T => retold(value, (text) => kept(maskCardNumbers(text)));

/** A gateway whose answers hold no card number and nothing that no table holds, whatever the other side writes. */
export function maskedAnswers<G extends object>(gateway: G): G {
  return new Proxy(gateway, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]) =>
        keepable(await (member as (...given: unknown[]) => unknown).apply(target, given));
    },
  });
}
