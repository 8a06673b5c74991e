import assert from 'node:assert/strict';
import { checkError } from '../answers.ts';

/** What every answer is held against, whoever asked for whatever. */

export interface Seen {
  what: string;
  status: number;
  headers: Readonly<Record<string, string | string[] | number | undefined>>;
  text: string;
  /** Asked for without what stands in it. */
  bodiless?: boolean;
}

const SECURITY = {
  'x-content-type-options': /^nosniff$/,
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
  'x-frame-options': /^(DENY|SAMEORIGIN)$/,
  'strict-transport-security': /max-age=\d{8}/,
  'referrer-policy': /^same-origin$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'x-request-id': /./,
} as const;

/** Of what stands behind: none of it is anybody's. */
const INSIDES =
  /node_modules|\n\s+at |\.ts:\d+|\bpg_\w+\b|syntax error at|(relation|column) "|violates \w+ constraint|invalid input syntax|invalid byte sequence|paydesk_(confined|merchant|server)|ECONN|kysely|zod/i;

const DATA = /^(application\/json|text\/csv|application\/jsonl|application\/x-pem-file)/;

/** Refuses an answer that tells of the inside, lacks a header, or is an error of our own. */
export function checkSeen({ what, status, headers, text, bodiless }: Seen): void {
  assert.ok(status < 500, `${what}: ${status} ${text.slice(0, 300)}`);
  for (const [name, wanted] of Object.entries(SECURITY))
    assert.match(String(headers[name] ?? ''), wanted, `${what}: ${status}, ${name}`);
  for (const name of ['server', 'x-powered-by', 'set-cookie', 'x-injected'])
    assert.equal(headers[name], undefined, `${what}: ${name}`);
  const type = String(headers['content-type'] ?? '');
  if (text !== '') assert.match(type, DATA, `${what}: ${status}, its type`);
  if (status < 400 || bodiless) return;
  checkError({ status, headers: headers as Record<string, string>, text }, what);
  assert.doesNotMatch(text, INSIDES, `${what}: ${status}`);
}

export const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Which ids of the answer are another merchant's and were not named by the question itself. */
export function foreignIn(
  text: string,
  asked: string,
  merchantId: string,
  owners: ReadonlyMap<string, string>,
): string[] {
  const named = new Set(asked.toLowerCase().match(UUID));
  return (text.match(UUID) ?? []).filter((id) => {
    const owner = owners.get(id);
    return owner !== undefined && owner !== merchantId && !named.has(id);
  });
}
