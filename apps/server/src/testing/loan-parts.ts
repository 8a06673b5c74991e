import { randomUUIDv7 } from 'node:crypto';
import type { TestServer } from './server.ts';

/** What stands below a loan that lives: where it was applied for, its papers, and what is to be paid. */
export async function insertLoanParts(server: TestServer, loan: string): Promise<void> {
  const each = (statement: string, ...values: unknown[]) =>
    server.pool.query(statement, [randomUUIDv7(), loan, ...values]);
  // in place of what a loan of the demo has
  for (const statement of [
    'update offers set application_id = null where consumer_credit_id = $1',
    'update signatures set document_id = null where consumer_credit_id = $1',
    ...['loan_operations', 'loan_applications', 'loan_documents', 'loan_instalments'].map(
      (table) => `delete from ${table} where consumer_credit_id = $1`,
    ),
  ])
    await server.pool.query(statement, [loan]);
  const { rows: lenders } = await server.pool.query<{ id: string }>(
    'select id from financing_institutions order by code limit 2',
  );
  for (const [nth, status] of (['OFFERED', 'DECLINED'] as const).entries())
    await each(
      `insert into loan_applications (id, consumer_credit_id, merchant_id, financing_institution_id,
         status, reject_reason, created_date, decided_date)
       select $1, id, merchant_id, $3, $4, $5, created_date, created_date + interval '1 hour'
       from consumer_credits where id = $2`,
      lenders[nth]!.id,
      status,
      status === 'DECLINED' ? 'Too little is left of the income' : null,
    );
  for (const kind of ['SECCI', 'AGREEMENT'])
    await each(
      `insert into loan_documents (id, consumer_credit_id, merchant_id, kind, financing_product_id, sha256,
         bytes, content_type, created_date, consented_date)
       select $1, id, merchant_id, $3::text,
         case when $3::text = 'SECCI' then (select id from financing_products order by code limit 1) end,
         encode(sha256($3::text::bytea), 'hex'), $3::text::bytea, 'application/pdf', created_date, created_date
       from consumer_credits where id = $2`,
      kind,
    );
  for (const [number, status] of [
    [1, 'PAID'],
    [2, 'OVERDUE'],
    [3, 'DUE'],
  ] as const)
    await each(
      `insert into loan_instalments (id, consumer_credit_id, merchant_id, number, due_date,
         amount_cents, interest_cents, principal_cents, paid_cents, paid_date, status)
       select $1, id, merchant_id, $3::int, (created_date + $3::int * interval '1 month')::date, 1050, 50, 1000,
         case when $4::text = 'PAID' then 1050 else 0 end,
         case when $4::text = 'PAID' then (created_date + interval '1 month')::date end, $4::text
       from consumer_credits where id = $2`,
      number,
      status,
    );
}
