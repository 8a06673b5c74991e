import { createReadStream } from 'node:fs';
import { IMPORTS, type ImportKind } from '@paydesk/contract/imports.ts';
import type { Fields } from '@paydesk/contract/kernel/fields.ts';
import { CannotStart } from '../../platform/cannot-start.ts';
import { fromText } from './check.ts';

/** A record of a file and the line that it begins in; or why it can't be read. */
export type Read = { line: number; value: unknown } | { line: number; problem: string };

/** A record that is longer is no row, but a quote that nobody closed. */
const LONGEST = 64 * 1024;

/** The file record by record, in as much memory as the longest of them takes. */
export async function* readRows(kind: ImportKind, path: string): AsyncGenerator<Read> {
  if (/\.csv$/i.test(path)) yield* readCsv(IMPORTS[kind], path);
  else yield* readLines(path);
}

async function* chunks(path: string): AsyncGenerator<string> {
  let first = true;
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 18 })) {
    yield first ? (chunk as string).replace(/^\ufeff/, '') : (chunk as string);
    first = false;
  }
}

/** The lines of a file; null in the place of one that is too long. */
async function* lines(path: string): AsyncGenerator<{ line: number; text: string | null }> {
  let rest = '';
  let line = 1;
  let tooLong = false;
  for await (const chunk of chunks(path)) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop()!;
    for (const text of parts) {
      yield { line, text: tooLong || text.length > LONGEST ? null : text };
      tooLong = false;
      line++;
    }
    if (rest.length > LONGEST) [tooLong, rest] = [true, ''];
  }
  if (rest || tooLong) yield { line, text: tooLong ? null : rest };
}

/** NDJSON: a line a row; empty lines say nothing. */
async function* readLines(path: string): AsyncGenerator<Read> {
  for await (const { line, text } of lines(path)) {
    if (text === null) yield { line, problem: 'The row is longer than 64 KB' };
    else if (text.trim()) yield parsed(line, text);
  }
}

function parsed(line: number, text: string): Read {
  try {
    return { line, value: JSON.parse(text) };
  } catch {
    return { line, problem: 'The line is no JSON' };
  }
}

/** CSV as RFC 4180 has it, with a head of the fields' names; commas or semicolons, whichever the head has. */
async function* readCsv(fields: Fields, path: string): AsyncGenerator<Read> {
  let head: string[] | null = null;
  for await (const record of records(path)) {
    if ('problem' in record) {
      yield record;
      continue;
    }
    const { cells, line } = record;
    if (!head) {
      const unknown = cells.find((name) => !Object.hasOwn(fields, name.trim()));
      if (unknown !== undefined)
        throw new CannotStart(
          `The head of the file names ${unknown || 'a column without a name'}; there are ${Object.keys(fields).join(', ')}`,
        );
      head = cells.map((name) => name.trim());
      if (new Set(head).size < head.length)
        throw new CannotStart('The head of the file names a column twice');
      continue;
    }
    if (cells.length === 1 && cells[0] === '') continue;
    if (cells.length !== head.length) {
      yield { line, problem: `The row has ${cells.length} columns, the head has ${head.length}` };
      continue;
    }
    const value = Object.fromEntries(
      head.map((name, at) => [name, fromText(fields[name]!, cells[at]!)]),
    );
    yield { line, value };
  }
}

type Cells = { line: number; cells: string[] } | { line: number; problem: string };

/** Lines until their quotes are closed; a quote that nobody closes costs its own line alone. */
async function* records(path: string): AsyncGenerator<Cells> {
  let separator: string | null = null;
  let open: { line: number; text: string }[] = [];
  let length = 0;
  let quotes = 0;
  const take = function* (line: number, text: string): Generator<Cells> {
    open.push({ line, text });
    length += text.length;
    quotes += text.includes('"') ? text.split('"').length - 1 : 0;
    if (quotes % 2 && length <= LONGEST) return;
    yield* end();
  };
  /** What is open ends here: as a record, or its first line as none and the others anew. */
  const end = function* (): Generator<Cells> {
    const [{ line }, ...others] = open as [(typeof open)[0], ...typeof open];
    const whole = open
      .map(({ text }) => text)
      .join('\n')
      .replace(/\r$/, '');
    const problem =
      length > LONGEST
        ? 'The row is longer than 64 KB'
        : quotes % 2
          ? 'A quote is not closed'
          : null;
    [open, length, quotes] = [[], 0, 0];
    if (problem) {
      yield { line, problem };
      for (const other of others) yield* take(other.line, other.text);
      return;
    }
    separator ??= whole.includes(';') && !whole.includes(',') ? ';' : ',';
    yield { line, cells: cellsOf(whole, separator) };
  };
  for await (const { line, text } of lines(path))
    yield* take(line, text ?? '"'.repeat(LONGEST + 1));
  while (open.length) yield* end();
}

function cellsOf(record: string, separator: string): string[] {
  if (!record.includes('"')) return record.split(separator);
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < record.length; at++) {
    const character = record[at]!;
    if (quoted) {
      if (character !== '"') cell += character;
      else if (record[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === separator) {
      cells.push(cell);
      cell = '';
    } else cell += character;
  }
  return [...cells, cell];
}
