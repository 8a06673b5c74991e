import { randomBytes } from 'node:crypto';
import { isPrivateOrSecure } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/;

const filled = (text: string | null | undefined) => text?.trim() || null;

/** What is typed of it, as it is kept; the secret goes its own way. */
export function givenOf(body: {
  name: string;
  issuer: string;
  clientId: string;
  roleClaim?: string | null;
  adminValue?: string | null;
  memberValue?: string | null;
}) {
  const issuer = body.issuer.trim();
  const url = URL.parse(issuer);
  if (!url || url.search || url.hash || !isPrivateOrSecure(issuer))
    throw invalid('issuer', 'Issuer must be an https address, without a question mark');
  return {
    name: body.name.trim(),
    issuer,
    client_id: body.clientId.trim(),
    role_claim: filled(body.roleClaim),
    admin_value: filled(body.adminValue),
    member_value: filled(body.memberValue),
  };
}

export function readDomains(text: string): string[] {
  const domains = [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ].sort();
  const wrong = domains.find((domain) => !DOMAIN.test(domain));
  if (!domains.length || wrong !== undefined)
    throw invalid(
      'domains',
      `Email domains must be names such as example.com${wrong ? `: ${wrong} is none` : ''}`,
    );
  return domains;
}

/** Those that stay are as verified as they were. */
export async function setDomains(tx: Tx, connectionId: string, domains: string[]): Promise<void> {
  await tx
    .deleteFrom('sso_domains')
    .where('connection_id', '=', connectionId)
    .where('domain', 'not in', domains)
    .execute();
  await tx
    .insertInto('sso_domains')
    .values(
      domains.map((domain) => ({
        connection_id: connectionId,
        domain,
        token: randomBytes(16).toString('hex'),
        verified_date: null,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
