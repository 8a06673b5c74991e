import { cut } from '@paydesk/contract/kernel/texts.ts';
import { createWriteStream, rmSync } from 'node:fs';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { ImportKind, RowVerdict } from '@paydesk/contract/imports.ts';
import type { Database, Tx } from '../../platform/db/database.ts';
import { checkRow, type Row } from './check.ts';
import { readRows } from './read.ts';
import type { By } from './rows.ts';
import { unrun } from '../../platform/sheets.ts';
import { withoutDeadlock } from '../../platform/db/deadlocks.ts';
import { writeRows } from './write.ts';

/** Rows of one transaction, and how many transactions are under way at once. */
const BATCH = 4000;
const LANES = 3;

export interface Outcome {
  rows: number;
  created: number;
  changed: number;
  unchanged: number;
  refused: number;
  /** Beside the file, where rows were refused. */
  report: string | null;
}

interface Asked {
  kind: ImportKind;
  path: string;
  by: By;
  /** Everything is tried, and nothing stays. */
  dryRun: boolean;
  now: Date;
}

class NothingStays extends Error {}

/** Brings a file in; what was refused stands beside it by line, field and reason. */
export async function importFile(database: Database, asked: Asked): Promise<Outcome> {
  const report = openReport(`${asked.path}.refused.csv`);
  const outcome: Outcome = {
    rows: 0,
    created: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    report: null,
  };
  try {
    if (asked.dryRun)
      await database
        .longTransaction(async (tx) => {
          await passes(asked, outcome, report, (work) => work(tx), 1);
          throw new NothingStays();
        })
        .catch((error: unknown) => {
          if (!(error instanceof NothingStays)) throw error;
        });
    else
      await passes(
        asked,
        outcome,
        report,
        (work) => withoutDeadlock(() => database.transaction('all', work)),
        LANES,
      );
  } finally {
    outcome.report = await report.close();
  }
  return outcome;
}

interface Numbered {
  line: number;
  row: Row;
}

const givesBack = (value: unknown) =>
  typeof value === 'object' && Boolean((value as { refundOf?: unknown } | null)?.refundOf);

type Inside = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Once for all that refers to nothing of its own kind, and once more for what gives money back. */
async function passes(
  asked: Asked,
  outcome: Outcome,
  report: Report,
  inside: Inside,
  lanes: number,
): Promise<void> {
  const { kind, path, by, now } = asked;
  const write = async (batch: readonly Numbered[]) => {
    const rows = batch.map(({ row }) => row);
    // told of once it stands: a batch may be written anew
    const verdicts = await inside((tx) => writeRows(tx, by, kind, rows));
    for (const [at, { verdict, errors }] of verdicts.entries()) {
      const { line, row } = batch[at]!;
      outcome[verdict.toLowerCase() as Lowercase<RowVerdict>]++;
      for (const error of errors) await report.write(line, row.externalId, error);
    }
  };
  let back = false;
  for (const later of [false, true]) {
    if (later && !back) break;
    const under = new Set<Promise<void>>();
    let failed: unknown = null;
    const send = async (batch: readonly Numbered[]) => {
      const one = write(batch)
        .catch((error: unknown) => {
          failed ??= error;
        })
        .finally(() => under.delete(one));
      under.add(one);
      const [oldest] = under;
      if (under.size >= lanes) await oldest;
      if (failed) throw failed;
    };
    let batch: Numbered[] = [];
    for await (const read of readRows(kind, path)) {
      const gives = 'value' in read && givesBack(read.value);
      if (!later) outcome.rows++;
      back ||= gives;
      if (gives !== later) continue;
      const checked =
        'problem' in read
          ? [{ field: 'row', message: read.problem }]
          : checkRow(kind, read.value, { now, encryption: by.encryption });
      if (Array.isArray(checked)) {
        outcome.refused++;
        const given = 'value' in read ? (read.value as { externalId?: unknown } | null) : null;
        for (const error of checked) await report.write(read.line, given?.externalId, error);
        continue;
      }
      batch.push({ line: read.line, row: checked });
      if (batch.length < BATCH) continue;
      await send(batch);
      batch = [];
    }
    if (batch.length) await send(batch);
    await Promise.all(under);
    if (failed) throw failed;
  }
}

interface Report {
  write(line: number, id: unknown, error: { field: string; message: string }): Promise<void>;
  /** Its path, or null where there was nothing to write. */
  close(): Promise<string | null>;
}

/** As no program takes it for a formula. */
const cell = (value: unknown) => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return `"${unrun(cut(text, 200)).replaceAll('"', '""')}"`;
};

/** As CSV; made when there is something to say. */
function openReport(path: string): Report {
  rmSync(path, { force: true });
  let stream: ReturnType<typeof createWriteStream> | null = null;
  return {
    async write(line, id, { field, message }) {
      if (!stream) {
        stream = createWriteStream(path);
        stream.write('line,externalId,field,message\r\n');
      }
      const row = [line, cell(id), cell(field), cell(message)].join(',');
      if (!stream.write(`${row}\r\n`)) await once(stream, 'drain');
    },
    async close() {
      if (!stream) return null;
      stream.end();
      await finished(stream);
      return path;
    },
  };
}
