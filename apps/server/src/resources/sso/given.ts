import { cut } from '@paydesk/contract/kernel/texts.ts';
import { randomBytes } from 'node:crypto';
import type { UserRole } from '@paydesk/contract/permissions.ts';
import { sql } from 'kysely';
import { isPrivateOrSecure } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { OwnRoleBy } from '../../platform/db/schema/scim.ts';
import { invalid } from '../../platform/errors.ts';

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,}$/;

const filled = (text: string | null | undefined) => text?.trim() || null;

interface Typed {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret?: string | null;
  roleClaim?: string | null;
  adminValue?: string | null;
  memberValue?: string | null;
}

/** What is typed of it, as it is kept; the secret goes its own way, and what one issuer was given to no other. */
export function givenOf(body: Typed, before?: { issuer: string }) {
  const issuer = body.issuer.trim();
  const url = URL.parse(issuer);
  if (!url || url.search || url.hash || !isPrivateOrSecure(issuer))
    throw invalid('issuer', 'Issuer must be an https address, without a question mark');
  if (before && before.issuer !== issuer && !body.clientSecret)
    throw invalid('clientSecret', 'Client secret is required where the issuer is another');
  return {
    name: body.name.trim(),
    issuer,
    client_id: body.clientId.trim(),
    role_claim: filled(body.roleClaim),
    admin_value: filled(body.adminValue),
    member_value: filled(body.memberValue),
  };
}

/** 'Tills = Till', one a line: which value gives which role of the own. */
export async function readOwnRoles(
  tx: Tx,
  merchantId: string | null,
  text: string | null | undefined,
): Promise<OwnRoleBy[]> {
  const lines = (text ?? '').split('\n').flatMap((line) => line.trim() || []);
  if (!lines.length) return [];
  const roles = await tx
    .selectFrom('roles')
    .select(['id', 'name', 'base'])
    .where(sql<boolean>`merchant_id is not distinct from ${merchantId}`)
    .execute();
  const read = lines.map((line) => {
    const at = line.lastIndexOf('=');
    const [value, name] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    if (at < 0 || !value || !name || value.length > 200)
      throw invalid('ownRoles', `Each line is a value, ‘=’ and a role: ‘${cut(line, 60)}’ is not`);
    const role = roles.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (!role) throw invalid('ownRoles', `There is no role “${cut(name, 60)}” of your own`);
    return { value, roleId: role.id, base: role.base as UserRole };
  });
  const twice = read.find((one, at) => read.findIndex(({ value }) => value === one.value) !== at);
  if (twice) throw invalid('ownRoles', `“${twice.value}” gives two roles`);
  return read;
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
