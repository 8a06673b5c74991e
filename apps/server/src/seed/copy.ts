import { once } from 'node:events';
import { from as copyFrom } from 'pg-copy-streams';
import type { ClientBase } from 'pg';
import { snakeCase, tableName, type TableKey, type Tables } from './tables.ts';

/** Rows as COPY's text format, gathered by table until they are sent. */
export class RowBuffer {
  readonly #tables = new Map<TableKey, { columns: string[]; keys: string[]; parts: string[] }>();
  /** Rows in here. */
  rows = 0;

  add<K extends TableKey>(table: K, row: Tables[K]): void {
    let held = this.#tables.get(table);
    if (!held) {
      const keys = Object.keys(row);
      held = { keys, columns: keys.map(snakeCase), parts: [] };
      this.#tables.set(table, held);
    }
    const values = row as unknown as Record<string, unknown>;
    let line = '';
    for (const key of held.keys) line += (line ? '\t' : '') + field(values[key]);
    held.parts.push(line);
    this.rows++;
  }

  /** Sends everything, table by table: one connection carries one COPY at a time. */
  async send(client: ClientBase): Promise<void> {
    for (const [table, { columns, parts }] of this.#tables) {
      const stream = client.query(
        copyFrom(`copy ${tableName(table)} (${columns.join(', ')}) from stdin`),
      );
      const finished = new Promise<void>((resolve, reject) => {
        stream.on('finish', resolve).on('error', reject);
      });
      finished.catch(() => {});
      for (let at = 0; at < parts.length; at += LINES_AT_ONCE) {
        const text = `${parts.slice(at, at + LINES_AT_ONCE).join('\n')}\n`;
        if (!stream.write(text)) await Promise.race([once(stream, 'drain'), finished]);
      }
      stream.end();
      await finished;
    }
  }
}

const LINES_AT_ONCE = 256;
const SPECIAL = /[\\\n\r\t]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function field(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  switch (typeof value) {
    case 'string':
      return escape(value);
    case 'object':
      if (value instanceof Date) return value.toISOString();
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
