import { sql } from 'kysely';
import { counting, thresholdsFor } from '../../domain/approvals/thresholds.ts';
import { auditRowsOf } from '../../domain/personal-data/audit.ts';
import { changesOf, keptUntil, ofCustomer } from '../../domain/personal-data/erase.ts';
import { heldOf } from '../../domain/personal-data/export.ts';
import { permitOf } from '../../domain/personal-data/permits.ts';
import type { Found } from '../../domain/personal-data/search.ts';
import { rowsThatStay } from '../../domain/personal-data/stays.ts';
import { audit } from '../../platform/audit.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { forbidden, notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Services } from '../../platform/services.ts';

interface Erasure {
  createdDate: string;
  createdBy: string;
  reason: string;
  checkedDate: string | null;
  found: Found[] | null;
  keptUntil: string | null;
}

const wire = (instant: string | null) => (instant ? new Date(instant).toISOString() : null);

async function insistOnCustomer(db: Db, id: string): Promise<void> {
  const { rows } = await sql`select from customers where id = ${id}`.execute(db);
  if (!rows.length) throw notFound();
}

const erasuresOf = async (db: Db, id: string) =>
  (
    await sql<Erasure>`
      select created_date as "createdDate", created_by as "createdBy", reason,
        checked_date as "checkedDate", found, kept_until as "keptUntil"
      from erasures where customer_id = ${id} order by created_date desc`.execute(db)
  ).rows.map((one) => ({
    ...one,
    createdDate: wire(one.createdDate)!,
    checkedDate: wire(one.checkedDate),
    keptUntil: wire(one.keptUntil),
  }));

/** Others of the same address: they may be the same person, and are erased one by one. */
const othersOf = async (db: Db, id: string) =>
  (
    await sql<{ id: string; name: string }>`
      select o.id, o.first_name || ' ' || o.last_name as name from customers c
      join customers o on lower(o.email) = lower(c.email) and o.id <> c.id
      where c.id = ${id} order by o.created_date limit 20`.execute(db)
  ).rows;

export function personalDataHandlers(
  services: Services,
): Handlers<'GET /api/personal-data/{id}' | 'GET /api/personal-data/{id}/preview'> {
  const { database, now } = services;
  return {
    'GET /api/personal-data/{id}': async ({ actor, params: { id } }) => {
      const some = counting(await thresholdsFor(services, actor), 'EXPORT', null);
      return database.transaction('all', async (tx: Tx) => {
        await insistOnCustomer(tx, id);
        const permit = await permitOf(tx, actor, id, 'EXPORT');
        // who was agreed with may, for a while
        if (!permit && some.length)
          throw forbidden('A second person has to agree to the export first');
        const tables = await heldOf(tx, services, id);
        await audit(tx, actor, {
          action: 'EXPORT_PERSONAL_DATA',
          entityType: 'CUSTOMER',
          entityId: id,
          merchantId: null,
          result: 'SUCCESS',
          details: {
            ...(permit && { reason: permit.reason }),
            rows: Object.fromEntries(
              Object.entries(tables).map(([name, rows]) => [name, rows.length]),
            ),
          },
        });
        return { customerId: id, madeDate: now().toISOString(), tables };
      });
    },
    'GET /api/personal-data/{id}/preview': ({ actor, params: { id } }) =>
      database.transaction('all', async (tx: Tx) => {
        await insistOnCustomer(tx, id);
        const of = await ofCustomer(tx, services, id);
        return {
          changes: await changesOf(tx, of),
          auditRows: (await auditRowsOf(tx, of)).length,
          stays: await rowsThatStay(tx, of),
          keptUntil: wire(await keptUntil(tx, of)),
          others: await othersOf(tx, id),
          exportUntil: wire((await permitOf(tx, actor, id, 'EXPORT'))?.until ?? null),
          erasures: await erasuresOf(tx, id),
        };
      }),
  };
}
