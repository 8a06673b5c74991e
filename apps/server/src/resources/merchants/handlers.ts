import { fromCents } from '@paydesk/contract/kernel/money.ts';
import type { MerchantStatus } from '@paydesk/contract/permissions.ts';
import {
  ibanProblem,
  mccProblem,
  merchantActions,
  type merchantProfileFields,
  MERCHANT_TRANSITIONS,
  plainIban,
  updateMerchantProfile,
  type MerchantAction,
} from '@paydesk/contract/resources/merchants/actions.ts';
import {
  RISK_CLASSES,
  SCREENING_RESULTS,
  type MerchantDetail,
  type RiskClass,
  type ScreeningResult,
} from '@paydesk/contract/resources/merchants/endpoints.ts';
import type { ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { sql, type Updateable } from 'kysely';
import { audit, changes } from '../../platform/audit.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { Merchants } from '../../platform/db/schema/merchants.ts';
import { merged } from '../../platform/edits.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { insist } from '../../platform/insist.ts';
import { merchantRecord } from '../../platform/merchant-record.ts';
import { callbackDelivery } from '../../platform/outbox/delivery.ts';
import type { Services } from '../../platform/services.ts';

type Keys =
  | 'GET /api/merchants/{id}'
  | 'PUT /api/merchants/{id}'
  | 'GET /api/merchants/{id}/background'
  | 'GET /api/merchants/{id}/callback-delivery'
  | `POST /api/merchants/{id}/actions/${MerchantAction}`;

/** One merchant for staff: read, changed, and moved between its statuses (API-78, API-79, AM-66). */
export function merchantsHandlers({ database, now }: Services): Handlers<Keys> {
  /** Asked under the row's lock, which waits for what its people and machines are writing (SB-43). */
  const act =
    (name: MerchantAction) =>
    ({ actor, params: { id } }: { actor: SignedIn; params: { id: string } }) =>
      database.transaction(actor.sight, async (tx) => {
        const before = await locked(tx, id);
        const state = { status: { name: before.status as MerchantStatus } };
        insist(merchantActions[name], state, actor, {}, now());
        await save(tx, actor, before, `${name.toUpperCase()}_MERCHANT`, {
          status: MERCHANT_TRANSITIONS[name].to,
        });
        return load(tx, id);
      });

  return {
    'GET /api/merchants/{id}': ({ params }) => load(database.kysely, params.id),
    'PUT /api/merchants/{id}': ({ actor, params: { id }, body }) =>
      database.transaction(actor.sight, async (tx) => {
        const before = await locked(tx, id);
        const state = { status: { name: before.status as MerchantStatus } };
        insist(updateMerchantProfile, state, actor, body, now());
        const current = Object.fromEntries(
          Object.entries(COLUMNS).map(([field, column]) => [field, before[column]]),
        );
        const taken = await merged(
          tx,
          actor,
          { id, names: { country: COLUMNS.country } },
          body,
          current,
        );
        await save(tx, actor, before, 'UPDATE_MERCHANT', columnsOf(taken));
        return load(tx, id);
      }),
    'POST /api/merchants/{id}/actions/approve': act('approve'),
    'POST /api/merchants/{id}/actions/decline': act('decline'),
    'POST /api/merchants/{id}/actions/activate': act('activate'),
    'POST /api/merchants/{id}/actions/disable': act('disable'),
    'GET /api/merchants/{id}/callback-delivery': async ({ params: { id } }) => {
      await load(database.kysely, id);
      return callbackDelivery(database.kysely, id);
    },
    'GET /api/merchants/{id}/background': async ({ params: { id } }) => {
      await load(database.kysely, id);
      const row = await database.kysely
        .selectFrom('merchant_backgrounds')
        .selectAll()
        .where('merchant_id', '=', id)
        .executeTakeFirst();
      const [risk, screening] = [
        row?.risk_class as RiskClass | undefined,
        row?.screening_result as ScreeningResult | undefined,
      ];
      return {
        registrationNumber: row?.registration_number ?? null,
        beneficialOwners: row?.beneficial_owners ?? null,
        businessDescription: row?.business_description ?? null,
        expectedTurnover: row ? fromCents(row.expected_turnover_cents) : null,
        currency: 'EUR',
        riskClass: risk ? { name: risk, description: RISK_CLASSES[risk] } : null,
        screeningResult: screening
          ? { name: screening, description: SCREENING_RESULTS[screening] }
          : null,
        checkedAt: row?.checked_date ?? null,
        checkedBy: row?.checked_by ?? null,
      };
    },
  };
}

const COLUMNS = {
  name: 'name',
  legalId: 'legal_id',
  iban: 'iban',
  responsiblePerson: 'responsible_person',
  phone: 'phone',
  email: 'email',
  country: 'country_code',
  mccCode: 'mcc_code',
  addressLine: 'address_line',
  zipCode: 'zip_code',
  termsUrl: 'terms_url',
  cardAcceptanceLocation: 'card_acceptance_location',
} as const satisfies Record<keyof typeof merchantProfileFields, keyof Merchants>;

/** What is to be stored: trimmed, nothing where nothing stands, and what is left out as it is. */
function columnsOf(body: ValuesOf<typeof merchantProfileFields>): Updateable<Merchants> {
  const given = Object.fromEntries(
    (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[])
      .filter((key) => body[key] !== undefined)
      .map((key) => [COLUMNS[key], body[key]?.trim() || null]),
  ) as Updateable<Merchants>;
  if (given.iban) {
    given.iban = plainIban(given.iban);
    refuse('iban', ibanProblem(given.iban));
  }
  if (given.mcc_code) refuse('mccCode', mccProblem(given.mcc_code));
  return given;
}

function refuse(field: string, problem: string | null): void {
  if (problem) throw invalid(field, problem);
}

/** The row until the change is done; payments of the merchant's may come meanwhile. */
async function locked(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('merchants')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

async function save(
  tx: Tx,
  actor: SignedIn,
  before: Awaited<ReturnType<typeof locked>>,
  action: string,
  given: Updateable<Merchants>,
): Promise<void> {
  await tx
    .updateTable('merchants')
    .set({ ...given, updated_date: sql`now()`, updated_by: actor.userName })
    .where('id', '=', before.id)
    .execute();
  await audit(tx, actor, {
    action,
    entityType: 'MERCHANT',
    entityId: before.id,
    merchantId: before.id,
    result: 'SUCCESS',
    details: { changes: changes(before, given as Partial<typeof before>) },
  });
}

async function load(db: Db, id: string): Promise<MerchantDetail> {
  const row = await db.selectFrom('merchants').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return { ...merchantRecord(row), updatedDate: row.updated_date, updatedBy: row.updated_by };
}
