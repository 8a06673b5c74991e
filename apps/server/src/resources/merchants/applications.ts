import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { AuditAction } from '@paydesk/contract/audited.ts';
import { plainIban } from '@paydesk/contract/business/iban.ts';
import { toCents } from '@paydesk/contract/kernel/money.ts';
import { checkBusiness } from '@paydesk/contract/resources/merchants/actions.ts';
import {
  APPLICATION_WORDS,
  applicationFields,
} from '@paydesk/contract/resources/merchants/applications.ts';
import { ownersProblem } from '@paydesk/contract/resources/merchants/check.ts';
import { sql } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import { isTaken } from '../../platform/auth/email-changes.ts';
import { hashToken } from '../../platform/auth/next-token.ts';
import type { Tx } from '../../platform/db/database.ts';
import { invalid, Refusal } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { refuseFields } from '../../platform/insist.ts';
import { refuseTaken, trimmed } from '../../platform/record-values.ts';
import { IBAN_OF_MERCHANT, maskedValue, sealedColumns } from '../../platform/sealed-values.ts';
import type { Services } from '../../platform/services.ts';
import { settingOf } from '../../platform/settings.ts';
import { mailKnown, mailLink, mailReceived } from './application-mails.ts';
import { documentsOf, keepDocument } from './documents.ts';
import { merchantRecord } from './record.ts';

const LINK_DAYS = 7;
/** Links that one address gets within an hour; who asks oftener is told the same, and gets none. */
const LINKS_AN_HOUR = 3;

type Keys =
  | 'GET /api/merchant-applications'
  | `POST /api/merchant-applications${'' | '/open' | '/submit' | '/documents' | '/documents/remove'}`;

interface Application {
  id: string;
  email: string;
}

/** Merchants that apply by themselves: nobody is signed in, a link is all that lets in (ADR 92). */
export function applicationHandlers(services: Services): Handlers<Keys> {
  const { database } = services;

  /** What is done with an application that is not sent in yet, one after the other; null where the link is over. */
  const within = <R>(
    { body, address }: { body: { token: string }; address: string },
    action: AuditAction,
    work: (tx: Tx, application: Application) => Promise<{ result: R; details: object }>,
  ): Promise<R | null> =>
    database.transaction('all', async (tx) => {
      await refuseClosed(tx, 'token');
      const application = await tx
        .selectFrom('merchant_applications')
        .select(['id', 'email'])
        .where('token_hash', '=', hashToken(body.token))
        .where('submitted_date', 'is', null)
        .where('expires_date', '>', sql<string>`now()`)
        .forUpdate()
        .executeTakeFirst();
      if (!application) return null;
      const { result, details } = await work(tx, application);
      await tell(tx, address, action, application.id, details);
      return result;
    });

  return {
    'GET /api/merchant-applications': async () => ({
      open: (await settingOf(database.kysely, 'merchants.apply')) === 'OPEN',
    }),
    'POST /api/merchant-applications': ({ body, address }) =>
      database.transaction('all', async (tx) => {
        await refuseClosed(tx, 'email');
        const email = body.email.trim().toLowerCase();
        // two at the same moment would both find that few were sent
        await sql`select pg_advisory_xact_lock(hashtext('merchant_applications'), hashtext(${email}))`.execute(
          tx,
        );
        await tx
          .deleteFrom('merchant_applications')
          .where('submitted_date', 'is', null)
          .where('expires_date', '<', sql<string>`now()`)
          .execute();
        const id = randomUUIDv7();
        const { sent } = await tx
          .selectFrom('merchant_applications')
          .select(sql<number>`count(*)::int`.as('sent'))
          .where('email', '=', email)
          .where('created_date', '>', sql<string>`now() - interval '1 hour'`)
          .executeTakeFirstOrThrow();
        if (sent < LINKS_AN_HOUR) {
          const token = randomBytes(32).toString('base64url');
          await tx
            .insertInto('merchant_applications')
            .values({
              id,
              email,
              token_hash: hashToken(token),
              created_date: sql`now()`,
              expires_date: sql`now() + make_interval(days => ${LINK_DAYS})`,
            })
            .execute();
          if (await isTaken(tx, email, null)) await mailKnown(tx, services, email);
          else await mailLink(tx, services, { email, token, minutes: LINK_DAYS * 1440 });
        }
        await tell(tx, address, 'ASK_TO_APPLY', id, { sent: sent < LINKS_AN_HOUR });
        return {};
      }),
    'POST /api/merchant-applications/open': (context) =>
      within(context, 'OPEN_APPLICATION', async (tx, application) => ({
        result: await read(tx, application),
        details: {},
      })),
    'POST /api/merchant-applications/documents': (context) =>
      within(context, 'ADD_DOCUMENT', async (tx, application) => {
        const kept = await keepDocument(tx, services, application.id, context.body);
        return {
          result: await read(tx, application),
          details: { changes: changes<object>({}, kept) },
        };
      }),
    'POST /api/merchant-applications/documents/remove': (context) =>
      within(context, 'REMOVE_DOCUMENT', async (tx, application) => {
        const { id } = context.body;
        const gone = (await documentsOf(tx, application.id)).find((one) => one.id === id);
        if (gone)
          await tx
            .deleteFrom('merchant_documents')
            .where('id', '=', gone.id)
            .where('application_id', '=', application.id)
            .execute();
        const name = gone?.name ?? null;
        return {
          result: await read(tx, application),
          details: { changes: changes<object>({ name }, { name: null }) },
        };
      }),
    'POST /api/merchant-applications/submit': async (context) =>
      (await within(context, 'SEND_APPLICATION', async (tx, { id, email }) => {
        const { body, address } = context;
        const { beneficialOwners: owners = [] } = body;
        const values = trimmed(applicationFields, body);
        const problem = ownersProblem(owners);
        const noneYet = (await documentsOf(tx, id)).length === 0;
        refuseFields({
          ...checkBusiness(values, null),
          ...(problem && { beneficialOwners: problem }),
          ...(noneYet && { documents: 'Add a document of your business' }),
        });
        const merchantId = await comeIn(tx, services, email, values, owners);
        await tx
          .updateTable('merchant_applications')
          .set({
            submitted_date: sql`now()`,
            merchant_id: merchantId,
            first_name: values.firstName,
            last_name: values.lastName,
            position: values.position ?? null,
            phone: values.phone,
          })
          .where('id', '=', id)
          .execute();
        await audit(tx, nobody(address), {
          action: 'APPLY_MERCHANT',
          entityType: 'MERCHANT',
          entityId: merchantId,
          merchantId,
          result: 'SUCCESS',
          details: {
            changes: changes<object>(
              {},
              {
                ...values,
                iban: maskedValue(IBAN_OF_MERCHANT.kind, plainIban(values.iban)),
                email,
                status: 'PENDING_APPROVAL',
              },
            ),
          },
        });
        await mailReceived(tx, services, email, values.name);
        return { result: true, details: { merchantId } };
      })) === true,
  };
}

const read = async (tx: Tx, { id, email }: Application) => ({
  email,
  documents: await documentsOf(tx, id),
});

const nobody = (address: string) => ({ userId: null, userName: null, address });

const tell = (tx: Tx, address: string, action: AuditAction, entityId: string, details: object) =>
  audit(tx, nobody(address), {
    action,
    entityType: 'MERCHANT_APPLICATION',
    entityId,
    merchantId: null,
    result: 'SUCCESS',
    details: { ...details },
  });

async function refuseClosed(tx: Tx, field: string) {
  if ((await settingOf(tx, 'merchants.apply')) !== 'OPEN')
    throw invalid(field, APPLICATION_WORDS.closed);
}

type Values = ReturnType<typeof trimmed<typeof applicationFields>>;

/** The merchant that waits for approval, with what it says of itself in place of the check. */
async function comeIn(
  tx: Tx,
  { encryption }: Pick<Services, 'encryption'>,
  email: string,
  values: Values,
  owners: readonly { name: string; share: number }[],
): Promise<string> {
  const id = randomUUIDv7();
  const { name, legalId } = values;
  const { fields } = merchantRecord.record.actions['PUT /api/merchants/{id}'];
  await refuseTaken(
    tx,
    merchantRecord,
    { name: fields.name, legalId: fields.legalId },
    { name, legalId },
    { id, merchantId: null },
  ).catch((error: unknown) => {
    // which of both is known, and to whom, is nobody's outside
    if (error instanceof Refusal) throw invalid('name', APPLICATION_WORDS.known);
    throw error;
  });
  await tx
    .insertInto('merchants')
    .values({
      id,
      name,
      legal_id: legalId,
      status: 'PENDING_APPROVAL',
      ...sealedColumns(encryption, IBAN_OF_MERCHANT, id, plainIban(values.iban)),
      responsible_person: `${values.firstName} ${values.lastName}`,
      phone: values.phone,
      email,
      country_code: values.country,
      mcc_code: values.mccCode,
      address_line: values.addressLine,
      zip_code: values.zipCode,
      terms_url: values.termsUrl ?? null,
      created_date: sql`now()`,
    })
    .execute();
  await tx
    .insertInto('merchant_backgrounds')
    .values({
      merchant_id: id,
      registration_number: legalId,
      beneficial_owners: JSON.stringify(owners.map((one) => ({ ...one, name: one.name.trim() }))),
      business_description: values.businessDescription,
      expected_turnover_cents: toCents(values.expectedTurnover)!,
      currency: 'EUR',
    })
    .execute();
  return id;
}
