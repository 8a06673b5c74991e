import * as z from 'zod';
import { bodyOf, endpoints, instant, uuid } from '../kernel/endpoint.ts';
import type { FieldError } from '../kernel/errors.ts';
import type { Fields } from '../kernel/fields.ts';
import { loginAnswer, whereFrom } from '../signing-in.ts';

/** Sign-in by what a firm has: its own provider of identities, by OpenID Connect (ADR 152). */

const shared = {
  name: { label: 'Name', kind: 'text', required: true, maxLength: 60 },
  issuer: { label: 'Issuer', kind: 'url', required: true, maxLength: 500 },
  clientId: { label: 'Client id', kind: 'text', required: true, maxLength: 255 },
} as const satisfies Fields;

const secret = {
  label: 'Client secret',
  kind: 'password',
  maxLength: 500,
} as const;

const ours = {
  domains: { label: 'Email domains', kind: 'text', required: true, maxLength: 500 },
  roleClaim: { label: 'Claim that says the role', kind: 'text', maxLength: 100 },
  adminValue: { label: 'Its value for administrators', kind: 'text', maxLength: 200 },
  memberValue: { label: 'Its value for everybody else', kind: 'text', maxLength: 200 },
  ownRoles: { label: 'Its values for roles of your own', kind: 'textarea', maxLength: 4000 },
} as const satisfies Fields;

export const newConnectionFields = {
  ...shared,
  clientSecret: { ...secret, required: true },
  ...ours,
} as const satisfies Fields;

/** An empty secret stays as it is, while the issuer does. */
export const connectionFields = {
  ...shared,
  clientSecret: secret,
  ...ours,
} as const satisfies Fields;

/** What a domain's owner puts into its DNS, before its addresses count. */
export const DNS_PREFIX = 'paydesk-verification=';

export interface Connection {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  domains: { domain: string; record: string; verified: boolean }[];
  roleClaim: string | null;
  adminValue: string | null;
  memberValue: string | null;
  /** Which of its values gives which role of the firm's own. */
  ownRoles: { value: string; roleId: string; role: string }[];
  /** Its people sign in by it. */
  on: boolean;
  /** And by nothing else, but those below. */
  enforced: boolean;
  breakGlass: { id: string; name: string }[];
  /** When it was last tried and worked; a change of it wants another try. */
  triedDate: string | null;
  /** What the provider said of who tried it. */
  claims: Record<string, unknown> | null;
  /** Why the last try failed. */
  problem: string | null;
  /** What the provider has to be told. */
  callbackUrl: string;
  /** How the provider tells who comes and who leaves; none before a token was made. */
  provisioning: { address: string; madeDate: string; usedDate: string | null } | null;
  createdDate: string;
}

const connection = () =>
  z.strictObject({
    id: uuid(),
    name: z.string(),
    issuer: z.string(),
    clientId: z.string(),
    domains: z.array(
      z.strictObject({ domain: z.string(), record: z.string(), verified: z.boolean() }),
    ),
    roleClaim: z.string().nullable(),
    adminValue: z.string().nullable(),
    memberValue: z.string().nullable(),
    ownRoles: z.array(z.strictObject({ value: z.string(), roleId: uuid(), role: z.string() })),
    on: z.boolean(),
    enforced: z.boolean(),
    breakGlass: z.array(z.strictObject({ id: uuid(), name: z.string() })),
    triedDate: instant().nullable(),
    claims: z.record(z.string(), z.unknown()).nullable(),
    problem: z.string().nullable(),
    callbackUrl: z.string(),
    provisioning: z
      .strictObject({ address: z.string(), madeDate: instant(), usedDate: instant().nullable() })
      .nullable(),
    createdDate: instant(),
  }) as z.ZodType<Connection>;

/** Why it can't be turned on yet. */
export const whyNotOn = (tried: boolean, proved: boolean): FieldError | null => {
  if (tried && proved) return null;
  const message = tried
    ? 'None of its domains is verified yet'
    : 'Try it first: it is turned on once that has worked';
  return { field: 'on', message };
};

const readBeforeOn = {
  name: shared.name,
  issuer: shared.issuer,
  roleClaim: ours.roleClaim,
  adminValue: ours.adminValue,
} as const satisfies Fields;

/** What one browser keeps between leaving for the provider and coming back, so that nobody else's answer is taken. */
const binding = { label: 'Binding', kind: 'text', required: true, maxLength: 64 } as const;

const text = (label: string, maxLength: number) => ({ label, kind: 'text', maxLength }) as const;

export const ssoEndpoints = endpoints(() => {
  const own = {
    tag: 'Single sign-on',
    access: 'authenticated',
    roles: ['BACKOFFICE_ADMIN', 'MERCHANT_ADMIN'],
    scope: 'merchant',
    serves: 'SB-07',
  } as const;
  const anybody = {
    tag: 'Single sign-on',
    access: 'public',
    scope: 'self',
    serves: 'SB-07',
    callsAMinute: 60,
  } as const;
  const one = { ...own, params: z.strictObject({ id: uuid() }), answer: connection() } as const;
  return {
    'GET /api/sso/connections': {
      ...own,
      summary: 'The connections of the own merchant, or of the installation for its staff',
      answer: z.strictObject({
        content: z.array(connection()),
        callbackUrl: z.string().meta({
          description: 'What a provider has to be told before there is a connection to it.',
        }),
        scimUrl: z.string().meta({
          description: 'Where a provider tells who joins and who leaves, by a connection’s token.',
        }),
      }),
    },
    'POST /api/sso/connections': {
      ...own,
      summary: 'Write down a connection; nobody signs in by it before it was tried and is on',
      sensitive: 'RIGHTS',
      body: bodyOf(newConnectionFields),
      answer: connection(),
    },
    'PUT /api/sso/connections/{id}': {
      ...one,
      summary: 'Change a connection: it is off until it has been tried again',
      sensitive: 'RIGHTS',
      body: bodyOf(connectionFields),
    },
    'DELETE /api/sso/connections/{id}': {
      ...one,
      summary: 'Take a connection away; the sessions that were opened by it end',
      sensitive: 'RIGHTS',
      answer: z.strictObject({}),
    },
    'POST /api/sso/connections/{id}/actions/verify': {
      ...one,
      summary: 'Look into the DNS of its domains for what proves whose they are',
    },
    'POST /api/sso/connections/{id}/actions/try': {
      ...one,
      summary: 'Begin a real sign-in that opens nothing and shows what the provider says',
      body: bodyOf({ binding }),
      answer: z.strictObject({ url: z.string() }),
    },
    'POST /api/sso/connections/{id}/actions/turn-on': {
      ...one,
      summary: 'Let people sign in by it, once it was tried and its domains are verified',
      sensitive: 'RIGHTS',
      secondPerson: {
        // whoever rules the provider is from then on whom of its domains they like, administrators included
        kind: 'ADMINISTRATOR',
        entity: 'SSO_CONNECTION',
        is: {
          among: 'GET /api/sso/connections',
          version: ({ triedDate, domains }: Connection) => [triedDate, domains],
          fields: readBeforeOn,
        },
        refuses: ({ on, triedDate, domains }: Connection) =>
          on
            ? { field: 'on', message: 'It is on already' }
            : whyNotOn(
                triedDate !== null,
                domains.some(({ verified }) => verified),
              ),
      },
    },
    'POST /api/sso/connections/{id}/actions/turn-off': {
      ...one,
      summary: 'Let nobody sign in by it; the sessions that were opened by it end',
      sensitive: 'RIGHTS',
    },
    'POST /api/sso/connections/{id}/actions/enforce': {
      ...one,
      summary:
        'Let people of its domains sign in by nothing else, but for the administrators named here, who have a second factor',
      sensitive: 'RIGHTS',
      body: bodyOf({
        breakGlass: {
          label: 'Administrators who still sign in by password',
          kind: 'ids',
          required: true,
        },
      }),
    },
    'POST /api/sso/connections/{id}/actions/leave-free': {
      ...one,
      summary: 'Let people sign in by password and passkey again, too',
      sensitive: 'RIGHTS',
    },
    'POST /api/sso/connections/{id}/actions/provision': {
      ...one,
      summary:
        'Make the token by which the provider tells who comes and who leaves (SCIM 2.0); the one before ends',
      sensitive: 'KEYS',
      answer: z.strictObject({ token: z.string(), connection: connection() }),
    },
    'POST /api/sso/connections/{id}/actions/stop-provisioning': {
      ...one,
      summary: 'Let the provider tell nothing any more: its token ends',
      sensitive: 'KEYS',
    },
    'GET /api/sso': {
      ...anybody,
      summary:
        'Whether anybody signs in by a connection, so that the sign-in asks for the address first',
      answer: z.strictObject({ any: z.boolean() }),
    },
    'POST /api/sso/begin': {
      ...anybody,
      summary: 'Where somebody of this address signs in; null: here, by password or passkey',
      body: bodyOf({
        email: { label: 'Email address', kind: 'email', required: true, maxLength: 255 },
        binding,
      }),
      answer: z.strictObject({ url: z.string(), enforced: z.boolean() }).nullable(),
    },
    'POST /api/sso/finish': {
      ...anybody,
      summary: 'Take what the provider has answered: a session, or what a try came to',
      alsoAnswers: {
        401: 'No answer to a question of this browser, or of nobody who may sign in.',
      },
      body: bodyOf({
        state: { ...text('State', 100), required: true },
        code: text('Code', 4000),
        iss: text('Issuer', 500),
        error: text('Error', 200),
        binding,
        ...whereFrom,
      }),
      answer: z.strictObject({ login: loginAnswer().nullable(), tried: uuid().nullable() }),
    },
  };
});
