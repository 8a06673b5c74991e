import type { AuditAction } from '@paydesk/contract/audited.ts';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { randomUUIDv7 } from 'node:crypto';
import type { MerchantStatus } from '@paydesk/contract/permissions.ts';
import {
  certificate,
  certificates,
  generateCertificate,
  whyNoMachines,
} from '@paydesk/contract/resources/certificates.ts';
import { certifyRequest } from '@paydesk/contract/resources/certificates/requests.ts';
import { sql } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import { authority, yearsLater } from '../../platform/authority.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { Answer, type Handlers } from '../../platform/http/handlers.ts';
import { defineList } from '../../platform/list/definition.ts';
import { changeOwn } from '../../platform/own-merchant.ts';
import { defineRecord, readRecord } from '../../platform/record.ts';
import type { Services } from '../../platform/services.ts';
import { nameTold } from '../../platform/told.ts';

const YEARS = 2;

/** No column: a certificate expires by itself. */
export const STATUS = `case when c.disabled_date is not null then 'DISABLED'
  when c.expiration_date <= now() then 'EXPIRED' else 'ACTIVE' end`;

export const columns = {
  id: 'c.id',
  name: 'c.name',
  createdDate: 'c.created_date',
  createdBy: 'c.created_by',
  expirationDate: 'c.expiration_date',
};

export const certificatesList = defineList({
  resource: certificates,
  from: 'certificates c',
  id: 'c.id',
  tenant: 'c.merchant_id',
  where: 'c.disabled_date is null and c.expiration_date > now()',
  columns,
});

/** One whatever its status, of the own merchant or, for staff, of any (API-83, API-95, API-97). */
export const certificateRecord = defineRecord({
  record: certificate,
  list: defineList({
    resource: certificate.of,
    from: 'certificates c',
    id: 'c.id',
    tenant: 'c.merchant_id',
    columns,
  }),
  table: 'certificates',
  columns: {
    status: `(${STATUS})`,
    publicKey: 'c.public_key',
    certificate: 'c.certificate',
    disabledDate: 'c.disabled_date',
    disabledBy: nameTold('c.disabled_by'),
    lastUsedDate: 'c.last_used_date',
  },
  named: ({ body }) => {
    const { id } = body as { id: string };
    // what can't be anybody's is as absent as an unknown one, as it is in a path
    if (!isUuid(id)) throw notFound();
    return id;
  },
  actions: {
    'PUT /api/user-merchant/certificate/disable': async ({ tx, actor, row, before }) => {
      await tx
        .updateTable('certificates')
        .set({ disabled_date: sql`now()`, disabled_by: actor.userName })
        .where(theRow(row.id, row.merchant_id))
        .execute();
      return {
        details: { changes: changes({ status: before.status.name }, { status: 'DISABLED' }) },
      };
    },
  },
});

type Keys =
  | `POST /api/user-merchant/certificate${'' | '-requests'}`
  | 'GET /api/service-provider/certificateInfo';

/** What of a merchant’s certificates is more than one transaction, and the one that signs them (API-96, API-100). */
export function certificateHandlers(services: Services): Handlers<Keys> {
  const { database, now } = services;

  /** A certificate for the public key, the one active one from now on. */
  async function certified(actor: SignedIn, publicKey: string, action: AuditAction) {
    // read when it is needed: an eighth of what every start would read
    const { issuing } = await import('../../platform/x509.ts');
    const certify = await issuing(await authority(services));
    const id = randomUUIDv7();
    return changeOwn(database, actor, async (tx, merchantId) => {
      const merchant = await refuseUnlessTrading(tx, merchantId);
      // two at the same moment would both find nothing to disable
      await sql`select pg_advisory_xact_lock(hashtext('certificates'), hashtext(${merchantId}))`.execute(
        tx,
      );
      const from = new Date(Math.floor(now().getTime() / 1000) * 1000);
      const to = yearsLater(from, YEARS);
      const name = `${merchant.merchant_number}-${minuteOf(from)}`;
      const organisation = merchant.name;
      const signed = await certify({ id, name, organisation, publicKey, from, to });
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
          certificate: signed,
        })
        .execute();
      const after = { name, expirationDate: to.toISOString() };
      await audit(tx, actor, {
        action,
        entityType: certificate.entity,
        entityId: id,
        merchantId,
        result: 'SUCCESS',
        details: { changes: changes<typeof after>({} as never, after), disabled },
      });
      return readRecord(tx, certificateRecord, actor, id);
    });
  }

  return {
    'POST /api/user-merchant/certificate': async ({ actor }) => {
      // keys are slow to make: nobody waits for a lock meanwhile, and who may have none costs nothing
      await changeOwn(database, actor, refuseUnlessTrading);
      const { makeKeyPair } = await import('../../platform/x509.ts');
      const keys = await makeKeyPair();
      const made = await certified(actor, keys.publicKey, generateCertificate.audited);
      // digits and a hyphen: nothing that anybody wrote is in it (SB-54)
      const disposition = `attachment; filename="${made.name}-private-key.pem"`;
      return new Answer(
        200,
        { ...made, privateKey: keys.privateKey },
        { 'content-disposition': disposition },
      );
    },

    'POST /api/user-merchant/certificate-requests': async ({ actor, body }) => {
      await changeOwn(database, actor, refuseUnlessTrading);
      const { readRequest } = await import('../../platform/csr.ts');
      const read = await readRequest(body.request);
      if ('why' in read) throw invalid('request', read.why);
      return certified(actor, read.publicKey, certifyRequest.audited);
    },

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
