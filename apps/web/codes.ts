import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import {
  AUDITED_AT_MERCHANTS,
  AUDITED_IN_THE_HOUSE,
  KINDS_AT_MERCHANTS,
  KINDS_IN_THE_HOUSE,
} from '../../packages/contract/src/audited.ts';
import { table } from '../../packages/contract/src/index.ts';
import type { Columns } from '../../packages/contract/src/kernel/columns.ts';
import type { Enumeration } from '../../packages/contract/src/kernel/enumeration.ts';
import { columnsOf, type AnyRecord } from '../../packages/contract/src/kernel/record.ts';
import { AUTHENTICATION_METHODS } from '../../packages/contract/src/loan-words.ts';
import { ROLE_PERMISSIONS, type UserRole } from '../../packages/contract/src/permissions.ts';
import { isAllowed, type Requirements } from '../../packages/contract/src/policy.ts';
import { codeWords, type CodeWords } from './src/ui/changes.ts';

const CONTRACT = join(import.meta.dirname, '../../packages/contract/src');

const isRecord = (value: unknown): value is AnyRecord =>
  typeof value === 'object' && value !== null && 'actions' in value && 'entity' in value;

interface Acted {
  audited: string;
  fields: Columns;
  asks: Requirements;
}

/** Every record of the contract, each under the name that its file gives it. */
async function recordsOf(): Promise<AnyRecord[]> {
  const found: AnyRecord[] = [];
  for (const file of globSync('resources/**/*.ts', { cwd: CONTRACT }).toSorted()) {
    if (file.endsWith('.test.ts')) continue;
    const module = (await import(join(CONTRACT, file))) as Record<string, unknown>;
    found.push(...Object.values(module).filter(isRecord));
  }
  return found;
}

const actsOf = ({ actions }: AnyRecord) => Object.entries(actions as Record<string, Acted>);

/**
 * The words of every code that a record of the contract has, by its name in the audit log: of its columns, and of
 * what its actions are given. A screen that is about all records has them without the code of each.
 */
export async function codesOf(): Promise<Record<string, CodeWords>> {
  const found: Record<string, Record<string, Record<string, string>>> = {};
  for (const record of await recordsOf())
    for (const columns of [...actsOf(record).map(([, { fields }]) => fields), columnsOf(record)])
      for (const [key, { enumeration }] of Object.entries(columns))
        // what a refund and a reversal give as a reason are two sets of one field
        if (enumeration) Object.assign(((found[record.entity] ??= {})[key] ??= {}), enumeration);
  // by what shoppers are identified and sign, which no column of a loan has
  found['CONSUMER_CREDIT']!['method'] = AUTHENTICATION_METHODS;
  return found;
}

/** What a console's audit log names, its words in their order. */
export interface Named {
  actions: Enumeration;
  kinds: Enumeration;
  /** By the action: the kind of record that it is done to, in words; none where it is done to several, or to none. */
  under: Enumeration;
}

const MERCHANTS: readonly UserRole[] = ['MERCHANT_ADMIN', 'MERCHANT_OPERATOR'];
const atMerchants = (asks: Requirements) =>
  MERCHANTS.some((userRole) =>
    isAllowed({ userRole, permissions: ROLE_PERMISSIONS[userRole] }, asks),
  );

const byWords = (words: Enumeration): Enumeration =>
  Object.fromEntries(Object.entries(words).toSorted(([, a], [, b]) => a.localeCompare(b, 'en')));
const wordsOf = (codes: readonly string[]): Enumeration =>
  Object.fromEntries(codes.map((code) => [code, codeWords(code)]));

const kinds = (some: readonly AnyRecord[]) => some.map(({ entity }) => entity);
const actions = (some: readonly AnyRecord[]) =>
  some.flatMap((record) => actsOf(record).map(([, { audited }]) => audited));

/**
 * All that the audit log calls what was done, and what it was done to, by the code: actions of records by their own
 * name, the others as the contract says. A merchant's has what its people can do, and what is done to its records.
 */
export async function namedOf(): Promise<{ house: Named; merchants: Named }> {
  const records = await recordsOf();
  const known = new Set(
    kinds(records.filter((record) => actsOf(record).some(([, { asks }]) => atMerchants(asks)))),
  );
  const own = records.filter(({ entity }) => known.has(entity));
  const named = (some: readonly AnyRecord[], besides: Enumeration, others: Enumeration) => {
    const words = byWords({ ...wordsOf(kinds(some)), ...others });
    const acts = byWords({ ...wordsOf(actions(some)), ...besides });
    return { actions: acts, kinds: words, under: underOf(some, acts, words) };
  };
  return {
    merchants: named(own, AUDITED_AT_MERCHANTS, KINDS_AT_MERCHANTS),
    house: named(
      records,
      { ...AUDITED_AT_MERCHANTS, ...AUDITED_IN_THE_HOUSE },
      { ...KINDS_AT_MERCHANTS, ...KINDS_IN_THE_HOUSE },
    ),
  };
}

/** Actions of one record by what that is called; others by the kind that their own words end with. */
function underOf(
  some: readonly AnyRecord[],
  acts: Enumeration,
  words: Enumeration,
): Record<string, string> {
  const of = Object.groupBy(
    some.flatMap((record) => actsOf(record).map(([, { audited }]) => [audited, record.entity])),
    ([audited]) => audited!,
  );
  const spoken = Object.values(words).toSorted((a, b) => b.length - a.length);
  return Object.fromEntries(
    Object.entries(acts).flatMap(([code, said]) => {
      const entities = [...new Set(of[code]?.map(([, entity]) => entity!))];
      const kind =
        entities.length === 1
          ? words[entities[0]!]
          : spoken.find((word) => said.toLowerCase().endsWith(word.toLowerCase()));
      return kind ? [[code, kind]] : [];
    }),
  );
}

/** What a call is that was refused: the action that it would have been, else what the reference says of it. */
export async function callsOf(): Promise<Record<string, string>> {
  const acts = new Map(
    (await recordsOf()).flatMap((record) =>
      actsOf(record).map(([key, { audited }]) => [key, audited]),
    ),
  );
  const words: Enumeration = { ...AUDITED_AT_MERCHANTS, ...AUDITED_IN_THE_HOUSE };
  return Object.fromEntries(
    Object.entries(table).map(([key, { summary }]) => {
      const code = acts.get(key);
      return [key, code ? (words[code] ?? codeWords(code)) : summaryWords(summary)];
    }),
  );
}

/** Of 'List: Orders' that they are read; else its first clause. */
function summaryWords(summary: string): string {
  const [, what, of] = /^(List|CSV|Size of the CSV|JSON lines|Totals): (.+)$/.exec(summary) ?? [];
  if (of) return `${what === 'List' || what === 'Totals' ? 'Read' : 'Export'} ${of}`;
  return summary.split(/[,;:.(]/, 1)[0]!.trim();
}

/** The same as data for the browser. */
export const codes: Plugin = {
  name: 'codes',
  resolveId: { filter: { id: /^virtual:codes$/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0virtual:codes$/ },
    handler: async () => {
      const { house, merchants } = await namedOf();
      const data = {
        CODES: await codesOf(),
        HOUSE: house,
        MERCHANTS: merchants,
        CALLS: await callsOf(),
      };
      return Object.entries(data)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  },
};
