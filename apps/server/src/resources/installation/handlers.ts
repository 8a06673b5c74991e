import { cut } from '@paydesk/contract/kernel/texts.ts';
import type { mailFields, providerFields } from '@paydesk/contract/resources/installation.ts';
import type { ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { messages } from '@paydesk/contract/kernel/messages.ts';
import { randomUUIDv7 } from 'node:crypto';
import { installedMailer, type MailServer } from '../../gateways/mail.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import { canonicalTimeZone } from '../../platform/config.ts';
import { merged } from '../../platform/edits.ts';
import { invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import {
  businessZone,
  changeInstallation,
  sayOfInstallation,
  SEALED_FOR,
  type Said,
} from '../../platform/installation.ts';
import { houseOf, layOut } from '../../platform/mail-layout.ts';
import { redrawn } from '../../platform/pictures.ts';
import type { Services } from '../../platform/services.ts';
import { auditSetting } from '../../platform/settings.ts';

type Change = Record<string, string | null>;

/** Who runs this installation, its address, logo and mail server (AM-117, AM-118). */
export function installationHandlers(
  services: Services,
): Handlers<
  | 'GET /api/settings/installation'
  | 'PUT /api/settings/installation'
  | 'PUT /api/settings/installation/logo'
  | 'PUT /api/settings/installation/mail'
> {
  const { config, database, encryption, installation, publicUrl } = services;
  const shown = ({ name, country, mail }: Said) => ({
    provider: {
      name,
      country: country as ValuesOf<typeof providerFields>['country'] | null,
      timeZone: businessZone(services),
      publicAddress: publicUrl(),
    },
    fixed: {
      timeZone: config.BUSINESS_TIME_ZONE !== undefined,
      publicAddress: config.PUBLIC_URL !== undefined,
      mail: config.SMTP_URL !== undefined,
    },
    mail: mail && {
      host: mail.host,
      port: mail.port,
      security: mail.security,
      user: mail.user,
      hasPassword: mail.password !== null,
      from: mail.from,
    },
  });
  return {
    'GET /api/settings/installation': async () => shown(await installation.read()),
    'PUT /api/settings/installation': async ({ actor, body }) => {
      await database.transaction(actor.sight, async (tx) => {
        const row = await changeInstallation(tx, actor);
        const before = {
          name: row.name,
          country: row.country,
          timeZone: row.time_zone ?? businessZone(services),
          publicAddress: row.public_address ?? publicUrl(),
        };
        const asked = await merged(tx, actor, { id: row.id }, body, before);
        const timeZone = canonicalTimeZone(asked.timeZone.trim());
        if (!timeZone) throw invalid('timeZone', 'No such time zone');
        const after = {
          name: asked.name.trim(),
          country: asked.country,
          timeZone,
          publicAddress: addressOf(asked.publicAddress),
        };
        if (config.BUSINESS_TIME_ZONE && timeZone !== businessZone(services))
          throw invalid('timeZone', 'Set by BUSINESS_TIME_ZONE in the environment of the server');
        if (config.PUBLIC_URL && after.publicAddress !== addressOf(config.PUBLIC_URL))
          throw invalid('publicAddress', 'Set by PUBLIC_URL in the environment of the server');
        await sayOfInstallation(tx, row.id, {
          name: after.name,
          country: after.country,
          // what the environment says is nobody's to keep here
          time_zone: config.BUSINESS_TIME_ZONE ? null : timeZone,
          public_address: config.PUBLIC_URL ? null : after.publicAddress,
        });
        await auditSetting(tx, actor, row.id, before, after);
      });
      return shown(await installation.read());
    },
    'PUT /api/settings/installation/logo': async ({ actor, body: { image } }) => {
      const png = image && redrawn(image);
      if (image !== null && !png) throw invalid('image', messages.picture);
      const logo = png && `data:image/png;base64,${png.toString('base64')}`;
      await database.transaction(actor.sight, async (tx) => {
        const row = await changeInstallation(tx, actor);
        await sayOfInstallation(tx, row.id, { logo });
        await auditSetting(tx, actor, row.id, { logo: sizeOf(row.logo) }, { logo: sizeOf(logo) });
      });
      return shown(await installation.read());
    },
    'PUT /api/settings/installation/mail': async ({ actor, body }) => {
      if (config.SMTP_URL)
        throw invalid('host', 'Set by SMTP_URL in the environment of the server');
      const { mail: kept } = await installation.read();
      const server = serverOf(body, kept);
      await tryOut(services, server, actor);
      await database.transaction(actor.sight, async (tx) => {
        const row = await changeInstallation(tx, actor);
        await sayOfInstallation(tx, row.id, {
          mail_server: encryption.seal(JSON.stringify(server), SEALED_FOR),
        });
        await auditSetting(tx, actor, row.id, kept ? told(kept) : {}, told(server));
      });
      return shown(await installation.read());
    },
  };
}

const sizeOf = (logo: string | null) => logo && `${logo.length} characters`;

/** As links are made of it: without a slash at the end. */
const addressOf = (text: string) => text.trim().replace(/\/+$/, '');

/** The password that is kept goes only where it was given for: by another port or line somebody else may read it. */
function serverOf(body: ValuesOf<typeof mailFields>, kept: MailServer | null): MailServer {
  const host = body.host.trim();
  if (!/^[\w.:-]+$/.test(host)) throw invalid('host', 'Server must be a name or an address');
  const user = body.user?.trim() || null;
  const same =
    kept !== null &&
    kept.host === host &&
    kept.port === body.port &&
    kept.security === body.security &&
    kept.user === user;
  const password = body.password || (same ? kept.password : null);
  if (user && !password)
    throw invalid(
      'password',
      kept?.password && kept.user === user
        ? 'Password is required again where server, port or security is another'
        : 'Password is required with a user name',
    );
  return {
    host,
    port: body.port,
    security: body.security,
    user,
    password: user ? password : null,
    from: body.from.trim(),
  };
}

/** What the audit log says of it: never the password. */
const told = ({ host, port, security, user, from }: MailServer): Change => ({
  mailServer: `${host}:${port}`,
  mailSecurity: security,
  mailUser: user,
  mailSender: from,
});

/** A real mail to whoever sets it; what the server says against it stands by the field it is about. */
async function tryOut(
  { publicUrl, log, database, installation }: Services,
  server: MailServer,
  { userId }: SignedIn,
): Promise<void> {
  const { email } = await database.kysely
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const house = houseOf({ installation });
  const letter = {
    to: email,
    subject: `${house} sends its mails by this server`,
    heading: 'Mail works',
    before: ['This is the test mail that was sent while the mail server was being set.'],
    action: { label: `Open ${house}`, link: publicUrl() },
    after: [],
  };
  const mail = layOut(letter, house);
  try {
    const { name } = installation.said();
    await installedMailer({ mail: server, name })!.send(randomUUIDv7(), mail);
  } catch (error) {
    const { message, code, command } = error as Error & { code?: string; command?: string };
    log.info({ code, command }, 'a mail server was tried, and did not take the mail');
    const said = cut(message.replaceAll(/\s+/g, ' '), 200);
    if (code === 'EAUTH') throw invalid('password', `The server refused the sign-in: ${said}`);
    if (command === 'MAIL FROM') throw invalid('from', `The server refused the sender: ${said}`);
    if (code === 'ETLS' || /certificate|SSL|TLS/i.test(said))
      throw invalid('security', `No secure line to the server: ${said}`);
    throw invalid('host', `The server did not take the mail: ${inWords(said, server)}`);
  }
}

/** What the line to a mail server says in codes. */
function inWords(said: string, { host, port }: MailServer): string {
  if (/ECONNREFUSED/.test(said)) return `nothing listens at ${host}:${port}`;
  if (/ENOTFOUND|EAI_AGAIN/.test(said)) return `the host ${host} was not found`;
  if (/E(HOST|NET)UNREACH|timed? ?out/i.test(said)) return `${host}:${port} can’t be reached`;
  return said;
}
