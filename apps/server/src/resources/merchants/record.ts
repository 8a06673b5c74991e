import { plainIban } from '@paydesk/contract/business/iban.ts';
import type { ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import type { firstPersonFields } from '@paydesk/contract/resources/merchants/actions.ts';
import { merchant } from '@paydesk/contract/resources/merchants/record.ts';
import { countryOf, merchantSql, retriesOf } from '../../domain/merchant-record.ts';
import { ownUrl, sealSecret } from '../../gateways/own.ts';
import { changes } from '../../platform/audit.ts';
import { isTaken } from '../../platform/auth/email-changes.ts';
import { invitePerson } from '../../platform/auth/people.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/schema.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Selectable } from 'kysely';
import { defineRecord } from '../../platform/record.ts';
import { IBAN_OF_MERCHANT } from '../../platform/sealed-values.ts';
import type { Services } from '../../platform/services.ts';
import { mailApproved, mailDeclined } from './application-mails.ts';
import { merchantsList } from './lists.ts';

/** One merchant for staff: read, changed, and moved between its statuses (API-78, AM-66). */
export const merchantRecord = defineRecord({
  record: merchant,
  list: merchantsList,
  table: 'merchants',
  sealed: { iban: IBAN_OF_MERCHANT },
  into: (tx) => tx.insertInto('merchants'),
  columns: {
    ...merchantSql,
    country: countryOf,
    acquirerUrl: 'm.acquirer_url',
    updatedDate: 'm.updated_date',
    updatedBy: 'm.updated_by',
  },
  about: ({ id }) => ({ entityType: merchant.entity, entityId: id, merchantId: id }),
  actions: {
    'POST /api/merchants': ({ id, tx, services, actor, values, stored }) => ({
      set: { ...ofBusiness(stored), status: 'APPROVED' },
      details: { changes: changes<object>({}, { ...values, status: 'APPROVED' }) },
      besides: async () => void (await inviteFirst(tx, services, actor, id, values)),
    }),
    'POST /api/merchants/{id}/actions/approve': async ({ tx, services, actor, row }) => {
      await tellApplicant(tx, row, async (applicant) => {
        const { email, first_name, last_name, phone } = applicant;
        if (await isTaken(tx, email, null)) return mailApproved(tx, services, email, row.name);
        await inviteFirst(tx, services, actor, row.id, {
          administratorFirstName: first_name!,
          administratorLastName: last_name!,
          administratorEmail: email,
          administratorPhone: phone,
        });
      });
      return { set: { status: 'APPROVED' } };
    },
    'POST /api/merchants/{id}/actions/decline': async ({ tx, services, row }) => {
      await tellApplicant(tx, row, ({ email }) => mailDeclined(tx, services, email, row.name));
      return { set: { status: 'DECLINED' } };
    },
    'POST /api/merchants/{id}/actions/activate': () => ({ set: { status: 'ACTIVE' } }),
    'POST /api/merchants/{id}/actions/disable': () => ({ set: { status: 'DISABLED' } }),
    'POST /api/merchants/{id}/actions/set-acquirer': async ({ tx, services, row, values }) => {
      const acquirer_url = ownUrl(services, values.url);
      const sealed = sealSecret(services, values.secret);
      await tx
        .insertInto('merchant_acquirer_secrets')
        .values({ merchant_id: row.id, sealed })
        .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet({ sealed }))
        .execute();
      return { set: { acquirer_url } };
    },
    'POST /api/merchants/{id}/actions/remove-acquirer': async ({ tx, row }) => {
      await tx.deleteFrom('merchant_acquirer_secrets').where('merchant_id', '=', row.id).execute();
      return { set: { acquirer_url: null } };
    },
    'POST /api/merchants/{id}/actions/set-capture': ({ stored }) => ({ set: stored }),
    'POST /api/merchants/{id}/actions/set-second-factor': ({ stored }) => ({ set: stored }),
    'PUT /api/merchants/{id}': ({ stored }) => ({ set: ofBusiness(stored) }),
    'PUT /api/merchants/{id}/retries': ({ values }) => retriesOf(values),
  },
});

/** Whoever applied for it hears what became of that; nobody did where staff took it on. */
async function tellApplicant(
  tx: Tx,
  { id }: { id: string },
  tell: (applicant: Selectable<Tables['merchant_applications']>) => Promise<unknown>,
) {
  const applicant = await tx
    .selectFrom('merchant_applications')
    .selectAll()
    .where('merchant_id', '=', id)
    .executeTakeFirst();
  if (applicant) await tell(applicant);
}

/** As it is kept: the IBAN without its blanks. */
const ofBusiness = <B extends { iban?: string | null }>(stored: B): B => ({
  ...stored,
  ...(stored.iban && { iban: plainIban(stored.iban) }),
});

type FirstPerson = ValuesOf<typeof firstPersonFields>;

/** Whoever administers it first, in the transaction that takes it on; a taken address is told of its field. */
export const inviteFirst = async (
  tx: Tx,
  services: Services,
  by: Parameters<typeof invitePerson>[2],
  merchantId: string,
  person: FirstPerson,
) =>
  invitePerson(tx, services, by, {
    firstName: person.administratorFirstName,
    lastName: person.administratorLastName,
    email: person.administratorEmail,
    phoneNumber: person.administratorPhone,
    userRole: 'MERCHANT_ADMIN',
    merchantId,
  }).catch((error: unknown) => {
    if (error instanceof Refusal && error.errors.some(({ field }) => field === 'email'))
      throw new Refusal(
        error.code,
        error.errors.map(({ message }) => ({ field: 'administratorEmail', message })),
      );
    throw error;
  });
