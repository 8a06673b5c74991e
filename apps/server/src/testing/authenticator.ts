import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Call } from '@paydesk/contract/index.ts';
import type { Client } from './server.ts';

/** A device that keeps passkeys, as far as a server sees of it: by WebAuthn's own bytes, and by no library. */

/** Where the tests' server has them made: its public address is this machine's number. */
export const ORIGIN = 'http://localhost:3000';

type Creation = NonNullable<Call<'GET /api/passkeys/registration'>['answer']>;
type Request = NonNullable<Call<'GET /api/passkeys/sign-in'>['answer']>;

/** What it does otherwise than it should. */
interface Ways {
  origin?: string;
  rpId?: string;
  /** It has not made sure of its person. */
  unverified?: boolean;
  counter?: number;
  challenge?: string;
  userHandle?: string;
  type?: string;
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  if (value < 0x100) return Buffer.from([(kind << 5) | 24, value]);
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 0xff]);
}

/** As much of CBOR as an attestation needs. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, bytes.length), bytes]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, part]) => [cbor(key), cbor(part)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const text = (bytes: Buffer) => bytes.toString('base64url');

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const data = (rpId: string, ways: Ways, counter: number, attested: Buffer[] = []) => {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const flags = PRESENT | (ways.unverified ? 0 : VERIFIED) | (attested.length ? ATTESTED : 0);
  return Buffer.concat([sha256(ways.rpId ?? rpId), Buffer.from([flags]), count, ...attested]);
};

/** Where a browser stands that is asked for this name: staff may have moved the installation. */
const originOf = (rpId: string) => (rpId === 'localhost' ? ORIGIN : `https://${rpId}`);

const clientData = (type: string, challenge: string, rpId: string, ways: Ways) =>
  Buffer.from(
    JSON.stringify({
      type: ways.type ?? type,
      challenge: ways.challenge ?? challenge,
      origin: ways.origin ?? originOf(rpId),
      crossOrigin: false,
    }),
  );

/** One pair of keys in one device. */
export function authenticator(idLength = 32) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(idLength);
  let uses = 0;
  let holder = '';

  return {
    id,
    /** Makes the pair known: what `POST /api/passkeys` takes. */
    create({ challenge, rp, user }: Creation, ways: Ways = {}): string {
      holder = user.id;
      const cose = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const attested = [
        Buffer.alloc(16),
        Buffer.from([id.length >> 8, id.length & 0xff]),
        id,
        cose,
      ];
      const attestation = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data(rp.id, ways, ways.counter ?? 0, attested)],
        ]),
      );
      return JSON.stringify({
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge, rp.id, ways)),
          attestationObject: text(attestation),
          transports: ['internal'],
        },
      });
    },
    /** Answers a question with it. */
    get({ challenge, rpId }: Request, ways: Ways = {}): string {
      const client = clientData('webauthn.get', challenge, rpId, ways);
      const own = data(rpId, ways, ways.counter ?? ++uses);
      return JSON.stringify({
        id: text(id),
        rawId: text(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(own),
          signature: text(sign('sha256', Buffer.concat([own, sha256(client)]), privateKey)),
          userHandle: ways.userHandle ?? holder,
        },
      });
    },
  };
}

export type Authenticator = ReturnType<typeof authenticator>;

/** Somebody who has just shown their password adds one. */
export async function withPasskey(client: Client, password: string, name = 'Work laptop') {
  await client.call('POST /api/users/me/password/confirm', { body: { password } });
  const asked = await client.call('GET /api/passkeys/registration');
  const device = authenticator();
  const credential = device.create(asked.body!);
  const kept = await client.call('POST /api/passkeys', { body: { name, credential } });
  if (kept.status !== 200) throw new Error(kept.text);
  return { device, ...kept.body };
}

/** What a browser is asked with. */
export const question = async (
  client: Client,
  key: 'GET /api/passkeys/sign-in' | 'GET /api/passkeys/confirmation',
): Promise<Request> => (await client.call(key)).body!;
