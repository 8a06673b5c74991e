import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { IMPORTS, type ImportKind } from '@paydesk/contract/imports.ts';
import type { FieldError } from '@paydesk/contract/kernel/errors.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { Row } from './check.ts';

/** What a row names, by our ids. */
export interface Found {
  merchantId: string;
  customerId: string | null;
  purchaseId: string | null;
  originalId: string | null;
  institutionId: string | null;
}

/** For each row what it names, or what of that is not there. */
export async function find(
  tx: Tx,
  kind: ImportKind,
  rows: readonly Row[],
): Promise<(Found | { errors: FieldError[] })[]> {
  const named = (field: string) => {
    const texts = Object.hasOwn(IMPORTS[kind], field)
      ? rows.flatMap(({ values }) => (values[field] ? [String(values[field])] : []))
      : [];
    return [...new Set(texts)];
  };
  const merchants = await merchantsOf(tx, named('merchant'));
  const customers = await broughtIn(tx, 'customers', named('customer'));
  const purchases = await broughtIn(tx, 'purchases', named('purchase'));
  const originals = await broughtIn(tx, 'transactions', named('refundOf'));
  const institutions = await institutionsOf(tx, named('institution'));
  return rows.map(({ values }) => {
    const errors: FieldError[] = [];
    const one = (field: string, known: ReadonlyMap<string, string | null>, what: string) => {
      const text = values[field];
      if (!text) return null;
      const id = known.get(String(text));
      if (id) return id;
      const many = id === null;
      errors.push({
        field,
        message: many ? `Several ${what}s have this name` : `There is no such ${what}`,
      });
      return null;
    };
    const found = {
      merchantId: one('merchant', merchants, 'merchant') ?? '',
      customerId: one('customer', customers, 'customer'),
      purchaseId: one('purchase', purchases, 'purchase'),
      originalId: one('refundOf', originals, 'payment'),
      institutionId: one('institution', institutions, 'institution'),
    };
    return errors.length ? { errors } : found;
  });
}

/** By the id that they have where they come from. */
async function broughtIn(tx: Tx, kind: ImportKind, ids: readonly string[]) {
  if (!ids.length) return new Map<string, string>();
  const { rows } = await sql<{ external_id: string; id: string }>`
    select external_id, id from external_ids where kind = ${kind} and external_id = any(${ids})`.execute(
    tx,
  );
  return new Map(rows.map(({ external_id: external, id }) => [external, id]));
}

/** By id, number, the id that they came with, or name; null where several have the name. */
async function merchantsOf(tx: Tx, names: readonly string[]) {
  if (!names.length) return new Map<string, string | null>();
  const known = new Map<string, string | null>();
  const { rows } = await sql<{ id: string; number: string; name: string }>`
    select id, merchant_number::text as number, name from merchants
    where name = any(${names}) or id = any(${names.filter(isUuid)}::uuid[])
      or merchant_number = any(${names.filter((text) => /^\d{1,9}$/.test(text))}::int[])`.execute(
    tx,
  );
  for (const { id, name } of rows) known.set(name, known.has(name) ? null : id);
  for (const [external, id] of await broughtIn(tx, 'merchants', names)) known.set(external, id);
  for (const { id, number } of rows) known.set(number, id).set(id, id);
  for (const name of names) {
    const id = known.get(name.toLowerCase());
    if (isUuid(name) && id) known.set(name, id);
  }
  return known;
}

async function institutionsOf(tx: Tx, codes: readonly string[]) {
  if (!codes.length) return new Map<string, string>();
  const rows = await tx
    .selectFrom('financing_institutions')
    .select(['id', 'code'])
    .where('code', 'in', codes)
    .execute();
  return new Map(rows.map(({ id, code }) => [code, id]));
}
