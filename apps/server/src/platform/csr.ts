// the library's decorators find nothing without it
import 'reflect-metadata';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { Pkcs10CertificateRequest, PemConverter } from '@peculiar/x509';

/** Requests for a certificate (PKCS #10), whose private key we never see. */

const LEAST_BITS = 3072;
const MOST_BITS = 8192;
const TAGS = ['CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST'];
const HASHES = ['SHA-256', 'SHA-384', 'SHA-512'];

/** The public key of a request that proves its private one, as SPKI; or what is wrong with it. */
export async function readRequest(text: string): Promise<{ publicKey: string } | { why: string }> {
  if (/PRIVATE KEY/.test(text))
    return {
      why: 'That is a private key: keep it to yourself, and make a new one. A request is asked for',
    };
  const begun = [...text.matchAll(/-----BEGIN ([A-Z ]+)-----/g)].map(([, tag]) => tag!);
  if (begun.length !== 1 || !TAGS.includes(begun[0]!))
    return {
      why: 'One request in PEM is asked for: it begins with -----BEGIN CERTIFICATE REQUEST-----',
    };
  let request: Pkcs10CertificateRequest;
  let key: KeyObject;
  try {
    request = new Pkcs10CertificateRequest(PemConverter.decodeFirst(text.trim()));
    key = createPublicKey({
      key: Buffer.from(request.publicKey.rawData),
      format: 'der',
      type: 'spki',
    });
  } catch {
    return { why: 'The request can’t be read' };
  }
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType !== 'rsa')
    return { why: 'The key must be RSA, as signatures of calls are' };
  if (modulusLength < LEAST_BITS || modulusLength > MOST_BITS)
    return { why: `The key has ${modulusLength} bits; ${LEAST_BITS} to ${MOST_BITS} are taken` };
  if (publicExponent < 65_537n) return { why: 'The exponent of the key must be 65537 at least' };
  const { hash } = request.signatureAlgorithm as { hash?: { name?: string } };
  if (!HASHES.includes(hash?.name ?? ''))
    return { why: 'The request must be signed with SHA-256, SHA-384 or SHA-512' };
  if (!(await request.verify().catch(() => false)))
    return { why: 'The request is not signed by the key that it names' };
  return { publicKey: key.export({ type: 'spki', format: 'pem' }).toString() };
}
