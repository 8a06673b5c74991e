import type { Client } from 'pg';
import { onClient } from '../client.ts';
import { placeOf } from './log-stream.ts';

const SLOT = 'paydesk_archive';

/** What PostgreSQL keeps of its log for the archive, as it stands. */
export interface LogSlot {
  name: string;
  timeline: number;
  /** Where the log ends. */
  end: bigint;
  /** From where on it is kept; null: it is not. */
  kept: bigint | null;
  /** Makes it anew, and gives from where on the log is kept. */
  make(): Promise<bigint>;
  drop(): Promise<void>;
}

interface Row {
  timeline: number;
  end: string;
  kept: string | null;
}

/** Of the cluster at an address of its owner, who may replicate. */
export async function logSlot(ownerUrl: string): Promise<LogSlot> {
  const { rows } = await onClient(ownerUrl, (client) =>
    client.query<Row>(
      `select (select timeline_id from pg_control_checkpoint()) as timeline,
         pg_current_wal_flush_lsn()::text as end,
         (select restart_lsn::text from pg_replication_slots
          where slot_name = '${SLOT}' and wal_status <> 'lost') as kept`,
    ),
  );
  const { timeline, end, kept } = rows[0]!;
  return {
    name: SLOT,
    timeline,
    end: placeOf(end),
    kept: kept === null ? null : placeOf(kept),
    make: () =>
      onClient(ownerUrl, async (client) => {
        await dropSlot(client);
        const made = await client.query<{ from: string }>(
          `select lsn::text as from from pg_create_physical_replication_slot('${SLOT}', true)`,
        );
        return placeOf(made.rows[0]!.from);
      }),
    drop: () => dropLogSlot(ownerUrl),
  };
}

/** Where the log ends, and since when at the latest: what was committed by then lies before it. */
export interface LogEnd {
  end: bigint;
  at: Date;
}

/** Asked for by a statement: what the stream says of itself when it is asked is only how far it has sent. */
export async function endOfLog(ownerUrl: string): Promise<LogEnd> {
  const { rows } = await onClient(ownerUrl, (client) =>
    client.query<{ at: Date; end: string }>(
      'select clock_timestamp() as at, pg_current_wal_flush_lsn()::text as end',
    ),
  );
  const { at, end } = rows[0]!;
  return { at, end: placeOf(end) };
}

/** Nothing is kept for an archive that nobody makes any more. */
export const dropLogSlot = (ownerUrl: string): Promise<void> => onClient(ownerUrl, dropSlot);

const dropSlot = async (client: Client) =>
  void (await client.query(
    `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '${SLOT}'`,
  ));
