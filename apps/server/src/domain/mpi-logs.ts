import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Authentication } from '../gateways/acquirer.ts';
import { masked } from '../platform/card-numbers.ts';
import type { Tx } from '../platform/db/database.ts';

/** The 3-D Secure messages of a payment, each once however often the acquirer tells of them (AT-06). */
export async function noteMessages(
  tx: Tx,
  { id, merchant_id }: { id: string; merchant_id: string },
  { messages, eci, xid }: Authentication,
): Promise<void> {
  for (const { type, result, payload } of messages) {
    const text = masked(payload) as string;
    await sql`
      insert into mpi_logs (id, transaction_id, merchant_id, message_type, eci, result, xid, payload, created_date)
      select ${randomUUIDv7()}::uuid, ${id}::uuid, ${merchant_id}::uuid, ${type}::text, ${eci}::text,
        ${result}::text, ${xid}::text, ${text}::text, clock_timestamp()
      where not exists (select from mpi_logs where transaction_id = ${id} and merchant_id = ${merchant_id}
        and message_type = ${type} and payload = ${text})`.execute(tx);
  }
}
