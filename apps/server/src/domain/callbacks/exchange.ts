import { randomUUIDv7 } from 'node:crypto';
import { maskCardNumbers } from '@paydesk/contract/kernel/card-numbers.ts';
import type { EXCHANGE_TYPES } from '@paydesk/contract/resources/exchange-logs.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';

/** Messages between merchants' systems and ours (EL-08, AM-48). */

type Value = string | number | null;
/** What a message says; several of one kind stand as an element each. */
export type ExchangeFields = Readonly<
  Record<string, Value | readonly Readonly<Record<string, Value>>[]>
>;

/** A message of the exchange with merchants' systems, one element a field; empty ones are left out. */
export function exchangeXml(type: string, fields: ExchangeFields): string {
  const name = type.toLowerCase();
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${name} xmlns="urn:paydesk:exchange:1">`,
    ...elements(fields, '  '),
    `</${name}>`,
  ].join('\n');
}

/** What a merchant is told of a change, under the id of the message (AM-48). */
export const callbackXml = (id: string, content: ExchangeFields): string =>
  exchangeXml('PURCHCOMPLREQ', { eventId: id, ...content });

const elements = (fields: ExchangeFields, indent: string): string[] =>
  Object.entries(fields).flatMap(([key, value]) => {
    if (value === null) return [];
    if (typeof value !== 'object') return [`${indent}<${key}>${escaped(String(value))}</${key}>`];
    return value.flatMap((one) => [
      `${indent}<${key}>`,
      ...elements(one, `${indent}  `),
      `${indent}</${key}>`,
    ]);
  });

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
// what XML 1.0 can't hold at all is left out
const escaped = (text: string) =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, (character) => ESCAPES[character]!);

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/**
 * What a merchant's system answered, one text a field; null where it is no such message. No more of XML
 * is understood than such a message needs: no document type, so that nothing in it is ever looked up.
 */
export function readExchange(type: string, text: string): Readonly<Record<string, string>> | null {
  const name = type.toLowerCase();
  const [, body] =
    new RegExp(
      String.raw`^\uFEFF?\s*(?:<\?xml[^<>]*\?>)?\s*<${name}(?:\s[^<>]*)?>((?:(?!</${name}>)[^])*)</${name}>\s*$`,
    ).exec(text) ?? [];
  if (body === undefined || /<!/.test(body)) return null;
  const fields: Record<string, string> = {};
  const rest = body.replace(
    /<([A-Za-z][\w.-]*)>([^<>]*)<\/\1>/g,
    (_, key: string, value: string) => {
      fields[key] ??= value
        .replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => ENTITIES[entity]!)
        .trim();
      return '';
    },
  );
  return rest.trim() ? null : fields;
}

interface About {
  merchantId: string;
  purchaseId: string | null;
  orderId: string | null;
}

/**
 * One in the exchange logs, as it was sent or came; under its own id once, however often it is sent. What
 * answers another in the same moment stands milliseconds `after` it.
 */
export async function noteExchange(
  tx: Tx,
  { merchantId, purchaseId, orderId }: About,
  type: keyof typeof EXCHANGE_TYPES,
  xml: string,
  { id = randomUUIDv7(), after = 0 }: { id?: string; after?: number } = {},
): Promise<void> {
  await tx
    .insertInto('exchange_logs')
    .values({
      id,
      purchase_id: purchaseId,
      order_id: orderId,
      merchant_id: merchantId,
      created_date: sql`now() + make_interval(secs => ${after / 1000})`,
      xml_type: type,
      xml: maskCardNumbers(xml),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What became of one of ours at this attempt: in the log of every message, whoever sends it. */
export const noteOutcome = (
  tx: Tx,
  { id, merchantId }: { id: string; merchantId: string },
  outcome: { answered: true; status: number } | { answered: false; reason: string },
  delivered: boolean,
) =>
  sql`
    update exchange_logs set outcome = ${delivered ? 'DELIVERED' : 'FAILED'}, outcome_date = now(),
      outcome_detail = ${outcome.answered ? `The address answered ${outcome.status}` : outcome.reason},
      attempts = coalesce(attempts, 0) + 1
    where ${theRow(id, merchantId)}`.execute(tx);
