import { checkField } from '@paydesk/contract/kernel/fields.ts';
import type { LoadReport } from '@paydesk/contract/kernel/loads.ts';
import { parse } from 'csv-parse';
import { Refusal } from './errors.ts';

/** A row of a file by the names of its head, in small letters, and the line it begins in. */
export interface FileRow {
  line: number;
  values: Readonly<Record<string, string>>;
}

const MOST_TOLD = 100;
const LONGEST_ROW = 256 * 1024;

/** The rows of a CSV file with a head, as it comes; what is no such file is a 400 by its line. */
export async function* rowsOf(file: AsyncIterable<Buffer>): AsyncIterable<FileRow> {
  let head: string[] | undefined;
  for await (const { line, cells } of cellsOf(file)) {
    if (head) yield { line, values: named(head, cells) };
    else head = headOf(cells);
  }
}

export const headOf = (cells: readonly string[]) => cells.map((name) => name.trim().toLowerCase());

export const named = (head: readonly string[], cells: readonly string[]) =>
  Object.fromEntries(head.map((name, at) => [name, cells[at] ?? '']));

/** Its rows cell by cell, head and all, by comma or semicolon, whichever its first line has more of. */
export async function* cellsOf(
  file: AsyncIterable<Buffer>,
): AsyncIterable<{ line: number; cells: string[] }> {
  const chunks = file[Symbol.asyncIterator]();
  const begun: Buffer[] = [];
  for (;;) {
    const { value, done } = await chunks.next();
    if (done) break;
    begun.push(value);
    if (value.includes(10) || begun.length > 16) break;
  }
  const [first = ''] = Buffer.concat(begun).toString('utf8').split('\n');
  const delimiter = first.split(';').length > first.split(',').length ? ';' : ',';
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: LONGEST_ROW,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  });
  // what goes wrong on either side ends the other
  const fed = feed(parser, begun, chunks);
  fed.catch(() => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>)
      yield { line: info.lines, cells: record };
  } catch (error) {
    const { code, lines } = error as { code?: string; lines?: number };
    if (!code?.startsWith('CSV_')) throw error;
    throw new Refusal('VALIDATION_FAILURE', [
      { field: `line ${lines ?? 1}`, message: 'This is no row of a CSV file' },
    ]);
  }
  await fed;
}

async function feed(
  parser: ReturnType<typeof parse>,
  begun: readonly Buffer[],
  chunks: AsyncIterator<Buffer>,
) {
  try {
    const rest = { [Symbol.asyncIterator]: () => chunks };
    for (const part of [begun, rest])
      for await (const chunk of part) {
        if (parser.write(chunk)) continue;
        await new Promise<void>((go) => {
          const on = () => {
            parser.off('drain', on).off('close', on);
            go();
          };
          parser.on('drain', on).on('close', on);
        });
      }
    parser.end();
  } catch (error) {
    parser.destroy(error as Error);
    throw error;
  }
}

/** A cell that came in another encoding than UTF-8, or with signs that stand in no line. */
// oxlint-disable-next-line no-control-regex
export const isGarbled = (text: string): boolean => /[\u0000-\u001f\ufffd]/.test(text);

/** Null, or why a cell is not kept: what a form's field refuses gets in by no file either. */
export function whyNotText(label: string, text: string, maxLength: number): string | null {
  if (isGarbled(text)) return `${label} must be text in UTF-8`;
  const refused = checkField({ label, kind: 'text', maxLength }, text);
  return refused && `${label}: ${refused}`;
}

/** Counts what is refused of a file, and tells the first of it by the line. */
export class Refusals {
  count = 0;
  readonly told: { line: number; message: string }[] = [];

  add(line: number, message: string): void {
    this.count++;
    if (this.told.length < MOST_TOLD) this.told.push({ line, message });
  }

  /** What the file came to; refuses one with bad rows that is to be loaded, unless they are to be left out. */
  report(rows: number, how: LoadHow): Omit<LoadReport, 'replaced'> {
    const good = rows - this.count;
    const refusals = this.told.toSorted((one, other) => one.line - other.line);
    const errors = refusals.map(({ line, message }) => ({ field: `line ${line}`, message }));
    if (!how.check && this.count && !how.skipRefused)
      throw new Refusal('VALIDATION_FAILURE', errors);
    if (!how.check && !good)
      throw new Refusal('VALIDATION_FAILURE', [
        ...errors,
        { field: 'file', message: 'There is no row in the file that can be loaded' },
      ]);
    return { rows, good, refused: this.count, refusals };
  }
}

export interface LoadHow {
  check: boolean;
  skipRefused: boolean;
}
