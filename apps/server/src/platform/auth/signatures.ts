import { constants, createHash, createHmac, sign, timingSafeEqual, verify } from 'node:crypto';
import { unauthorized } from '../errors.ts';

/**
 * HTTP Message Signatures (RFC 9421) with the Digest Fields of RFC 9530: what of them a call to us
 * needs, and one of ours. One signature over the call as a whole, by a merchant's RSA key, or between us and a
 * gateway by the secret that both know; everything else is refused.
 */

/** What of a call is looked at. */
export interface SignedCall {
  method: string;
  /** The absolute address that the caller typed; null where it is none of ours. */
  targetUri: string | null;
  /** Null where the call has no such header; several of one name joined by a comma. */
  header: (name: string) => string | null;
  body: string;
}

interface Addressed {
  targetUri: string;
}

export interface Signature {
  keyId: string;
  algorithm: Algorithm | typeof SECRET_ALGORITHM;
  /** The text that is signed. */
  base: string;
  bytes: Buffer;
}

const OTHER_AUTHORITY =
  'The call is addressed to another server: sign it for the address that this one is known by';

const ALGORITHMS = {
  'rsa-pss-sha512': {
    hash: 'sha512',
    padding: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 },
  },
  'rsa-v1_5-sha256': { hash: 'sha256', padding: { padding: constants.RSA_PKCS1_PADDING } },
} as const;
type Algorithm = keyof typeof ALGORITHMS;
/** By a secret that both sides know: never where a public key is what the other side is known by. */
const SECRET_ALGORITHM = 'hmac-sha256';

/** How far a call's `created` may lie from our clock, either way. */
export const WINDOW_SECONDS = 300;

const STRING = String.raw`"[\x20\x21\x23-\x5b\x5d-\x7e]*"`;
const LABEL = String.raw`[a-z*][a-z0-9_.*-]*`;
const INPUT = new RegExp(
  String.raw`^(${LABEL})=(\(((?:${STRING})(?: ${STRING})*)\)((?:;[a-z]+=(?:\d{1,15}|${STRING}))*))$`,
);
const BASE64 = String.raw`(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?`;
const VALUE = new RegExp(String.raw`^(${LABEL})=:(${BASE64}):$`);
const DIGEST = new RegExp(String.raw`^(sha-256|sha-512)=:(${BASE64}):$`);

/**
 * Reads the signature and holds it against the call: covered parts, age, digest of the body. What is
 * wrong with its form is said in words, as it tells nothing of any key; whether the key exists and the
 * signature is right is for the caller to find out.
 */
export function readSignature(
  call: SignedCall,
  now: Date,
  by: 'certificate' | 'secret' = 'certificate',
): Signature {
  const [, label, params, list, rest] = INPUT.exec(call.header('signature-input') ?? '') ?? [];
  const [, sameLabel, encoded] = VALUE.exec(call.header('signature') ?? '') ?? [];
  const { targetUri } = call;
  if (targetUri === null) throw unauthorized(OTHER_AUTHORITY);
  if (!list || !encoded || label !== sameLabel)
    throw unauthorized('Signature-Input and Signature must hold one signature, by one name');
  const covered = list.split(' ').map((name) => name.slice(1, -1));
  if (new Set(covered).size < covered.length)
    throw unauthorized('A part of the call is covered twice');
  mustCover(covered, call.body !== '');
  const { keyid, alg, created } = readParameters(rest ?? '', now);
  if (typeof created !== 'number' || Math.abs(now.getTime() / 1000 - created) > WINDOW_SECONDS)
    throw unauthorized('The signature’s created must be within five minutes of the present time');
  if (typeof keyid !== 'string') throw unauthorized('The signature’s keyid is missing');
  const taken = by === 'secret' ? [SECRET_ALGORITHM] : Object.keys(ALGORITHMS);
  if (typeof alg !== 'string' || !taken.includes(alg))
    throw unauthorized(`The signature’s alg must be one of ${taken.join(', ')}`);
  if (covered.includes('content-digest')) checkDigest(call);
  const lines = covered.map((name) => `"${name}": ${partOf(name, { ...call, targetUri })}`);
  return {
    keyId: keyid,
    algorithm: alg as Signature['algorithm'],
    base: [...lines, `"@signature-params": ${params}`].join('\n'),
    bytes: Buffer.from(encoded, 'base64'),
  };
}

/** True if whoever holds the private key made it. */
export function isSignedBy({ algorithm, base, bytes }: Signature, publicKey: string): boolean {
  if (algorithm === SECRET_ALGORITHM) return false;
  const { hash, padding } = ALGORITHMS[algorithm];
  return verify(hash, Buffer.from(base), { key: publicKey, ...padding }, bytes);
}

/** True if whoever knows the secret made it. */
export function isSealedBy({ algorithm, base, bytes }: Signature, secret: string): boolean {
  if (algorithm !== SECRET_ALGORITHM) return false;
  const expected = hmac(base, secret);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

const hmac = (base: string, secret: string) => createHmac('sha256', secret).update(base).digest();

export const digestOf = (body: string) =>
  `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;

/** An address that somebody typed as whoever is called there sees it: what stands behind a # is sent to nobody. */
export function targetUriOf(typed: string): string {
  const url = URL.parse(typed);
  if (!url) return typed;
  url.hash = '';
  return url.href;
}

/** The headers by which whoever gets a call of ours knows that it is ours, whole and not an old one. */
export function signCall(
  { method, targetUri, body }: Pick<SignedCall, 'method' | 'body'> & Addressed,
  { keyId, ...key }: { keyId: string } & ({ privateKey: string } | { secret: string }),
  now: Date,
): Record<string, string> {
  const digest = digestOf(body);
  const created = Math.floor(now.getTime() / 1000);
  // the one that every language's own library verifies
  const alg = 'secret' in key ? SECRET_ALGORITHM : 'rsa-v1_5-sha256';
  const params = `("@method" "@target-uri" "content-digest");created=${created};keyid="${keyId}";alg="${alg}"`;
  const base = [
    `"@method": ${method}`,
    `"@target-uri": ${targetUri}`,
    `"content-digest": ${digest}`,
    `"@signature-params": ${params}`,
  ].join('\n');
  return {
    'content-digest': digest,
    'signature-input': `sig=${params}`,
    signature: `sig=:${signed(base, key).toString('base64')}:`,
  };
}

function signed(base: string, key: { privateKey: string } | { secret: string }): Buffer {
  if ('secret' in key) return hmac(base, key.secret);
  const { hash, padding } = ALGORITHMS['rsa-v1_5-sha256'];
  return sign(hash, Buffer.from(base), { key: key.privateKey, ...padding });
}

interface SignedAnswer {
  status: number;
  body: string;
  /** The signature of the call that it answers, as that call's header has it. */
  of: string;
}

const answerBase = ({ status, of }: SignedAnswer, digest: string, params: string) =>
  [
    `"@status": ${status}`,
    `"content-digest": ${digest}`,
    // an answer to another call is no answer to this one (RFC 9421, 2.4)
    `"signature";req: ${of}`,
    `"@signature-params": ${params}`,
  ].join('\n');

const ANSWER_PARTS = '("@status" "content-digest" "signature";req)';

/** The headers by which whoever asked knows that the answer is the other side's, whole, and to this very call. */
export function signAnswer(
  answer: SignedAnswer,
  { keyId, secret }: { keyId: string; secret: string },
  now: Date,
): Record<string, string> {
  const digest = digestOf(answer.body);
  const created = Math.floor(now.getTime() / 1000);
  const params = `${ANSWER_PARTS};created=${created};keyid="${keyId}";alg="${SECRET_ALGORITHM}"`;
  const base = answerBase(answer, digest, params);
  return {
    'content-digest': digest,
    'signature-input': `sig=${params}`,
    signature: `sig=:${hmac(base, secret).toString('base64')}:`,
  };
}

/** Null, or what is wrong with the signature of an answer. */
export function answerProblem(
  answer: SignedAnswer & { header: (name: string) => string | null },
  { keyId, secret }: { keyId: string; secret: string },
): string | null {
  const [, label, params, parts, rest = ''] =
    /^([a-z*][a-z0-9_.*-]*)=((\([^)]*\))((?:;[a-z]+=(?:\d{1,15}|"[^"]*"))*))$/.exec(
      answer.header('signature-input') ?? '',
    ) ?? [];
  const [, same, encoded = ''] = VALUE.exec(answer.header('signature') ?? '') ?? [];
  if (!params || label !== same) return 'The answer has no signature';
  if (parts !== ANSWER_PARTS) return `The signature of an answer covers ${ANSWER_PARTS}`;
  if (!rest.includes(`;keyid="${keyId}"`) || !rest.includes(`;alg="${SECRET_ALGORITHM}"`))
    return `The answer is signed by another key, or not by ${SECRET_ALGORITHM}`;
  const digest = digestOf(answer.body);
  if (answer.header('content-digest') !== digest)
    return 'Content-Digest of the answer is not the sha-256 of its body';
  const [bytes, expected] = [
    Buffer.from(encoded, 'base64'),
    hmac(answerBase(answer, digest, params), secret),
  ];
  return bytes.length === expected.length && timingSafeEqual(bytes, expected)
    ? null
    : 'The signature of the answer is wrong';
}

/** Anything else could be changed on the way. */
function mustCover(covered: readonly string[], hasBody: boolean) {
  const all = (...names: string[]) => names.every((name) => covered.includes(name));
  if (!all('@method')) throw unauthorized('The signature must cover @method');
  if (!all('@target-uri') && !all('@authority', '@path', '@query'))
    throw unauthorized('The signature must cover @target-uri, or @authority, @path and @query');
  if (hasBody && !all('content-digest'))
    throw unauthorized('The signature of a call with a body must cover content-digest');
}

function readParameters(text: string, now: Date): Record<string, string | number> {
  const values: Record<string, string | number> = {};
  for (const [, name, value] of text.matchAll(/;([a-z]+)=(\d+|"[^"]*")/g)) {
    if (Object.hasOwn(values, name!)) throw unauthorized(`The signature’s ${name} is given twice`);
    values[name!] = value!.startsWith('"') ? value!.slice(1, -1) : Number(value);
  }
  const { expires } = values;
  if (typeof expires === 'number' && expires * 1000 < now.getTime())
    throw unauthorized('The signature has expired');
  return values;
}

function checkDigest({ header, body }: SignedCall) {
  const [, algorithm, expected] = DIGEST.exec(header('content-digest') ?? '') ?? [];
  const hash = algorithm?.replace('-', '');
  if (!hash || createHash(hash).update(body).digest('base64') !== expected)
    throw unauthorized('Content-Digest is not the sha-256 or sha-512 of the body');
}

/** RFC 9421, 2.2: the parts of a call that are no header, and those that are. */
function partOf(name: string, { method, targetUri, header }: SignedCall & Addressed): string {
  const [, scheme = '', authority = '', path, query] =
    /^(\w+):\/\/([^/?]*)([^?]*)(\?.*)?$/.exec(targetUri) ?? [];
  switch (name) {
    case '@method':
      return method;
    case '@target-uri':
      return targetUri;
    case '@scheme':
      return scheme;
    case '@authority':
      return authority;
    case '@path':
      return path || '/';
    case '@query':
      return query ?? '?';
  }
  const value = /^[a-z0-9-]+$/.test(name) ? header(name) : null;
  if (value === null) throw unauthorized(`The signature covers ${name}, which the call has not`);
  return value;
}
