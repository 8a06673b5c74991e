import { resolveTxt } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { table } from '@paydesk/contract/index.ts';
import { secondPersonGate } from './domain/approvals/gate.ts';
import { logged } from './domain/soap-logs.ts';
import type { Acquirer } from './gateways/acquirer.ts';
import { chooseGateways, peerOf, type GatewayName } from './gateways/choice.ts';
import type { FinancingInstitution } from './gateways/financing-institution.ts';
import type { Identification } from './gateways/identification.ts';
import { installedMailer, smtpMailer, type Mailer } from './gateways/mail.ts';
import { addressing, ownPeer, type OwnName } from './gateways/own.ts';
import { routedAcquirer, routedInstitution } from './gateways/routed.ts';
import { noAcquirer, noIdentification, noInstitution, noScreening } from './gateways/none.ts';
import { acquirerOver, callersOf, screeningOver } from './gateways/protocol/gateways.ts';
import { identificationOver } from './gateways/protocol/identification.ts';
import { institutionCallersOf, institutionOver } from './gateways/protocol/institution.ts';
import {
  gatewayLine,
  sendGuarded,
  sendPlainly,
  type Line,
  type Peer,
} from './gateways/protocol/line.ts';
import type { Screening } from './gateways/screening.ts';
import { withTimeout, type AcquirerLine } from './gateways/with-timeout.ts';
import { maskedAnswers } from './platform/card-numbers.ts';
import type { Config } from './platform/config.ts';
import { openClock, REAL_CLOCK } from './platform/clock.ts';
import { openDatabase } from './platform/db/database.ts';
import type { Encryption } from './platform/encryption.ts';
import { buildApp } from './platform/http/app.ts';
import { installationOf } from './platform/installation.ts';
import type { Log } from './platform/log.ts';
import { measure } from './platform/measures.ts';
import { openMeters } from './platform/meters.ts';
import { outbound } from './platform/outbound.ts';
import type { Services } from './platform/services.ts';
import { deltasOf } from './platform/system.ts';
import { openTracing } from './platform/tracing.ts';
import { handlersOf, hooksOf, lists, mountsOf, pagesOf, tasksOf } from './resources.ts';

/** What a server is made of; the database is there and migrated. */
export interface Parts {
  config: Config;
  log: Log;
  demo: boolean;
  encryption: Encryption;
  /** As the server's own role, and past a pooler where there is one. */
  databaseUrl: string;
  directUrl?: string | undefined;
  /** A replica, for what staff may read a moment later. */
  readUrl?: string | undefined;
  draining: () => boolean;
  /** Copies the database as its owner, who alone may; absent where nobody asks for it. */
  backUp?: Services['backUp'];
  logArchive?: Services['logArchive'];
  webFolder: string | null;
  callsAMinute?: number;
  /** Whether the database's clock is made ready to be moved. */
  clock?: boolean | undefined;
  /** What stands in for the outside world where the settings say sandbox; null where nobody is to be asked. */
  sandboxes: Sandboxes | null;
  /** Where a merchant's address leads in place of itself, in a demo whose shop is open. */
  instead?: ((url: URL) => string | null) | undefined;
}

export interface Sandboxes {
  acquirer: AcquirerLine;
  institution: FinancingInstitution;
  screening: Screening;
  identification: Identification;
  /** By which their late answers are signed; none where they answer in this process. */
  secret?: string;
}

/** What stands in place of, or before, a part of it: the tests' ways in. */
export interface Overrides {
  acquirer?: ((own: Acquirer) => Acquirer) | undefined;
  institution?: ((own: FinancingInstitution) => FinancingInstitution) | undefined;
  screening?: ((own: Screening) => Screening) | undefined;
  identification?: ((own: Identification) => Identification) | undefined;
  mailer?: Mailer | undefined;
  now?: (() => Date) | undefined;
  /** In place of the DNS. */
  textsOf?: Services['textsOf'] | undefined;
  /** Where it is reached, as long as nobody has said so. */
  publicUrl?: (() => string) | undefined;
}

/** Who decides about loans, and who looks people up, may take longer than whoever moves money. */
const GATEWAY_TIMEOUT_MS = 10_000;

const same = <T>(own: T) => own;

/** Puts the server together, once for main, tests and bench. It does not listen yet, and no task runs. */
export async function compose(parts: Parts, overrides: Overrides = {}) {
  const { config, log, demo, encryption, databaseUrl, directUrl, readUrl } = parts;
  const {
    acquirer = same,
    institution = same,
    screening = same,
    identification = same,
  } = overrides;
  // before the database, which notes its statements where there are traces
  const tracing = await openTracing(config.OTEL_EXPORTER_OTLP_ENDPOINT, log);
  const database = openDatabase(databaseUrl, {
    statementTimeoutMs: config.STATEMENT_TIMEOUT_MS,
    directUrl,
    readUrl,
    onReplica: ({ notRead }) =>
      notRead
        ? log.warn({ notRead }, 'the replica is left: all is read from the database itself')
        : log.info('what may lag is read from the replica'),
    clock: parts.clock,
  });
  const clock = parts.clock ? await openClock(database) : REAL_CLOCK;
  const installation = installationOf({ database, encryption, log });
  await installation.read();
  const byEnvironment = config.SMTP_URL ? smtpMailer(config.SMTP_URL, config.MAIL_FROM) : null;
  const gateways = chooseGateways(config, demo);
  const { sandboxes } = parts;
  const institutionCalls = () => institutionCallersOf(services.publicUrl());
  const acquirerCalls = () => callersOf(services.publicUrl());
  /** The one that the settings name. */
  function of<T>(
    name: GatewayName,
    ways: { sandbox: T | undefined; http: (line: Line) => T; stripe?: T | undefined; none: T },
  ): T {
    const way = gateways[name];
    if (way === 'stripe') return ways.stripe!;
    if (way !== 'http') return (way === 'sandbox' && ways.sandbox) || ways.none;
    const timeoutMs = name === 'ACQUIRER' ? config.ACQUIRER_TIMEOUT_MS : GATEWAY_TIMEOUT_MS;
    const peer = peerOf(config, name)!;
    return ways.http(gatewayLine(() => peer, sendPlainly(timeoutMs)));
  }
  // its library comes where it is asked for
  const stripe =
    gateways.ACQUIRER === 'stripe'
      ? (await import('./gateways/stripe/gateway.ts')).stripeGateway(config, database)
      : null;
  const reach = outbound({ allow: config.CALLBACK_ALLOW, instead: parts.instead });
  const addressOf = addressing(config, gateways, demo);
  /** Those of a merchant's or an institution's own: their addresses were typed, and are guarded. */
  const typed = <T>(name: OwnName, over: (line: Line) => T) => ({
    address: addressOf(name, null),
    peerOf: (id: string) => ownPeer({ database, encryption, demo }, name, id),
    over: (peer: Peer) => over(gatewayLine(() => peer, sendGuarded(reach))),
  });
  const own = {
    acquirer: withTimeout(
      routedAcquirer({
        own: of('ACQUIRER', {
          sandbox: sandboxes?.acquirer,
          http: (line) => acquirerOver(line, acquirerCalls),
          stripe: stripe?.line,
          none: noAcquirer,
        }),
        ...typed('ACQUIRER', (line) => acquirerOver(line, acquirerCalls)),
      }),
      config.ACQUIRER_TIMEOUT_MS,
    ),
    institution: routedInstitution({
      own: of('FINANCING_INSTITUTION', {
        sandbox: sandboxes?.institution,
        http: (line) => institutionOver(line, institutionCalls),
        none: noInstitution,
      }),
      ...typed('FINANCING_INSTITUTION', (line) => institutionOver(line, institutionCalls)),
    }),
    screening: of('SCREENING', {
      sandbox: sandboxes?.screening,
      http: screeningOver,
      none: noScreening,
    }),
    identification: of('IDENTIFICATION', {
      sandbox: sandboxes?.identification,
      http: identificationOver,
      none: noIdentification,
    }),
  };
  const meters = openMeters();
  /** Counted, and without card numbers in what it says. */
  const asked = <G extends object>(name: GatewayName, gateway: G) =>
    maskedAnswers(meters.measured(name, gateway));
  const services: Services = {
    config,
    demo,
    database,
    gateways,
    addressOf,
    sandboxSecret: sandboxes?.secret ?? null,
    acquirerTells: stripe?.tells ?? null,
    acquirer: logged(asked('ACQUIRER', acquirer(own.acquirer)), { database, log }),
    institution: asked('FINANCING_INSTITUTION', institution(own.institution)),
    screening: asked('SCREENING', screening(own.screening)),
    identification: asked('IDENTIFICATION', identification(own.identification)),
    installation,
    mailer: () => overrides.mailer ?? byEnvironment ?? installedMailer(installation.said()),
    encryption,
    outbound: reach,
    textsOf:
      overrides.textsOf ??
      (async (domain) => (await resolveTxt(domain)).map((parts) => parts.join(''))),
    log,
    meters,
    publicUrl: () =>
      config.PUBLIC_URL ??
      installation.said().publicAddress ??
      overrides.publicUrl?.() ??
      typedAddress(config, (app.server.address() as AddressInfo).port),
    now: overrides.now ?? clock.now,
    realNow: overrides.now ?? (() => new Date()),
    clock,
    guard: (call, work) => secondPersonGate(services)(call, work),
    perform: (key, context) => (handlers as Anything)[key]!(context),
    backUp: parts.backUp ?? null,
    logArchive: parts.logArchive ?? (() => null),
  };
  measure(services, { deltas: deltasOf(lists), tasks: () => tasksOf(services) });
  const handlers = handlersOf(services);
  const app = await buildApp({
    services,
    table,
    handlers,
    lists,
    pages: pagesOf(services),
    hooks: hooksOf(services),
    mounts: mountsOf(services),
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
      await own.acquirer.close();
      await own.institution.close();
      await own.identification.close();
      clock.close();
      await database.close();
      await tracing.close();
    },
  };
}

type Anything = Readonly<Record<string, (context: object) => Promise<unknown>>>;

/** What people type to get here. */
export function typedAddress(config: Config, port: number): string {
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST;
  return config.PUBLIC_URL ?? `http://${host}:${port}`;
}
