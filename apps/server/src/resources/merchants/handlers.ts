import { fromCents } from '@paydesk/contract/kernel/money.ts';
import {
  RISK_CLASSES,
  SCREENING_RESULTS,
  type RiskClass,
  type ScreeningResult,
} from '@paydesk/contract/resources/merchants/endpoints.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { callbackDelivery } from '../../domain/callbacks/delivery.ts';
import { readRecord } from '../../platform/record.ts';
import type { Services } from '../../platform/services.ts';
import { merchantRecord } from './record.ts';

/** What stands beside a merchant: how its messages fare, and the check before it was taken on (API-79). */
export function merchantsHandlers({
  database: { kysely },
}: Services): Handlers<`GET /api/merchants/{id}/${'background' | 'callback-delivery'}`> {
  return {
    'GET /api/merchants/{id}/callback-delivery': async ({ actor, params: { id } }) => {
      await readRecord(kysely, merchantRecord, actor, id);
      return callbackDelivery(kysely, id);
    },
    'GET /api/merchants/{id}/background': async ({ actor, params: { id } }) => {
      await readRecord(kysely, merchantRecord, actor, id);
      const row = await kysely
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
