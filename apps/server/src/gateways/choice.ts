import { CannotStart } from '../platform/cannot-start.ts';
import type { Peer } from './protocol/line.ts';
import type { Role } from './protocol/messages.ts';
import type { Config } from '../platform/config.ts';

/** The outside worlds that money and people's data go to, each by the setting that says which one it is. */
export const GATEWAYS = {
  ACQUIRER: 'acquirer',
  FINANCING_INSTITUTION: 'financing institution',
  SCREENING: 'screening',
  IDENTIFICATION: 'identification',
} as const;
export type GatewayName = keyof typeof GATEWAYS;
/** As the protocol calls them. */
export const ROLE_OF = {
  ACQUIRER: 'acquirer',
  FINANCING_INSTITUTION: 'institution',
  SCREENING: 'screening',
  IDENTIFICATION: 'identification',
} as const satisfies Record<GatewayName, Role>;
export const GATEWAY_NAMES = Object.keys(GATEWAYS) as GatewayName[];

export type Way = 'none' | 'sandbox' | 'http' | 'stripe';
/** Which one each is in this installation. */
export type Choice = Readonly<Record<GatewayName, Way>>;

const isReal = (way: Way) => way === 'http' || way === 'stripe';

/**
 * Which gateways this installation has. Unset, each is the sandbox in a demo and none elsewhere: made-up
 * money never meets a real acquirer, and real money no made-up one, unless it is said (ADR 96).
 */
export function chooseGateways(config: Config, demo: boolean): Choice {
  const choice = Object.fromEntries(
    GATEWAY_NAMES.map((name) => [name, config[name] ?? (demo ? 'sandbox' : 'none')]),
  ) as Record<GatewayName, Way>;
  const real = GATEWAY_NAMES.find((name) => isReal(choice[name]));
  if (real && demo)
    throw new CannotStart(
      `Wrong settings: ${real}: ${choice[real]} leads to a real ${GATEWAYS[real]}, and this database is a demo, whose people and ` +
        'money are made up; unset it, or start on another database.',
    );
  const made = GATEWAY_NAMES.find((name) => choice[name] === 'sandbox');
  if (made && !demo && !config.ALLOW_SANDBOX)
    throw new CannotStart(
      `Wrong settings: ${made}: sandbox approves without moving money, and this database is no demo; ` +
        'unset it, or set ALLOW_SANDBOX=true to try this installation out.',
    );
  return choice;
}

/** What is said on every page of an installation that is no demo and whose gateways are made up; null: nothing. */
export function sandboxWarning(choice: Choice, demo: boolean): string | null {
  const made = GATEWAY_NAMES.filter((name) => choice[name] === 'sandbox');
  if (demo || !made.length) return null;
  // as in Britain: no comma before the last
  const which = new Intl.ListFormat('en-GB').format(made.map((name) => GATEWAYS[name]));
  return `This installation tries things out: what answers as ${which} is a sandbox, and no real money moves.`;
}

/** What somebody outside is needed for, and nobody is set up: by the setting that names them, and what stands still without. */
export interface MissingGateway {
  setting: GatewayName | 'SMTP_URL';
  without: string;
}

const WITHOUT: Readonly<Record<GatewayName, string>> = {
  ACQUIRER: 'No refund, no reversal and no recurring charge is made.',
  FINANCING_INSTITUTION: 'No refund of a loan can be asked for.',
  SCREENING: 'Customers are not screened.',
  IDENTIFICATION: 'Nobody can sign for a loan, so no loan is offered.',
};

/** What this installation still needs to do all that it can; empty where nothing is missing. */
export function missingGateways({
  gateways,
  mailer,
}: {
  gateways: Choice;
  mailer: () => object | null;
}): MissingGateway[] {
  const missing: MissingGateway[] = GATEWAY_NAMES.filter((name) => gateways[name] === 'none').map(
    (setting) => ({ setting, without: WITHOUT[setting] }),
  );
  if (!mailer()) missing.push({ setting: 'SMTP_URL', without: 'No mail is sent: mails wait.' });
  return missing;
}

/** Where a gateway of the settings is, and what both sides sign by; null where there is none over http. */
export function peerOf(config: Config, name: GatewayName): Peer | null {
  const [url, secret] = [config[`${name}_URL`], config[`${name}_SECRET`]];
  return url && secret ? { url, secret, keyId: ROLE_OF[name] } : null;
}
