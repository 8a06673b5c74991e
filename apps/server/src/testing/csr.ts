import 'reflect-metadata';
import { Pkcs10CertificateRequestGenerator } from '@peculiar/x509';

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/** A request for a certificate, signed by a key of its own. */
export async function newRequest(
  algorithm: object = { ...RSA, modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) },
  signing: object = algorithm,
) {
  const keys = (await crypto.subtle.generateKey(algorithm as never, true, ['sign', 'verify'])) as {
    publicKey: CryptoKey;
    privateKey: CryptoKey;
  };
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: 'CN=whoever, O=Somebody Else',
    keys,
    signingAlgorithm: signing as never,
  });
  return { keys, pem: request.toString('pem') };
}
