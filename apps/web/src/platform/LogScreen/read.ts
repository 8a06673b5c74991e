import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { readable } from '../../ui/changes.ts';
import { formatDateTime } from '../format.ts';

/** What a message says, one value a line: its leaves in their order, XML and JSON alike. */
export interface Line {
  label: string;
  value: string;
  /** What a code means. */
  words?: string;
  /** As it was sent, where the console writes it otherwise. */
  sent?: string;
  /** What of the message it is a part of, where that has parts. */
  part?: string;
}

/** One value of a message by the name that its sender gave it. */
export interface Leaf {
  name: string;
  value: string;
  /** Of what stands within it; none of its own values. */
  part?: string;
}

/** How an authentication ended; the first version of 3-D Secure calls it otherwise. */
const OUTCOMES = {
  Y: 'payer authenticated',
  N: 'payer not authenticated',
  A: 'attempted, the issuer does not take part',
  C: 'challenge required',
  D: 'challenge required, in another app',
  U: 'could not be done',
  R: 'the issuer refuses',
  I: 'for information alone, no challenge was asked for',
};

/** By the name of a leaf, what its codes mean. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transStatus: OUTCOMES,
  result: OUTCOMES,
  status: OUTCOMES,
  enrolled: { Y: 'card enrolled', N: 'card not enrolled', U: 'not known' },
  eci: {
    '05': 'the issuer is liable',
    '02': 'the issuer is liable',
    '06': 'tried, the issuer is liable',
    '01': 'tried, the issuer is liable',
    '07': 'the merchant is liable',
    '00': 'the merchant is liable',
  },
};

/** 'purchaseAmount', 'acsTransID', 'threeDSecure' → 'Purchase amount', 'ACS trans ID', '3-D Secure' */
export function labelOf(name: string): string {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z]?[^A-Z_-]+/g) ?? [name];
  const said = words
    .join(' ')
    .toLowerCase()
    .replace(/\bthree d secure\b/, '3-D Secure')
    .replace(/\bthree ds\b/, '3DS')
    .replace(/\b(acs|eci|id|ip|url)\b/g, (word) => word.toUpperCase());
  return said === 'xid' ? said : said.charAt(0).toUpperCase() + said.slice(1);
}

/** What a code of a leaf means; undefined where it says so itself. */
export const codeWords = ({ name, value }: Leaf): string | undefined => CODES[name]?.[value];

/** ISO 4217 by number, as card schemes write it. */
export const CURRENCIES: Readonly<Record<string, string>> = { 978: 'EUR', 840: 'USD', 826: 'GBP' };

/** As the console writes what machines write: a state, an instant, an amount. */
function inWords({ name, value }: Leaf): string | undefined {
  if (/status$/i.test(name) && /^[A-Z]{2,}(_[A-Z]+)*$/.test(value)) return readable(value);
  if (/amount$/i.test(name) && /^\d{1,13}\.\d\d( [A-Z]{3})?$/.test(value))
    return amountWords(value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatDateTime(value);
  if (name === 'purchaseAmount' && /^\d{1,13}$/.test(value))
    return formatAmount(Number(value) / 100);
  return name === 'purchaseCurrency' ? CURRENCIES[value] : undefined;
}

/** "2'755.00 EUR" of '2755.00 EUR'; what is no plain number stays as it was sent. */
export function amountWords(value: string, part = 1): string {
  const [, number, rest] = /^(\d{1,13}(?:\.\d\d)?)(| .*)$/.exec(value) ?? [];
  return number === undefined ? value : formatAmount(Number(number) / part) + rest;
}

/** Cents as the money that they are. */
export const inMoney = ({ name, value }: Leaf): Leaf =>
  /.Cents$/.test(name) && /^-?\d{1,13}$/.test(value)
    ? { name: name.slice(0, -'Cents'.length), value: formatAmount(Number(value) / 100) }
    : { name, value };

const lineOf = (given: Leaf): Line => {
  const leaf = inMoney(given);
  const words = codeWords(leaf);
  const said = words ? leaf.value : (inWords(leaf) ?? leaf.value);
  return {
    label: labelOf(leaf.name),
    value: said,
    ...(said !== leaf.value && { sent: leaf.value }),
    ...(words && { words }),
    ...(given.part && { part: given.part }),
  };
};

/** SOAP is a name here, and JSON what most of today's acquirers speak. */
export const formOf = (text: string): string =>
  text.trimStart().startsWith('<') ? 'XML' : leavesOf(text).length ? 'JSON' : '';

/** Empty where it is neither XML nor JSON. */
export const linesOf = (text: string): Line[] => leavesOf(text).map(lineOf);

export function leavesOf(text: string): Leaf[] {
  const plain = text.trim();
  if (plain.startsWith('<')) return xmlLeaves(plain);
  try {
    return jsonLeaves(JSON.parse(plain) as unknown, '');
  } catch {
    return [];
  }
}

function jsonLeaves(value: unknown, name: string, part?: string): Leaf[] {
  if (Array.isArray(value))
    return value.flatMap((one, at) =>
      jsonLeaves(one, value.length > 1 ? `${name} ${at + 1}` : name, part),
    );
  if (isObject(value)) {
    const { type, ...others } = value;
    // of several alike each is called what it says it is
    const called = typeof type === 'string' && /\d$/.test(name);
    const within = called ? type : name ? labelOf(name) : part;
    return Object.entries(called ? others : value).flatMap(([key, inner]) => {
      const message = messageIn(inner);
      return message
        ? Object.entries(message).flatMap(([one, held]) => jsonLeaves(held, one, within))
        : jsonLeaves(inner, key, within);
    });
  }
  const told = { name, value: value === null ? '' : String(value) };
  return name ? [{ ...told, ...(part && { part }) }] : [];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object';

/** A message within another, as its text. */
function messageIn(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return null;
  try {
    const held = JSON.parse(value) as unknown;
    return isObject(held) ? held : null;
  } catch {
    return null;
  }
}

/** Elements without elements; what stands in their attributes goes before. */
const LEAF = /<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(?:\/>|>([^<]*)<\/\1\s*>)/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function xmlLeaves(text: string): Leaf[] {
  return [...text.matchAll(LEAF)].map(([, name = '', attributes = '', value = '']) => {
    const beside = [...attributes.matchAll(ATTRIBUTE)]
      .filter(([, key]) => !/^xmlns\b/.test(key!))
      .map(([, , double, single]) => double ?? single);
    return {
      name: name.replace(/^.*:/, ''),
      value: [decoded(value.trim()), ...beside].filter(Boolean).join(' '),
    };
  });
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const decoded = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!);

/** Of a receiver that nothing here names: the shell asks whoever runs it, and calls nobody else. */
const UNKNOWN = '"${RECEIVER_URL:?set it to where the request goes}"';

/**
 * The request as a command for a shell: where it went, its body as it was logged, the kind of it, and nothing that
 * proves who asks.
 */
export function curlOf(body: string, address: string | null): string {
  const to =
    address === null
      ? UNKNOWN
      : `'${address.replace(/(?<=^https?:\/\/)[^/?#@]*@/, '').replaceAll("'", '%27')}'`;
  const type = body.trimStart().startsWith('<') ? 'text/xml; charset=utf-8' : 'application/json';
  const quoted = body.replaceAll("'", String.raw`'\''`);
  return `curl --request POST ${to} \\\n  --header 'Content-Type: ${type}' \\\n  --data-binary '${quoted}'`;
}
