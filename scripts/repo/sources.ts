import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Import {
  /** As it is written. */
  specifier: string;
  /** A file of ours by its path from the root, else the package's name ('node:fs', '@mantine/core'). */
  target: string;
  /** False where only types are taken, which no running code sees. */
  runs: boolean;
  /** Fetched when it is asked for: `import()`. */
  lazy: boolean;
  /** The names it takes as values; empty for `import()` and for whole modules. */
  names: string[];
}

export interface Source {
  path: string;
  text: string;
  lines: number;
  imports: Import[];
}

const FILES = [
  '{packages,apps}/*/src/**/*.{ts,tsx}',
  '{scripts,e2e,bench}/**/*.{ts,tsx}',
  'apps/{web,checkout}/*.ts',
];

/** Every source file of ours, by its path from the root with forward slashes. */
export function readSources(folder = root): Source[] {
  return globSync(FILES, { cwd: folder, exclude: ['**/node_modules/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => readSource(path, readFileSync(join(folder, path), 'utf8')));
}

export function readSource(path: string, text: string): Source {
  return {
    path,
    text,
    lines: text.trimEnd().split('\n').length,
    imports: importsOf(path, withoutComments(text)),
  };
}

const STATEMENT =
  /^[ \t]*(?:import|export)\s+(type\s+)?(?:([^;'"]*?)\s*from\s*)?(['"])([^'"\n]+)\3/gm;
const CALL = /\bimport\(\s*(['"])([^'"\n]+)\1\s*\)/g;

function importsOf(path: string, text: string): Import[] {
  const found: Import[] = [];
  for (const [, typeOnly, clause = '', , specifier = ''] of text.matchAll(STATEMENT)) {
    const named = /\{([^}]*)\}/.exec(clause)?.[1];
    const parts = (named ?? '')
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
    const names = parts
      .filter((part) => !part.startsWith('type '))
      .map((part) => part.split(/\s+as\s+/)[0]!);
    const onlyTypes = parts.length > 0 && names.length === 0 && /^\{[^}]*\}$/.test(clause.trim());
    const runs = !typeOnly && !onlyTypes;
    found.push({
      specifier,
      target: targetOf(path, specifier),
      runs,
      lazy: false,
      names: runs ? names : [],
    });
  }
  for (const [, , specifier = ''] of text.matchAll(CALL))
    found.push({
      specifier,
      target: targetOf(path, specifier),
      runs: true,
      lazy: true,
      names: [],
    });
  return found;
}

const OURS: Record<string, string> = {
  contract: 'packages/contract',
  server: 'apps/server',
  web: 'apps/web',
  checkout: 'apps/checkout',
};

function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(dirname(path), specifier);
  const [, workspace = '', rest = ''] = /^@paydesk\/(\w+)\/?(.*)$/.exec(specifier) ?? [];
  if (workspace in OURS) return posix.join(OURS[workspace]!, 'src', rest);
  return /^(@[^/]+\/)?[^/]+/.exec(specifier)![0];
}

/** The code alone: comments become spaces, what stands in quotes stays. */
export function withoutComments(text: string): string {
  const TOKEN =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g;
  return text.replace(TOKEN, (token) =>
    token.startsWith('/*') || token.startsWith('//') ? token.replace(/[^\n]/g, ' ') : token,
  );
}

/** What stands in quotes in the code, without the specifiers of imports. */
export function literals(source: Source): string[] {
  const code = withoutComments(source.text);
  const specifiers = new Set(source.imports.map(({ specifier }) => specifier));
  return [...code.matchAll(/'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\[\s\S]|[^`\\])*)`/g)]
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .filter((text) => !specifiers.has(text));
}

/** 'apps/server/src/resources/soap-logs.test.ts' → 'soap-logs', of whichever layer; else null. */
export function resourceOf(path: string): string | null {
  const [, rest] = /^(?:packages\/contract|apps\/\w+)\/src\/resources\/(.+)$/.exec(path) ?? [];
  return rest?.split(/[/.]/)[0] ?? null;
}

export const isTest = ({ path }: Pick<Source, 'path'>) =>
  /\.(test|spec)\.tsx?$|^(e2e|bench|scripts)\/|\/src\/testing\//.test(path);
