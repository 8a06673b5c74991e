import { plainIban } from '@paydesk/contract/business/iban.ts';
import type { ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import type { firstPersonFields } from '@paydesk/contract/resources/merchants/actions.ts';
import {
  MERCHANT_TRANSITIONS,
  type MerchantAction,
} from '@paydesk/contract/resources/merchants/moves.ts';
import { merchant } from '@paydesk/contract/resources/merchants/record.ts';
import { countryOf, merchantSql, retriesOf } from '../../domain/merchant-record.ts';
import { stood, toldWhy } from '../../domain/standing.ts';
import { ownUrl, sealSecret } from '../../gateways/own.ts';
import { changes } from '../../platform/audit.ts';
import { invitePerson } from '../../platform/auth/people.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/schema.ts';
import { invalid, Refusal } from '../../platform/errors.ts';
import type { Selectable } from 'kysely';
import { defineRecord } from '../../platform/record.ts';
import { IBAN_OF_MERCHANT } from '../../platform/sealed-values.ts';
import type { Services } from '../../platform/services.ts';
import { mailDeclined } from './application-mails.ts';
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
    statusDate: 'standing.status_date',
    statusBy: 'standing.status_by',
    statusReason: 'standing.status_reason',
    updatedDate: 'm.updated_date',
    updatedBy: 'm.updated_by',
    standsSince: 'greatest(m.created_date, m.updated_date, background.checked_date)',
  },
  joins: {
    standing: 'left join merchant_standings standing on standing.merchant_id = m.id',
    background: 'left join merchant_backgrounds background on background.merchant_id = m.id',
  },
  about: ({ id }) => ({ entityType: merchant.entity, entityId: id, merchantId: id }),
  actions: {
    'POST /api/merchants': ({ id, tx, services, actor, values, stored }) => ({
      set: { ...ofBusiness(stored), status: 'APPROVED' },
      details: { changes: changes<object>({}, { ...values, status: 'APPROVED' }) },
      besides: async () => void (await inviteFirst(tx, services, actor, id, values)),
    }),
    'POST /api/merchants/{id}/actions/approve': async (work) => {
      const { tx, services, actor, row } = work;
      await tellApplicant(tx, row, async (applicant) => {
        const { email, first_name, last_name, phone } = applicant;
        await inviteFirst(tx, services, actor, row.id, {
          administratorFirstName: first_name!,
          administratorLastName: last_name!,
          administratorEmail: email,
          administratorPhone: phone,
        }).catch((error: unknown) => {
          // nobody could administer it: it goes on waiting, and so does its applicant
          if (error instanceof Refusal && error.errors.some(isOfAddress))
            throw invalid('reason', addressTaken(email));
          throw error;
        });
      });
      return turned(work, 'approve', work.values.reason);
    },
    'POST /api/merchants/{id}/actions/decline': async (work) => {
      const { tx, services, row, values } = work;
      await tellApplicant(tx, row, ({ email }) => mailDeclined(tx, services, email, row.name));
      return turned(work, 'decline', values.reason);
    },
    'POST /api/merchants/{id}/actions/activate': (work) =>
      turned(work, 'activate', work.values.reason),
    'POST /api/merchants/{id}/actions/disable': (work) =>
      turned(work, 'disable', work.values.reason),
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

interface Turning {
  tx: Tx;
  row: { id: string; status: string };
  actor: { userName: string };
}

/** It stands beside the merchant who did that, and why. */
async function turned(
  { tx, row, actor }: Turning,
  action: MerchantAction,
  reason: string | null = null,
) {
  const status = MERCHANT_TRANSITIONS[action].to;
  await tx
    .insertInto('merchant_standings')
    .values({ merchant_id: row.id, ...stood(actor, reason) })
    .onConflict((conflict) =>
      conflict.column('merchant_id').doUpdateSet(({ ref }) => ({
        status_by: ref('excluded.status_by'),
        status_date: ref('excluded.status_date'),
        status_reason: ref('excluded.status_reason'),
      })),
    )
    .execute();
  return { set: { status }, details: toldWhy({ status: row.status }, { status }, reason) };
}

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

const isOfAddress = ({ field }: { field: string }) => field === 'administratorEmail';

const addressTaken = (email: string) =>
  `${email}, by which this merchant applied, belongs to another account by now, and nobody would administer the merchant. Decline it, and ask for an application by another address`;

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
