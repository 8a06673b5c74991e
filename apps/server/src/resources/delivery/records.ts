import {
  deliveryCompany,
  deliveryMethod,
  pickupPoint,
} from '@paydesk/contract/resources/delivery/lists.ts';
import { changes } from '../../platform/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import { holdRow } from '../../platform/db/rows.ts';
import { invalid } from '../../platform/errors.ts';
import { defineRecord } from '../../platform/record.ts';
import {
  COMPANIES,
  deliveryCompaniesList,
  deliveryMethodsList,
  METHODS,
  pickupPointsList,
} from './lists.ts';

const written = (alias: string) => ({
  createdBy: `${alias}.created_by`,
  updatedDate: `${alias}.updated_date`,
  updatedBy: `${alias}.updated_by`,
});

type Ids = readonly string[];

/** Which methods a company offers from now on: those that are there, and stay while this is written. */
async function offer(tx: Tx, companyId: string, ids: Ids): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insertInto('delivery_company_methods')
    .values(ids.map((methodId) => ({ company_id: companyId, method_id: methodId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Each once, and none that is not there; held until the transaction ends. */
async function methodsOf(tx: Tx, given: Ids | null | undefined): Promise<Ids> {
  const ids = [...new Set((given ?? []).map((id) => id.toLowerCase()))].sort();
  if (ids.length === 0) return ids;
  for (const id of ids) await holdRow(tx, 'delivery_methods', id);
  const found = await tx
    .selectFrom('delivery_methods')
    .select('id')
    .where('id', 'in', ids)
    .execute();
  if (found.length < ids.length) throw invalid('methodIds', 'There is no such method');
  return ids;
}

/** What the history says of the methods: by their names. */
async function named(tx: Tx, ids: Ids): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('delivery_methods')
    .select('name')
    .where('id', 'in', ids)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** One company with the methods that it offers (API-118, API-119). */
export const deliveryCompanyRecord = defineRecord({
  record: deliveryCompany,
  list: deliveryCompaniesList,
  table: 'delivery_companies',
  into: (tx) => tx.insertInto('delivery_companies'),
  columns: { ...written('c'), methodIds: `array(${METHODS} order by 1)` },
  actions: {
    'POST /api/delivery/companies': async ({ tx, id, values, stored }) => {
      const methods = await methodsOf(tx, values.methodIds);
      const told = { ...stored, methodIds: await named(tx, methods) };
      return {
        set: stored,
        details: { changes: changes<object>({}, told) },
        besides: () => offer(tx, id, methods),
      };
    },
    'PUT /api/delivery/companies/{id}': async ({ tx, id, row, before, values, stored }) => {
      if (values.methodIds === undefined) return { set: stored };
      const methods = await methodsOf(tx, values.methodIds);
      const was = await named(tx, before.methodIds);
      await tx
        .deleteFrom('delivery_company_methods')
        .where('company_id', '=', id)
        .$if(methods.length > 0, (query) => query.where('method_id', 'not in', methods))
        .execute();
      await offer(tx, id, methods);
      const [old, now] = [
        { ...row, methodIds: was },
        { ...stored, methodIds: await named(tx, methods) },
      ];
      return { set: stored, details: { changes: changes<object>(old, now) } };
    },
    'DELETE /api/delivery/companies/{id}': () => ({}),
  },
});

/** One method; how much hangs on it is counted. */
export const deliveryMethodRecord = defineRecord({
  record: deliveryMethod,
  list: deliveryMethodsList,
  table: 'delivery_methods',
  into: (tx) => tx.insertInto('delivery_methods'),
  columns: {
    ...written('m'),
    companies: `(select count(*) from (${COMPANIES}) offering)`,
    points: '(select count(*) from pickup_points where pickup_points.method_id = m.id)',
    merchants: `(select count(distinct merchant_id) from merchant_delivery_methods
      where merchant_delivery_methods.delivery_method_id = m.id)`,
  },
  actions: {
    'POST /api/delivery/methods': ({ stored }) => ({ set: stored }),
    'PUT /api/delivery/methods/{id}': ({ stored }) => ({ set: stored }),
    'DELETE /api/delivery/methods/{id}': () => ({}),
  },
});

/** One pickup point of a method (API-122, API-123). */
export const pickupPointRecord = defineRecord({
  record: pickupPoint,
  list: pickupPointsList,
  table: 'pickup_points',
  into: (tx) => tx.insertInto('pickup_points'),
  columns: {},
  actions: {
    'POST /api/delivery/methods/{id}/pickup-points': ({ stored }) => ({ set: stored }),
    'PUT /api/delivery/methods/{id}/pickup-points/{pointId}': ({ stored }) => ({ set: stored }),
    'DELETE /api/delivery/methods/{id}/pickup-points/{pointId}': () => ({}),
  },
});
