// the library's decorators find nothing without it
import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** RSA keys and the certificates that say whose they are. */

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const KEY = { ...RSA, modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) };

export interface KeyPair {
  /** PKCS #8 and SPKI, both PEM. */
  privateKey: string;
  publicKey: string;
}

interface Lifetime {
  from: Date;
  to: Date;
}

const pem = (der: ArrayBuffer, tag: string) => `${PemConverter.encode(der, tag)}\n`;
const der = (text: string) => PemConverter.decodeFirst(text);

/** Takes about half a second of a thread that nobody waits on. */
export async function makeKeyPair(): Promise<KeyPair> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(KEY, true, ['sign', 'verify']);
  return {
    privateKey: pem(await crypto.subtle.exportKey('pkcs8', privateKey), PemConverter.PrivateKeyTag),
    publicKey: pem(await crypto.subtle.exportKey('spki', publicKey), PemConverter.PublicKeyTag),
  };
}

const privateKeyOf = (text: string) =>
  crypto.subtle.importKey('pkcs8', der(text), RSA, false, ['sign']);
const publicKeyOf = (text: string) =>
  crypto.subtle.importKey('spki', der(text), RSA, true, ['verify']);

/** The certificate of the one who signs the others, and calls, signed by itself. */
export async function certifySelf(
  keys: KeyPair,
  { id, name, from, to }: Lifetime & { id: string; name: string },
): Promise<string> {
  const publicKey = await publicKeyOf(keys.publicKey);
  const made = await X509CertificateGenerator.createSelfSigned({
    serialNumber: serialOf(id),
    name: [{ CN: [name] }],
    notBefore: from,
    notAfter: to,
    signingAlgorithm: RSA,
    keys: { publicKey, privateKey: await privateKeyOf(keys.privateKey) },
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(
        KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign | KeyUsageFlags.digitalSignature,
        true,
      ),
      await SubjectKeyIdentifierExtension.create(publicKey),
    ],
  });
  return `${made.toString('pem')}\n`;
}

/** Who signs: the certificate, and the private key that the caller has opened. */
export interface Issuer {
  certificate: string;
  privateKey: string;
}

/** Certifies public keys in the issuer's name, each for its owner and its time. */
export async function issuing(issuer: Issuer) {
  const signingKey = await privateKeyOf(issuer.privateKey);
  const issuing = new X509Certificate(issuer.certificate);
  return async (
    subject: Lifetime & { id: string; name: string; organisation: string; publicKey: string },
  ): Promise<string> => {
    const publicKey = await publicKeyOf(subject.publicKey);
    const made = await X509CertificateGenerator.create({
      serialNumber: serialOf(subject.id),
      subject: [{ CN: [subject.name] }, { O: [subject.organisation] }],
      issuer: issuing.subjectName,
      notBefore: subject.from,
      notAfter: subject.to,
      signingAlgorithm: RSA,
      publicKey,
      signingKey,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
        await SubjectKeyIdentifierExtension.create(publicKey),
        await AuthorityKeyIdentifierExtension.create(issuing.publicKey),
      ],
    });
    return `${made.toString('pem')}\n`;
  };
}

/** The record's id, so that the certificate leads back to it; a UUIDv7 has its first bit 0 until the year 6429. */
const serialOf = (id: string) => id.replaceAll('-', '');
