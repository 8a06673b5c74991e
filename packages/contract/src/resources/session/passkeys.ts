import * as z from 'zod';
import { bodyOf, endpoints, instant, uuid } from '../../kernel/endpoint.ts';
import type { Fields } from '../../kernel/fields.ts';
import { credentialField, loginAnswer, whereFrom } from '../../signing-in.ts';

/** As many does one person have; nobody has more keys than fit on a ring. */
export const MOST_PASSKEYS = 20;

/** One of the own passkeys. */
export interface MyPasskey {
  id: string;
  name: string;
  createdDate: string;
  lastUsedDate: string | null;
  /** Kept by an account, so that several devices of the person have it. */
  synced: boolean;
  /** Somebody has used a copy of it: it opens nothing any more. */
  copied: boolean;
}

export const passkeyFields = {
  name: { label: 'Name', kind: 'text', required: true, maxLength: 60 },
} as const satisfies Fields;

const passkey = () =>
  z.strictObject({
    id: uuid(),
    name: z.string(),
    createdDate: instant(),
    lastUsedDate: instant().nullable(),
    synced: z.boolean(),
    copied: z.boolean(),
  }) as z.ZodType<MyPasskey>;

const descriptors = () =>
  z.array(
    z.strictObject({
      id: z.string(),
      type: z.literal('public-key'),
      transports: z.array(z.string()),
    }),
  );

/** What a browser is asked with for a new one: PublicKeyCredentialCreationOptionsJSON. */
const creation = () =>
  z.strictObject({
    challenge: z.string(),
    rp: z.strictObject({ id: z.string(), name: z.string() }),
    user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.strictObject({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: descriptors(),
    authenticatorSelection: z.strictObject({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  });

/** What it is asked with for one that is there: PublicKeyCredentialRequestOptionsJSON. */
const request = () =>
  z.strictObject({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    allowCredentials: descriptors(),
    userVerification: z.literal('required'),
  });

const NOWHERE = 'null where the public address of this installation has no name that browsers take';

export const passkeyEndpoints = endpoints(() => {
  const own = {
    tag: 'Passkeys',
    access: 'authenticated',
    scope: 'self',
    serves: 'SB-07',
  } as const;
  const anybody = { tag: 'Passkeys', access: 'public', scope: 'self', serves: 'SB-07' } as const;
  const params = z.strictObject({ id: uuid() });
  return {
    'GET /api/passkeys': {
      ...own,
      summary: `The own passkeys, and the address that they are good at; ${NOWHERE}`,
      answer: z.strictObject({ content: z.array(passkey()), address: z.string().nullable() }),
    },
    'GET /api/passkeys/registration': {
      ...own,
      summary: `What a browser is asked with for a new passkey; ${NOWHERE}. Asks for a code or the password of the last five minutes.`,
      sensitive: 'KEYS',
      provenBy: 'fresh proof',
      beforeSecondFactor: true,
      answer: creation().nullable(),
    },
    'POST /api/passkeys': {
      ...own,
      summary:
        'Keep a new passkey. The first second factor of a person answers recovery codes, once, and ends their other sessions.',
      sensitive: 'KEYS',
      // its challenge is given to this session alone, and only on fresh proof
      provenBy: 'fresh proof',
      beforeSecondFactor: true,
      body: bodyOf({ ...passkeyFields, credential: credentialField }),
      answer: z.strictObject({
        passkey: passkey(),
        recoveryCodes: z.array(z.string()).nullable(),
      }),
    },
    'PUT /api/passkeys/{id}': {
      ...own,
      summary: 'Rename one of the own passkeys',
      params,
      body: bodyOf(passkeyFields),
      answer: passkey(),
    },
    'DELETE /api/passkeys/{id}': {
      ...own,
      summary:
        'Remove one of the own passkeys; not the last second factor of whoever must have one',
      sensitive: 'KEYS',
      params,
      answer: z.strictObject({}),
    },
    'GET /api/passkeys/confirmation': {
      ...own,
      summary: `What a browser is asked with to show an own passkey anew; ${NOWHERE}`,
      answer: request().nullable(),
    },
    'POST /api/passkeys/confirmation': {
      ...own,
      summary:
        'Show an own passkey anew, for what asks for a second factor of the last five minutes',
      sensitive: 'KEYS',
      provenBy: 'passkey',
      body: bodyOf({ credential: credentialField }),
      answer: z.strictObject({ stepUpUntil: instant() }),
    },
    'GET /api/passkeys/sign-in': {
      ...anybody,
      summary: `What a browser is asked with to sign in by a passkey, or to show one beside the password; ${NOWHERE}`,
      answer: request().nullable(),
    },
    'POST /api/passkeys/sign-in': {
      ...anybody,
      summary: 'Sign in by a passkey alone: it has made sure of its person',
      alsoAnswers: { 401: 'No passkey of a person who may sign in, or not for this question.' },
      body: bodyOf({ credential: credentialField, ...whereFrom }),
      answer: loginAnswer(),
    },
  };
});
