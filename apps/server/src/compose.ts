import type { AddressInfo } from 'node:net';
import { table } from '@paydesk/contract/index.ts';
import { sandboxAcquirer } from './gateways/acquirer-sandbox.ts';
import type { Acquirer } from './gateways/acquirer.ts';
import { sandboxInstitution } from './gateways/financing-institution-sandbox.ts';
import type { FinancingInstitution } from './gateways/financing-institution.ts';
import { smtpMailer, type Mailer } from './gateways/mail.ts';
import { sandboxScreening } from './gateways/screening-sandbox.ts';
import type { Screening } from './gateways/screening.ts';
import { maskedAnswers } from './platform/card-numbers.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/db/database.ts';
import type { Encryption } from './platform/encryption.ts';
import { buildApp } from './platform/http/app.ts';
import { installationOf, type Said } from './platform/installation.ts';
import type { Log } from './platform/log.ts';
import { outbound } from './platform/outbound.ts';
import type { Services } from './platform/services.ts';
import { handlersOf, lists, pagesOf } from './resources.ts';

/** What a server is made of; the database is there and migrated. */
export interface Parts {
  config: Config;
  log: Log;
  demo: boolean;
  encryption: Encryption;
  /** As the server's own role, and past a pooler where there is one. */
  databaseUrl: string;
  directUrl?: string | undefined;
  draining: () => boolean;
  webFolder: string | null;
  callsAMinute?: number;
}

/** What stands in place of, or before, a part of it: the tests' ways in. */
export interface Overrides {
  acquirer?: ((own: Acquirer) => Acquirer) | undefined;
  institution?: ((own: FinancingInstitution) => FinancingInstitution) | undefined;
  screening?: ((own: Screening) => Screening) | undefined;
  mailer?: Mailer | undefined;
  now?: (() => Date) | undefined;
  publicUrl?: (() => string) | undefined;
  /** Where the books of the sandboxes are, if not in the server's own database. */
  sandboxUrl?: string | undefined;
  /** After how long the sandbox institution answers what it does not at once. */
  lateMs?: number | undefined;
}

const same = <T>(own: T) => own;

/** Puts the server together, once for main, tests and bench. It does not listen yet, and no task runs. */
export async function compose(parts: Parts, overrides: Overrides = {}) {
  const { config, log, demo, encryption, databaseUrl, directUrl } = parts;
  const { acquirer = same, institution = same, screening = same } = overrides;
  const database = openDatabase(databaseUrl, {
    statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
    directUrl,
  });
  const books = overrides.sandboxUrl ?? directUrl ?? databaseUrl;
  const sandbox = sandboxAcquirer({ databaseUrl: books, timeoutMs: config.ACQUIRER_TIMEOUT_MS });
  const bank = sandboxInstitution({
    databaseUrl: books,
    ...(overrides.lateMs !== undefined && { lateMs: overrides.lateMs }),
  });
  const installation = installationOf({ database, encryption, log });
  await installation.read();
  const byEnvironment = config.SMTP_URL ? smtpMailer(config.SMTP_URL, config.MAIL_FROM) : null;
  const services: Services = {
    config,
    demo,
    database,
    acquirer: maskedAnswers(acquirer(sandbox)),
    institution: maskedAnswers(institution(bank)),
    screening: maskedAnswers(screening(sandboxScreening())),
    installation,
    mailer: () => overrides.mailer ?? byEnvironment ?? mailerOf(installation.said()),
    encryption,
    outbound: outbound({ allow: config.CALLBACK_ALLOW }),
    log,
    publicUrl:
      overrides.publicUrl ??
      (() =>
        config.PUBLIC_URL ??
        installation.said().publicAddress ??
        addressOf(config, (app.server.address() as AddressInfo).port)),
    now: overrides.now ?? (() => new Date()),
  };
  const app = await buildApp({
    services,
    table,
    handlers: handlersOf(services),
    lists,
    pages: pagesOf(services),
    draining: parts.draining,
    webFolder: parts.webFolder,
    ...(parts.callsAMinute && { callsAMinute: parts.callsAMinute }),
  });
  return {
    services,
    app,
    database,
    /** The ways out, once nothing is under way on them. */
    async close(): Promise<void> {
      await sandbox.close();
      await bank.close();
      await database.close();
    },
  };
}

/** By the server that staff have set; mails bear the provider's name. */
const mailerOf = ({ mail, name }: Said) =>
  mail && smtpMailer(mail, `"${(name ?? 'Paydesk').replaceAll(/["\\\r\n]/g, '')}" <${mail.from}>`);

/** What people type to get here. */
export function addressOf(config: Config, port: number): string {
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return config.PUBLIC_URL ?? `http://${host}:${port}`;
}
