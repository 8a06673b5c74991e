import { randomUUIDv7 } from 'node:crypto';
import type { MerchantStatus } from '@paydesk/contract/permissions.ts';
import {
  CERTIFICATE_STATUSES,
  certificates,
  disableCertificate,
  whyNoMachines,
  type Certificate,
  type CertificateStatus,
} from '@paydesk/contract/resources/certificates.ts';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { sql } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import { authority, yearsLater } from '../../platform/authority.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { Answer, type Handlers } from '../../platform/http/handlers.ts';
import { defineList } from '../../platform/list/definition.ts';
import { changeOwn, merchantIdOf } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';

const YEARS = 2;

/** No column: a certificate expires by itself. */
export const STATUS = `case when c.disabled_date is not null then 'DISABLED'
  when c.expiration_date <= now() then 'EXPIRED' else 'ACTIVE' end`;

export const certificatesList = defineList({
  resource: certificates,
  from: 'certificates c',
  id: 'c.id',
  tenant: 'c.merchant_id',
  where: 'c.disabled_date is null and c.expiration_date > now()',
  columns: {
    id: 'c.id',
    name: 'c.name',
    createdDate: 'c.created_date',
    createdBy: 'c.created_by',
    expirationDate: 'c.expiration_date',
  },
});

type Keys =
  | 'GET /api/user-merchant/certificate/{id}'
  | 'POST /api/user-merchant/certificate'
  | 'PUT /api/user-merchant/certificate/disable'
  | 'GET /api/service-provider/certificateInfo';

/** The certificates of the own merchant (API-94..97, API-100). */
export function certificateHandlers(services: Services): Handlers<Keys> {
  const { database, now } = services;
  return {
    'GET /api/user-merchant/certificate/{id}': ({ actor, params }) =>
      database.transaction(actor.sight, (tx) =>
        loadCertificate(tx, merchantIdOf(actor), params.id),
      ),

    'POST /api/user-merchant/certificate': async ({ actor }) => {
      // keys are slow to make: nobody waits for a lock meanwhile, and who may have none costs nothing
      await changeOwn(database, actor, refuseUnlessTrading);
      // read when it is needed: an eighth of what every start would read
      const { issuing, makeKeyPair } = await import('../../platform/x509.ts');
      const [issuer, keys] = await Promise.all([authority(services), makeKeyPair()]);
      const certify = await issuing(issuer);
      const id = randomUUIDv7();
      const made = await changeOwn(database, actor, async (tx, merchantId) => {
        const merchant = await refuseUnlessTrading(tx, merchantId);
        // two at the same moment would both find nothing to disable
        await sql`select pg_advisory_xact_lock(hashtext('certificates'), hashtext(${merchantId}))`.execute(
          tx,
        );
        const from = new Date(Math.floor(now().getTime() / 1000) * 1000);
        const to = yearsLater(from, YEARS);
        const name = `${merchant.merchant_number}-${minuteOf(from)}`;
        const organisation = merchant.name;
        const { publicKey } = keys;
        const certificate = await certify({ id, name, organisation, publicKey, from, to });
        const disabled = await disableEarlier(tx, merchantId, actor.userName);
        await tx
          .insertInto('certificates')
          .values({
            id,
            merchant_id: merchantId,
            name,
            created_date: from.toISOString(),
            created_by: actor.userName,
            expiration_date: to.toISOString(),
            public_key: publicKey,
            certificate,
          })
          .execute();
        const after = { name, expirationDate: to.toISOString() };
        await record(tx, actor, merchantId, 'GENERATE_CERTIFICATE', id, {
          changes: changes<typeof after>({} as never, after),
          disabled,
        });
        return loadCertificate(tx, merchantId, id);
      });
      // digits and a hyphen: nothing that anybody wrote is in it (SB-54)
      const disposition = `attachment; filename="${made.name}-private-key.pem"`;
      return new Answer(
        200,
        { ...made, privateKey: keys.privateKey },
        { 'content-disposition': disposition },
      );
    },

    'PUT /api/user-merchant/certificate/disable': ({ actor, body: { id } }) =>
      changeOwn(database, actor, (tx, merchantId) =>
        disable(tx, actor, { merchantId, id, action: disableCertificate, now: now() }),
      ),

    'GET /api/service-provider/certificateInfo': ({ actor }) =>
      database.transaction(actor.sight, async (tx) => {
        const row = await tx
          .selectFrom('service_provider')
          .select(['id', 'name', 'created_date', 'expiration_date', 'public_key', 'certificate'])
          .executeTakeFirst();
        return {
          id: row?.id ?? null,
          name: row?.name ?? null,
          createdDate: row?.created_date ?? null,
          expirationDate: row?.expiration_date ?? null,
          publicKey: row?.public_key ?? null,
          certificate: row?.certificate ?? null,
        };
      }),
  };
}

/** Disables a certificate of the merchant's, by its people or by staff, and writes that down (SB-31). */
export async function disable(
  tx: Tx,
  actor: SignedIn,
  given: { merchantId: string; id: string; action: typeof disableCertificate; now: Date },
): Promise<Certificate> {
  const { merchantId, id } = given;
  if (!isUuid(id)) throw notFound();
  const locked = await tx
    .selectFrom('certificates')
    .select('id')
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .forUpdate()
    .executeTakeFirst();
  if (!locked) throw notFound();
  const before = await loadCertificate(tx, merchantId, id);
  const reason = given.action.whyNot(before, given.now, actor);
  if (reason) throw invalid('id', reason);
  await tx
    .updateTable('certificates')
    .set({ disabled_date: sql`now()`, disabled_by: actor.userName })
    .where(theRow(id, merchantId))
    .execute();
  const after = await loadCertificate(tx, merchantId, id);
  await record(tx, actor, merchantId, 'DISABLE_CERTIFICATE', id, {
    changes: changes({ status: before.status.name }, { status: after.status.name }),
  });
  return after;
}

/** The merchant, where it may have certificates and an API key at all (SB-30). */
export async function refuseUnlessTrading(tx: Tx, merchantId: string) {
  const merchant = await tx
    .selectFrom('merchants')
    .select(['status', 'name', 'merchant_number'])
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  const reason = whyNoMachines({ status: merchant.status as MerchantStatus });
  if (reason) throw invalid('status', reason);
  return merchant;
}

/** AM-19: what opened something until now; the names, for the audit log. */
async function disableEarlier(tx: Tx, merchantId: string, userName: string): Promise<string[]> {
  const disabled = await tx
    .updateTable('certificates')
    .set({ disabled_date: sql`now()`, disabled_by: userName })
    .where('merchant_id', '=', merchantId)
    .where('disabled_date', 'is', null)
    .where('expiration_date', '>', sql<string>`now()`)
    .returning('name')
    .execute();
  return disabled.map(({ name }) => name);
}

/** YYYYMMDDHHmm, in UTC. */
const minuteOf = (date: Date) => date.toISOString().replace(/\D/g, '').slice(0, 12);

/** One certificate of the merchant; another's is absent. */
export async function loadCertificate(
  db: Db,
  merchantId: string,
  id: string,
): Promise<Certificate> {
  const row = await db
    .selectFrom('certificates as c')
    .selectAll()
    .select(sql<CertificateStatus>`${sql.raw(STATUS)}`.as('status'))
    .where('id', '=', id)
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return {
    id: row.id,
    name: row.name,
    status: { name: row.status, description: CERTIFICATE_STATUSES[row.status] },
    createdDate: row.created_date,
    createdBy: row.created_by,
    expirationDate: row.expiration_date,
    publicKey: row.public_key,
    certificate: row.certificate,
    disabledDate: row.disabled_date,
    disabledBy: row.disabled_by,
    lastUsedDate: row.last_used_date,
  };
}

const record = (
  tx: Tx,
  actor: SignedIn,
  merchantId: string,
  action: string,
  id: string,
  details: object,
) =>
  audit(tx, actor, {
    action,
    entityType: 'CERTIFICATE',
    entityId: id,
    merchantId,
    result: 'SUCCESS',
    details: { ...details },
  });
