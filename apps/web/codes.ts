import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Columns } from '../../packages/contract/src/kernel/columns.ts';
import { columnsOf, type AnyRecord } from '../../packages/contract/src/kernel/record.ts';
import type { CodeWords } from './src/ui/changes.ts';

const CONTRACT = join(import.meta.dirname, '../../packages/contract/src');

const isRecord = (value: unknown): value is AnyRecord =>
  typeof value === 'object' && value !== null && 'actions' in value && 'entity' in value;

/**
 * The words of every code that a record of the contract has, by its name in the audit log: of its columns, and of
 * what its actions are given. A screen that is about all records has them without the code of each.
 */
export async function codesOf(): Promise<Record<string, CodeWords>> {
  const found: Record<string, Record<string, Record<string, string>>> = {};
  for (const file of globSync('resources/**/*.ts', { cwd: CONTRACT }).toSorted()) {
    if (file.endsWith('.test.ts')) continue;
    const module = (await import(join(CONTRACT, file))) as Record<string, unknown>;
    for (const record of Object.values(module).filter(isRecord)) {
      const actions = Object.values(record.actions as AnyRecord['actions']) as {
        fields: Columns;
      }[];
      for (const columns of [...actions.map(({ fields }) => fields), columnsOf(record)])
        for (const [key, { enumeration }] of Object.entries(columns))
          // what a refund and a reversal give as a reason are two sets of one field
          if (enumeration) Object.assign(((found[record.entity] ??= {})[key] ??= {}), enumeration);
    }
  }
  return found;
}

/** The same as data for the browser. */
export const codes: Plugin = {
  name: 'codes',
  resolveId: { filter: { id: /^virtual:codes$/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0virtual:codes$/ },
    handler: async () => `export const CODES = ${JSON.stringify(await codesOf())}`,
  },
};
