import * as z from 'zod';
import { asEdit, bodyOf, endpoints } from '../kernel/endpoint.ts';
import type { Enumeration } from '../kernel/enumeration.ts';
import { PICTURE_LENGTH, type Fields } from '../kernel/fields.ts';
import { COUNTRIES } from '../merchant-record.ts';
import { SET_BY } from '../settings.ts';
import { TO_DO, type ToDoKey } from '../to-do.ts';

/** Who runs this installation, and under which address. */
export const providerFields = {
  name: { label: 'Name', kind: 'text', required: true, maxLength: 60 },
  country: { label: 'Country', kind: 'choice', required: true, enumeration: COUNTRIES },
  timeZone: { label: 'Business time zone', kind: 'text', required: true, maxLength: 64 },
  publicAddress: { label: 'Public address', kind: 'url', required: true, maxLength: 500 },
} as const satisfies Fields;

export const MAIL_SECURITY = {
  STARTTLS: 'STARTTLS',
  TLS: 'TLS from the first byte',
  NONE: 'None',
} as const satisfies Enumeration;

export const mailFields = {
  host: { label: 'Server', kind: 'text', required: true, maxLength: 253 },
  port: { label: 'Port', kind: 'number', required: true, min: 1, max: 65_535 },
  security: { label: 'Security', kind: 'choice', required: true, enumeration: MAIL_SECURITY },
  user: { label: 'User name', kind: 'text', maxLength: 200 },
  password: { label: 'Password', kind: 'password', maxLength: 500 },
  from: { label: 'Sender', kind: 'email', required: true, maxLength: 254 },
} as const satisfies Fields;

export const installationWords = {
  saved: 'Installation saved successfully',
  mailSaved: (email: string) => `Saved: a test mail is on its way to ${email}`,
  logoSaved: 'Logo saved successfully',
  logoRemoved: 'Logo removed successfully',
  /** What the environment says can't be said otherwise here. */
  fixed: (setting: string) => `Set by ${setting} in the environment of the server`,
} as const;

const mine = {
  tag: 'Installation',
  serves: 'AM-117, AM-118',
  access: SET_BY.anyOf,
  roles: SET_BY.roles,
  scope: 'all',
} as const;

export const installationEndpoints = endpoints(() => {
  const provider = z.strictObject({
    name: z.string().nullable(),
    country: z.enum(Object.keys(COUNTRIES) as (keyof typeof COUNTRIES)[]).nullable(),
    timeZone: z.string(),
    publicAddress: z.string(),
  });
  const mail = z.strictObject({
    host: z.string(),
    port: z.int(),
    security: z.enum(Object.keys(MAIL_SECURITY) as (keyof typeof MAIL_SECURITY)[]),
    user: z.string().nullable(),
    /** The password itself never leaves. */
    hasPassword: z.boolean(),
    from: z.string(),
  });
  const installation = z.strictObject({
    provider,
    /** What the environment of the server says, which nothing here changes. */
    fixed: z.strictObject({
      timeZone: z.boolean(),
      publicAddress: z.boolean(),
      mail: z.boolean(),
    }),
    /** Null: none is set here. */
    mail: mail.nullable(),
  });
  const key = z.enum(Object.keys(TO_DO) as ToDoKey[]);
  const toDo = z.strictObject({
    items: z.array(z.strictObject({ name: key, done: z.boolean(), setAside: z.boolean() })),
  });
  return {
    'GET /api/settings/installation': {
      ...mine,
      summary: 'Who runs this installation, its address and its mail server',
      answer: installation,
    },
    'PUT /api/settings/installation': {
      ...mine,
      summary: 'Say who runs this installation, and under which address',
      sensitive: 'ADDRESSES',
      body: asEdit(bodyOf(providerFields)),
      answer: installation,
    },
    'PUT /api/settings/installation/logo': {
      ...mine,
      summary: 'Give the installation a logo (a PNG as a data URL), or none',
      body: z.strictObject({ image: z.string().max(PICTURE_LENGTH).nullable() }),
      answer: installation,
    },
    'PUT /api/settings/installation/mail': {
      ...mine,
      summary:
        'Set the mail server, kept only if it takes a test mail to the caller; without a password the one that is kept stays, while server, port, security and user name do',
      sensitive: 'ADDRESSES',
      callsAMinute: 10,
      body: bodyOf(mailFields),
      answer: installation,
    },
    'GET /api/settings/to-do': {
      ...mine,
      summary: 'What this installation still lacks; nothing in a demo',
      answer: toDo,
    },
    'PUT /api/settings/to-do/{key}': {
      ...mine,
      summary: 'Set something aside that this installation does without, or take it up again',
      params: z.strictObject({ key }),
      body: z.strictObject({ setAside: z.boolean() }),
      answer: toDo,
    },
  };
});
