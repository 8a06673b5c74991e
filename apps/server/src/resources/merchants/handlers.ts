import { fromCents, toCents } from '@paydesk/contract/kernel/money.ts';
import {
  ownersProblem,
  recordCheck,
  RISK_CLASSES,
  SCREENING_RESULTS,
  type RiskClass,
  type ScreeningResult,
} from '@paydesk/contract/resources/merchants/check.ts';
import { sql } from 'kysely';
import { callbackDelivery } from '../../domain/callbacks/delivery.ts';
import { changes } from '../../platform/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { insist } from '../../platform/insist.ts';
import { changeAs } from '../../platform/own-merchant.ts';
import { lock, readRecord, writeDone } from '../../platform/record.ts';
import { trimmed } from '../../platform/record-values.ts';
import type { Services } from '../../platform/services.ts';
import { merchantRecord } from './record.ts';

/** What stands beside a merchant: how its messages fare, and the check before it was taken on (API-79). */
export function merchantsHandlers(
  services: Services,
): Handlers<
  | `GET /api/merchants/{id}/${'background' | 'callback-delivery'}`
  | 'POST /api/merchants/{id}/actions/check'
> {
  const { database } = services;
  return {
    'GET /api/merchants/{id}/callback-delivery': ({ actor, params: { id } }) =>
      database.transaction(actor.sight, async (tx) => {
        await readRecord(tx, merchantRecord, actor, id);
        return callbackDelivery(tx, id);
      }),
    'GET /api/merchants/{id}/background': ({ actor, params: { id } }) =>
      database.transaction(actor.sight, async (tx) => {
        await readRecord(tx, merchantRecord, actor, id);
        return backgroundOf(tx, id);
      }),
    'POST /api/merchants/{id}/actions/check': ({ actor, params: { id }, body }) =>
      changeAs(
        database,
        actor,
        async (tx) => {
          const row = await lock(tx, merchantRecord, actor, id, false);
          insist(
            recordCheck,
            await readRecord(tx, merchantRecord, actor, id),
            actor,
            { ...body },
            services.now(),
          );
          const { beneficialOwners: owners = [] } = body;
          const problem = ownersProblem(owners);
          if (problem) throw invalid('beneficialOwners', problem);
          const before = await backgroundOf(tx, id);
          const values = trimmed(recordCheck.fields, body);
          const found = {
            registration_number: values.registrationNumber,
            beneficial_owners: JSON.stringify(
              owners.map(({ name, share }) => ({ name: name.trim(), share })),
            ),
            business_description: values.businessDescription,
            expected_turnover_cents: toCents(values.expectedTurnover)!,
            currency: 'EUR',
            risk_class: values.riskClass,
            screening_result: values.screeningResult,
            checked_date: sql<string>`now()`,
            checked_by: actor.userName,
          };
          await tx
            .insertInto('merchant_backgrounds')
            .values({ merchant_id: id, ...found })
            .onConflict((conflict) =>
              conflict
                .column('merchant_id')
                .doUpdateSet({ ...found, checked_date: sql<string>`excluded.checked_date` }),
            )
            .execute();
          const after = await backgroundOf(tx, id);
          await writeDone(tx, services, merchantRecord, actor, row, 'CHECK_MERCHANT', {
            details: { changes: changes<object>(told(before), told(after)) },
          });
          return after;
        },
        'changed',
      ),
  };
}

/** As the audit row tells of it: who looked and when is its own. */
const told = ({
  checkedAt: _at,
  checkedBy: _by,
  riskClass,
  screeningResult,
  beneficialOwners,
  ...rest
}: Awaited<ReturnType<typeof backgroundOf>>) => ({
  ...rest,
  beneficialOwners: beneficialOwners && JSON.stringify(beneficialOwners),
  riskClass: riskClass?.name ?? null,
  screeningResult: screeningResult?.name ?? null,
});

async function backgroundOf(db: Db, id: string) {
  const row = await db
    .selectFrom('merchant_backgrounds')
    .selectAll()
    .where('merchant_id', '=', id)
    .executeTakeFirst();
  const [risk, screening] = [
    row?.risk_class as RiskClass | null | undefined,
    row?.screening_result as ScreeningResult | null | undefined,
  ];
  return {
    registrationNumber: row?.registration_number ?? null,
    beneficialOwners: row?.beneficial_owners ?? null,
    businessDescription: row?.business_description ?? null,
    expectedTurnover: row ? fromCents(row.expected_turnover_cents) : null,
    currency: 'EUR' as const,
    riskClass: risk ? { name: risk, description: RISK_CLASSES[risk] } : null,
    screeningResult: screening
      ? { name: screening, description: SCREENING_RESULTS[screening] }
      : null,
    checkedAt: row?.checked_date ?? null,
    checkedBy: row?.checked_by ?? null,
  };
}
