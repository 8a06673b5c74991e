import { once } from 'node:events';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { sql } from 'kysely';
import type { Database } from './db/database.ts';
import type { Services } from './services.ts';
import type { Repeating } from './tasks.ts';

/**
 * Hands the audit log to a collector, seal by seal, in their order and at least once: what was taken is noted
 * after it was taken, and a row that comes twice has the same id. Rows that no seal holds yet wait for theirs.
 */

const SEALS_A_RUN = 50;
const PATIENCE_MS = 30_000;
/** RFC 5424: log audit; informational, or warning where it failed or was refused. */
const INFORMATIONAL = 13 * 8 + 6;
const WARNING = 13 * 8 + 4;
const ENTERPRISE = 'paydesk@32473';

interface Row {
  seal: string;
  id: string;
  date: string;
  userId: string | null;
  user: string | null;
  application: string | null;
  action: string;
  entityType: string;
  entityId: string | null;
  merchantId: string | null;
  address: string | null;
  result: string;
  details: unknown;
}

type Send = (rows: readonly Row[]) => Promise<void>;

/** The next seal after that one, and its rows in their order. */
async function nextSeal(database: Database, after: bigint): Promise<[bigint, Row[]] | null> {
  const { rows: seals } = await sql<{ number: bigint }>`
    select number from audit_seals where number > ${after} order by number limit 1`.execute(
    database.kysely,
  );
  const [seal] = seals;
  if (!seal) return null;
  const { rows } = await sql<Row>`
    select s.number::text as seal, a.id, a.created_date as date, a.user_id as "userId",
      a.user_name as "user", a.application, a.action, a.entity_type as "entityType",
      a.entity_id as "entityId", a.merchant_id as "merchantId", a.address, a.result, a.details
    from audit_seals s cross join lateral unnest(s.ids) with ordinality as one (id, nth)
    join audit_logs a on a.id = one.id
    where s.number = ${seal.number} order by one.nth`.execute(database.kysely);
  return [seal.number, rows];
}

/** As JSON lines to an address: any 2xx has taken all of them. */
const byHttp =
  (url: string, token: string | undefined): Send =>
  async (rows) => {
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        'content-type': 'application/x-ndjson',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
  };

/** One message of RFC 5424, its length before it (RFC 6587, RFC 5425). */
export function syslogMessage(row: Row, host: string): string {
  const priority = row.result === 'SUCCESS' || row.result === 'PENDING' ? INFORMATIONAL : WARNING;
  const name = row.action.replaceAll(/[^!-~]/g, '').slice(0, 32) || '-';
  const data = `[${ENTERPRISE} seal="${row.seal}" id="${row.id}"]`;
  const text = `<${priority}>1 ${row.date} ${host} paydesk - ${name} ${data} \uFEFF${JSON.stringify(row)}`;
  return `${Buffer.byteLength(text)} ${text}`;
}

/** Over a connection for each seal: it is taken once the other side has closed after our end. */
const bySyslog =
  ({ protocol, hostname: to, port }: URL): Send =>
  async (rows) => {
    const secure = protocol === 'syslog+tls:';
    const at = { host: to.replace(/^\[|\]$/g, ''), port: Number(port) };
    const socket = secure ? connectTls({ ...at, servername: at.host }) : connect(at);
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      await once(socket, secure ? 'secureConnect' : 'connect', { signal });
      const ended = once(socket, 'end', { signal });
      socket.resume();
      const host = hostname().replaceAll(/[^!-~]/g, '') || '-';
      socket.end(rows.map((row) => syslogMessage(row, host)).join(''));
      await ended;
    } finally {
      socket.destroy();
    }
  };

/** Null where no collector is named. */
export function pushAudit({
  config: { AUDIT_COLLECTOR: url, AUDIT_COLLECTOR_TOKEN: token },
  database,
}: Pick<Services, 'config' | 'database'>): Repeating | null {
  if (!url) return null;
  const to = new URL(url);
  const send = to.protocol.startsWith('syslog') ? bySyslog(to) : byHttp(url, token);
  return {
    name: 'push-audit',
    everyMs: 5000,
    async run(stopping) {
      let processed = 0;
      for (let nth = 0; nth < SEALS_A_RUN; nth++) {
        if (stopping?.aborted) break;
        const { rows: at } = await sql<{ seal: bigint }>`select seal from audit_push`.execute(
          database.kysely,
        );
        const next = await nextSeal(database, at[0]?.seal ?? 0n);
        if (!next) break;
        const [seal, rows] = next;
        if (rows.length) await send(rows);
        await sql`insert into audit_push (seal, pushed_date) values (${seal}, now())
          on conflict (single) do update set seal = excluded.seal, pushed_date = excluded.pushed_date`.execute(
          database.kysely,
        );
        processed += rows.length;
      }
      return { processed, failed: 0 };
    },
  };
}
