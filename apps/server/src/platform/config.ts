import { isIP } from 'node:net';
import { distance } from 'fastest-levenshtein';
import * as z from 'zod';
import { CannotStart } from './cannot-start.ts';
import { withKeys } from './key-sources.ts';
import { isPublic, readAllowList, readProxies } from './outbound/addresses.ts';

/** Settings come from the environment alone and are parsed once; a wrong one stops the start by its name. */

/** Whole and positive: seconds, days, records. */
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const url = () => z.url({ protocol: /^https?$/ });
const postgres = () => z.url({ protocol: /^postgres(ql)?$/ }).optional();
const WAYS = ['none', 'sandbox', 'http'] as const;
const gateway = () => z.enum(WAYS).optional();
const gatewayUrl = () =>
  url()
    .refine(isPrivateOrSecure, 'must be https, or lead to this machine or a private network')
    .optional();
const gatewaySecret = () => z.string().min(32).optional();
const timeZone = z.string().refine(isTimeZone, 'is no IANA time zone');

/** What travels to a gateway is signed, not hidden: over the public internet it goes by https alone. */
export function isPrivateOrSecure(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { protocol, hostname } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, '');
  // a name without a dot is one of this network, such as a container's
  return protocol === 'https:' || !(isIP(host) ? isPublic(host) : host.includes('.'));
}

const settings = z.object({
  SHOP_PORT: z.coerce.number().int().min(0).max(65535).default(3001),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: url().optional(),
  CHECKOUT_URL: url()
    .refine((text) => URL.parse(text)?.pathname === '/', 'must have no path')
    .optional(),
  DATABASE_URL: postgres(),
  DATABASE_OWNER_URL: postgres(),
  DATABASE_DIRECT_URL: postgres(),
  DATABASE_READ_URL: postgres(),
  DATA_DIR: z.string().min(1).default('./data'),
  SEED: z.enum(['demo', 'empty']).optional(),
  SEED_CLOCK: z.iso.datetime().optional(),
  // how far a demo's clock goes before the real one
  CLOCK_OFFSET_SECONDS: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
  SESSION_SECONDS: count(28_800),
  CSV_RECORDS_LIMIT: count(1_000_000),
  // 0: passwords stay
  PASSWORD_MAX_AGE_DAYS: z.coerce.number().int().min(0).default(90),
  BUSINESS_TIME_ZONE: timeZone.optional(),
  PORTAL_URL: url().default('https://portal.paydesk.test'),
  DEVELOPER_DOCS_URL: url().optional(),
  // `{hash}` stands for the SHA-256 of a person's e-mail
  AVATAR_URL: url()
    .refine((text) => text.includes('{hash}'), 'must hold {hash}')
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine((text) => readProxies(text) !== null, 'must list addresses or ranges')
    .optional(),
  METRICS_PUBLIC: z.stringbool().default(false),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url().optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).default('Paydesk <no-reply@paydesk.test>'),
  RESET_TOKEN_MINUTES: count(60),
  INVITATION_HOURS: count(168),
  STAFF_SECOND_FACTOR: z.enum(['optional', 'required']).default('optional'),
  // any long text; 32 random bytes in base64 have 44 characters
  ENCRYPTION_KEY: z.string().min(32).optional(),
  ENCRYPTION_KEY_FILE: z.string().min(1).optional(),
  ENCRYPTION_KEY_COMMAND: z.string().min(1).optional(),
  // keys that only open, as long as something is under them
  ENCRYPTION_KEY_OLD: z.string().min(32).optional(),
  ENCRYPTION_KEY_OLD_FILE: z.string().min(1).optional(),
  ENCRYPTION_KEY_OLD_COMMAND: z.string().min(1).optional(),
  AUDIT_HEADS_DIR: z.string().min(1).optional(),
  AUDIT_COLLECTOR: z
    .url({ protocol: /^(https?|syslog\+(tcp|tls))$/ })
    .refine((text) => text.startsWith('http') || Boolean(URL.parse(text)?.port), 'must name a port')
    .refine(
      (text) => text.startsWith('syslog+tls') || isPrivateOrSecure(text),
      'must be https or syslog+tls, or lead to this machine or a private network',
    )
    .optional(),
  AUDIT_COLLECTOR_TOKEN: z.string().min(8).optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_HOURS: count(24),
  BACKUP_KEEP: count(7),
  BACKUP_WAL: z.stringbool().default(false),
  // shorter ones are guessed
  BACKUP_PASSPHRASE: z.string().min(12).optional(),
  STATEMENT_TIMEOUT_MS: count(15_000),
  TOTAL_WAIT_MS: count(30),
  ACQUIRER: z.enum([...WAYS, 'stripe']).optional(),
  ACQUIRER_URL: gatewayUrl(),
  ACQUIRER_SECRET: gatewaySecret(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_/, 'must begin with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must begin with whsec_').optional(),
  // for tests: where Stripe is
  STRIPE_URL: gatewayUrl(),
  FINANCING_INSTITUTION: gateway(),
  FINANCING_INSTITUTION_URL: gatewayUrl(),
  FINANCING_INSTITUTION_SECRET: gatewaySecret(),
  SCREENING: gateway(),
  SCREENING_URL: gatewayUrl(),
  SCREENING_SECRET: gatewaySecret(),
  IDENTIFICATION: gateway(),
  IDENTIFICATION_URL: gatewayUrl(),
  IDENTIFICATION_SECRET: gatewaySecret(),
  ALLOW_SANDBOX: z.stringbool().default(false),
  ACQUIRER_TIMEOUT_MS: count(3_000),
  PUBLIC_IP: z.union([z.ipv4(), z.ipv6()]).optional(),
  CALLBACK_ALLOW: z
    .string()
    .refine((text) => readAllowList(text) !== null, 'must list addresses, ranges or host:port')
    .default(''),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(3600).default(2),
});

export type Config = Omit<z.output<typeof settings>, 'SEED'> & { SEED: 'demo' | 'empty' };

/** Reads the settings; throws an error whose lines name each wrong setting and never its value. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // an empty variable is an unset one, as shells and compose files write it
  const given = Object.fromEntries(
    Object.entries(environment).filter(([key, value]) => key in settings.shape && value !== ''),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${wordsOf(issue)}`);
    throw new CannotStart(`Wrong settings: ${lines.join('; ')}`);
  }
  const { DATABASE_URL, DATABASE_OWNER_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL, SEED } =
    parsed.data;
  if (!DATABASE_URL && (DATABASE_OWNER_URL || DATABASE_DIRECT_URL || DATABASE_READ_URL))
    throw new CannotStart(
      'Wrong settings: DATABASE_URL: must be set beside DATABASE_OWNER_URL, DATABASE_DIRECT_URL and DATABASE_READ_URL',
    );
  const { BACKUP_DIR, BACKUP_WAL } = parsed.data;
  if (BACKUP_WAL && !BACKUP_DIR)
    throw new CannotStart('Wrong settings: BACKUP_WAL: must be set beside BACKUP_DIR');
  if (BACKUP_WAL && DATABASE_URL)
    throw new CannotStart(
      'Wrong settings: BACKUP_WAL: is for the embedded database; a PostgreSQL of your own archives its log by itself (archive_command)',
    );
  const { PUBLIC_URL, CHECKOUT_URL } = parsed.data;
  if (CHECKOUT_URL && PUBLIC_URL && new URL(CHECKOUT_URL).host === new URL(PUBLIC_URL).host)
    throw new CannotStart(
      'Wrong settings: CHECKOUT_URL: must have another host than PUBLIC_URL, or stay unset',
    );
  for (const name of ['ACQUIRER', 'FINANCING_INSTITUTION', 'SCREENING', 'IDENTIFICATION'] as const)
    for (const part of ['URL', 'SECRET'] as const) {
      const asked = parsed.data[name] === 'http';
      if (asked === (parsed.data[`${name}_${part}`] !== undefined)) continue;
      const problem = asked ? `must be set with ${name}=http` : `is for ${name}=http alone`;
      throw new CannotStart(`Wrong settings: ${name}_${part}: ${problem}`);
    }
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const) {
    const asked = parsed.data.ACQUIRER === 'stripe';
    if (asked === (parsed.data[name] !== undefined)) continue;
    const problem = asked ? 'must be set with ACQUIRER=stripe' : 'is for ACQUIRER=stripe alone';
    throw new CannotStart(`Wrong settings: ${name}: ${problem}`);
  }
  // whoever names a database of their own has no use for made-up people in it
  return { ...withKeys(parsed.data), SEED: SEED ?? (DATABASE_URL ? 'empty' : 'demo') };
}

/** What a value must be, for an operator: the library's own words speak of types. */
function wordsOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return 'must be a whole number';
    case 'too_small':
      return issue.origin === 'string'
        ? `must have ${issue.minimum} characters or more`
        : `must be ${issue.minimum} or more`;
    case 'too_big':
      return `must be ${issue.maximum} or less`;
    case 'invalid_value':
      // a switch takes twelve spellings; two are enough to go on
      return `must be ${issue.values.includes('true') ? 'true or false' : issue.values.join(', ')}`;
    case 'invalid_format':
      if (issue.format === 'url') return 'must be a whole address, with what stands before ://';
      if (issue.format === 'datetime') return 'must be an instant such as 2026-11-20T12:00:00Z';
      return issue.message;
    case 'invalid_union':
      return 'must be an IP address';
    default:
      return issue.message;
  }
}

/**
 * Names that are no setting and all but one, each with the one that was meant: the environment holds
 * much of others', so that they stop nothing. Short names (PORT, HOST) are like too many.
 */
export function mistyped(
  environment: Record<string, string | undefined>,
): { name: string; meant: string }[] {
  const known = Object.keys(settings.shape);
  return Object.keys(environment).flatMap((name) => {
    if (name in settings.shape) return [];
    const meant = known.find((one) => one.length > 6 && distance(one, name.toUpperCase()) <= 2);
    return meant ? [{ name, meant }] : [];
  });
}

/**
 * True for a zone of the IANA database; offsets such as '+02:00' are no zones with a history. Intl
 * alone also takes names of its own ('PST', 'ACT'), which neither Temporal nor PostgreSQL know.
 */
export function isTimeZone(name: string): boolean {
  return canonicalTimeZone(name) !== null;
}

/** Zones asked for before: each call of a list asks, and Intl takes a tenth of a millisecond. No more than there are. */
const canonical = new Map<string, string>();

/** The zone under the one name that everybody reads alike: to PostgreSQL, 'CET' has no summer. */
export function canonicalTimeZone(name: string): string | null {
  const known = canonical.get(name);
  if (known !== undefined) return known;
  if (!/^[A-Za-z]/.test(name) || name.length > 64) return null;
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // a zone may be written in any case: as it stands in the database, each has its one place
    if (name === timeZone) canonical.set(name, timeZone);
    return timeZone;
  } catch {
    return null;
  }
}
