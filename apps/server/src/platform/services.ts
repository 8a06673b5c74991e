import type { Endpoint } from '@paydesk/contract/kernel/endpoint.ts';
import type { SignedIn } from './auth/sessions.ts';
import type { Acquirer, AcquirerTells } from '../gateways/acquirer.ts';
import type { Choice } from '../gateways/choice.ts';
import type { AddressOf } from '../gateways/own.ts';
import type { FinancingInstitution } from '../gateways/financing-institution.ts';
import type { Identification } from '../gateways/identification.ts';
import type { Mailer } from '../gateways/mail.ts';
import type { Screening } from '../gateways/screening.ts';
import type { ArchiveFigures } from './backup/log-archive.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Encryption } from './encryption.ts';
import type { Installation } from './installation.ts';
import type { Log } from './log.ts';
import type { Meters } from './meters.ts';
import type { Outbound } from './outbound.ts';

/** What a handler is called with, whoever calls it. */
export interface Performed {
  actor: SignedIn;
  params: Readonly<Record<string, string>> | undefined;
  query: unknown;
  body: unknown;
  file: null;
  idempotencyKey: string | null;
  address: string;
  userAgent: string | null;
}

/** A call before it is done, which may have to wait for a second person. */
export interface Guarded {
  key: string;
  row: Endpoint;
  context: Performed;
  /** Why, in the words of who asks; null: not said. */
  reason: string | null;
}

/** What handlers and tasks work with. */
export interface Services {
  config: Config;
  /** Whether the database was filled with made-up people and money. */
  demo: boolean;
  database: Database;
  /** Which of the outside worlds there are. */
  gateways: Choice;
  /** Where what a merchant or an institution asks goes to: its own gateway, where it has one, or the installation's; null: nowhere. */
  addressOf: AddressOf;
  /** By which the sandboxes that this start began sign their late answers. */
  sandboxSecret: string | null;
  /** Where the acquirer tells what it knows later, where that is none of our protocol. */
  acquirerTells: AcquirerTells | null;
  acquirer: Acquirer;
  institution: FinancingInstitution;
  /** Who makes sure of people, and has them sign from afar. */
  identification: Identification;
  screening: Screening;
  /** What staff have said of their installation. */
  installation: Installation;
  /** By SMTP_URL, else by what staff have set; with neither mails wait in the outbox. */
  mailer: () => Mailer | null;
  encryption: Encryption;
  /** The guarded way to addresses that merchants give. */
  outbound: Outbound;
  /** What a domain's owner has written into its DNS. */
  textsOf: (domain: string) => Promise<string[]>;
  log: Log;
  /** What this process counts of itself. */
  meters: Meters;
  /** What people type; the links in mails begin with it. */
  publicUrl: () => string;
  /** The clock of the house, which a demo and tests move; `now()` in SQL says the same. */
  now: () => Date;
  /** By which the outside goes: signatures, codes of second factors. */
  realNow: () => Date;
  clock: Clock;
  /** Stands before what may wait for a second person: lets it be done, or keeps it. */
  guard: (call: Guarded, work: () => Promise<unknown>) => Promise<unknown>;
  /** Does what a row of the endpoint table does, for somebody who has asked for it before. */
  perform: (key: string, context: Performed) => Promise<unknown>;
  /** Copies the database into a folder, as its owner; null where a process does without. */
  backUp: ((to: { folder: string; kind: 'cluster' | 'tables' }) => Promise<unknown>) | null;
  /** How the archive of the log of writes stands that this process makes; it gives null where it makes none. */
  logArchive: () => ArchiveFigures | null;
}
