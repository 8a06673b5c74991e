import { once } from 'node:events';
import { from as copyFrom } from 'pg-copy-streams';
import type { ClientBase } from 'pg';
import { BULK_TABLES, snakeCase, tableName, type TableKey, type Tables } from './tables.ts';

const CHUNK_BYTES = 256 * 1024;
/** No letter takes more. */
const BYTES_OF_A_LETTER = 3;

interface Held {
  columns: string[];
  keys: string[];
  full: Buffer[];
  open: Buffer;
  used: number;
}

/** Rows as COPY's text format, gathered by table until they are sent. */
export class RowBuffer {
  readonly #tables = new Map<TableKey, Held>();
  /** Bytes in here. */
  bytes = 0;

  add<K extends TableKey>(table: K, row: Tables[K]): void {
    let held = this.#tables.get(table);
    if (!held) {
      const keys = Object.keys(row);
      const open = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      held = { keys, columns: keys.map(snakeCase), full: [], open, used: 0 };
      this.#tables.set(table, held);
    }
    const values = row as unknown as Record<string, unknown>;
    let line = '';
    for (const key of held.keys) line += (line === '' ? '' : '\t') + field(values[key]);
    const most = line.length * BYTES_OF_A_LETTER + 1;
    if (held.used + most > held.open.length) {
      held.full.push(held.open.subarray(0, held.used));
      // a document may be longer than all that
      held.open = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, most));
      held.used = 0;
    }
    const written = held.open.write(`${line}\n`, held.used);
    held.used += written;
    this.bytes += written;
  }

  /** Sends everything, table by table: one connection carries one COPY at a time. */
  async send(client: ClientBase): Promise<void> {
    for (const [table, { columns, full, open, used }] of this.#tables) {
      const freeze = BULK_TABLES.includes(table) ? '(freeze)' : '';
      const stream = client.query(
        copyFrom(`copy ${tableName(table)} (${columns.join(', ')}) from stdin ${freeze}`),
      );
      const finished = new Promise<void>((resolve, reject) => {
        stream.on('finish', resolve).on('error', reject);
      });
      finished.catch(() => {});
      for (const chunk of [...full, open.subarray(0, used)]) {
        if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), finished]);
      }
      stream.end();
      await finished;
    }
  }
}

const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  switch (typeof value) {
    case 'string':
      return escape(value);
    case 'object':
      if (value instanceof Date) return isoText(value);
      if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
      if (Array.isArray(value)) return escape(`{${value.map((item) => `"${item}"`).join(',')}}`);
      return escape(JSON.stringify(value));
    default:
      return String(value);
  }
}

function escape(text: string): string {
  return SPECIAL.test(text)
    ? text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!)
    : text;
}

let lastDate: Date | undefined;
let lastText = '';

/** One date stands in several rows that follow each other. */
function isoText(date: Date): string {
  if (date !== lastDate) {
    lastDate = date;
    lastText = date.toISOString();
  }
  return lastText;
}
