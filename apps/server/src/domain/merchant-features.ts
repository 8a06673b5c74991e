import type { MerchantFeatureName } from '@paydesk/contract/merchant-record.ts';
import { sql } from 'kysely';
import type { Tx } from '../platform/db/database.ts';
import { forbidden } from '../platform/errors.ts';

/** Whether a feature is open to the merchant whose id the SQL names: until somebody closes it (AM-61). */
export const openTo = (merchantId: string, feature: MerchantFeatureName): string =>
  `not exists (select from merchant_features
    where merchant_id = ${merchantId} and feature = '${feature}' and not enabled)`;

/** The same for a query built with Kysely. */
export const isOpen = (merchantId: string, feature: MerchantFeatureName) =>
  sql<boolean>`${sql.raw(openTo(merchantId, feature))}`;

/** The same of a merchant known by value: where rows are spread, features lie with their merchant. */
export const isOpenTo = (merchantId: string, feature: MerchantFeatureName) =>
  sql<boolean>`not exists (select from merchant_features
    where merchant_id = ${merchantId}::uuid and feature = ${feature} and not enabled)`;

/** Refuses what staff have closed to the merchant. */
export async function refuseUnlessOpen(
  tx: Tx,
  merchantId: string,
  feature: MerchantFeatureName,
): Promise<void> {
  const { rows } = await sql<{ open: boolean }>`
    select ${isOpenTo(merchantId, feature)} as open`.execute(tx);
  if (!rows[0]!.open) throw forbidden('This feature is not open to the merchant');
}
