import { hash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { withPalette } from '../../packages/contract/src/palette.ts';
import { DICTIONARY_WORDS } from '../../packages/contract/src/kernel/password.ts';
import { codes } from './codes.ts';
import { inWords, versionsOf } from './src/platform/changelog.ts';
import { entriesOf } from './src/platform/glossary.ts';
import { introsOf, withoutIntros } from './src/platform/intros.ts';
import { screensOf } from './src/platform/screen-files.ts';
import { SCREENS_FILE, VITALS_PATH } from '../../packages/contract/src/kernel/vitals.ts';

/** Of the dictionaries of the password scorer only the words that count go to the browser. */
const shortDictionaries: Plugin = {
  name: 'short-dictionaries',
  transform: {
    filter: { id: /@zxcvbn-ts\/language-\w+\/dist\/\w+\.json\.mjs$/ },
    // a word is a capital, for how much it shares with the one before, and its own rest
    handler: (code) =>
      code.replace(/(?<=decompress\(")[^"]+/, (words) =>
        words
          .match(/[A-Z][^A-Z]*/g)!
          .slice(0, DICTIONARY_WORDS)
          .join(''),
      ),
  },
};

/** Vite's own CSS modules hand it styles that name no file, and it warns of that as of somebody's plugin. */
const quietModules: Plugin = {
  name: 'quiet-modules',
  configResolved({ logger }) {
    const warnOnce = logger.warnOnce.bind(logger);
    logger.warnOnce = (text, options) => {
      if (!text.includes('`from` option to `postcss.parse`')) warnOnce(text, options);
    };
  },
};

const palette: Plugin = {
  name: 'palette',
  enforce: 'pre',
  transform: { filter: { id: /(theme\/tokens|platform\/print)\.css$/ }, handler: withPalette },
  transformIndexHtml: { order: 'pre', handler: withPalette },
};

/** Colours of the library that nothing here is drawn in: a fifth of the first page's styles, read on every one. */
const UNUSED = 'pink|grape|violet|indigo|cyan|green|lime|yellow|orange';
const usedColours: Plugin = {
  name: 'used-colours',
  enforce: 'pre',
  transform: {
    filter: { id: /@mantine\/core\/styles\/.*\.css$/ },
    handler: (css) =>
      css.replaceAll(new RegExp(`^\\s*--mantine-color-(${UNUSED})-[^;]*;\\n`, 'gm'), ''),
  },
};

/** So many files more than any list has are asked for with the page; a screen of many parts asks itself. */
const MOST_FILES = 12;

const namesOf = (files: Iterable<string>) => [...files].join(' ').replaceAll('assets/', '');

/** What a screen's code is asked for by before any script: the files of all lists, and by its address those that it adds. */
function screenFiles(bundle: Rolldown.OutputBundle): Record<string, string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const filesOf = ({ fileName, imports, viteMetadata, isEntry }: Rolldown.OutputChunk): string[] =>
    isEntry
      ? []
      : [
          ...imports.flatMap((file) => filesOf(byName.get(file)!)),
          ...(viteMetadata?.importedCss ?? []),
          fileName,
        ];
  const shared = new Set(chunks.flatMap((one) => (one.name === 'listing' ? filesOf(one) : [])));
  const files: Record<string, string> = { '': namesOf(shared) };
  for (const manifest of manifests())
    for (const [path, screen] of Object.entries(screensOf(readFileSync(manifest, 'utf8')))) {
      const chunk = chunks.find((one) => one.facadeModuleId === join(manifest, '..', screen));
      const own = new Set(chunk ? filesOf(chunk) : []).difference(shared);
      if (own.size && own.size <= MOST_FILES) files[path] = namesOf(own);
    }
  return files;
}

/**
 * The page paints its frame before anything else has come: the style sheets stand behind it, where
 * they hold back only what follows. The face of the words comes after the code (main.tsx).
 */
const frameFirst: Plugin = {
  name: 'frame-first',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const sheets = /\s*<link rel="stylesheet"[^>]*>/g;
      return html
        .replace("'@screens'", () => JSON.stringify(screenFiles(bundle ?? {})))
        .replace(sheets, '')
        .replace(
          '<div id="root">',
          (root) => `${(html.match(sheets) ?? []).join('')}\n    ${root}`,
        );
    },
  },
};

const CHANGELOG = join(import.meta.dirname, '../../CHANGELOG.md');
const GLOSSARY = join(import.meta.dirname, '../../docs/glossary.md');

/** CHANGELOG.md as data; what tells whether it is another one comes apart, for the menu. */
const changelog: Plugin = {
  name: 'changelog',
  resolveId: {
    filter: { id: /^virtual:changelog/ },
    handler: (id) => `\0${id}`,
  },
  load: {
    filter: { id: /^\0virtual:changelog/ },
    handler(id) {
      this.addWatchFile(CHANGELOG);
      const versions = versionsOf(readFileSync(CHANGELOG, 'utf8'));
      if (id === '\0virtual:changelog')
        return `export const VERSIONS = ${JSON.stringify(versions)}`;
      const read = [versions[0], inWords(versions)[0]];
      const marks = read.map((one) => hash('sha256', JSON.stringify(one), 'base64url'));
      return `export const NEWEST = ${JSON.stringify(marks)}`;
    },
  },
};

/** docs/glossary.md as data; the words alone come apart, for whoever asks whether there is one. */
const glossary: Plugin = {
  name: 'glossary',
  resolveId: {
    filter: { id: /^virtual:glossary/ },
    handler: (id) => `\0${id}`,
  },
  load: {
    filter: { id: /^\0virtual:glossary/ },
    handler(id) {
      this.addWatchFile(GLOSSARY);
      const entries = entriesOf(readFileSync(GLOSSARY, 'utf8'));
      if (id === '\0virtual:glossary') return `export const ENTRIES = ${JSON.stringify(entries)}`;
      const words = new Set(entries.flatMap((entry) => entry.words));
      return `export const WORDS = new Set(${JSON.stringify([...words])})`;
    },
  },
};

/**
 * What every list brings by itself comes as one file, with what the list that is opened most adds: forty small
 * ones wait longer than their bytes, and each has a head of half a kilobyte.
 */
const LIST = join(import.meta.dirname, 'src/platform/ListScreen/ListScreen.tsx');
const MOST_OPENED = join(import.meta.dirname, 'src/resources/transactions/TransactionsScreen.tsx');
const ofList = new Set<string>();
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** What the library names beside the rest, and no list asks for: what grows below is a record's history. */
const OF_HISTORIES = /query.*infiniteQuery/i;

/** The name of the group of all that stands behind a list without a dynamic import between. */
function withList(id: string, modules: Modules): string | null {
  const add = (one: string) => {
    if (ofList.has(one)) return;
    ofList.add(one);
    for (const next of modules.getModuleInfo(one)?.importedIds ?? []) add(next);
  };
  add(LIST);
  add(MOST_OPENED);
  return ofList.has(id) && id !== MOST_OPENED && !OF_HISTORIES.test(id) ? 'listing' : null;
}

const manifests = () =>
  globSync('src/resources/**/*manifest.ts', { cwd: import.meta.dirname }).map((file) =>
    join(import.meta.dirname, file),
  );
const allIntros = (): Record<string, string> =>
  Object.assign({}, ...manifests().map((file) => introsOf(readFileSync(file, 'utf8'))));

/** What screens say at a first visit stands in their manifests, and comes apart from them. */
const intros: Plugin = {
  name: 'intros',
  resolveId: { filter: { id: /^virtual:intros$/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0virtual:intros$/ },
    handler() {
      for (const file of manifests()) this.addWatchFile(file);
      return `export const INTROS = ${JSON.stringify(allIntros())}`;
    },
  },
  // what the server may name in its figures (ADR 147)
  generateBundle() {
    const names = Object.keys(allIntros()).toSorted();
    this.emitFile({ type: 'asset', fileName: SCREENS_FILE, source: JSON.stringify(names) });
  },
  transform: {
    order: 'pre',
    filter: { id: /resources\/.*manifest\.ts$/ },
    handler: (code) => withoutIntros(code),
  },
};

const SERVED = [
  '/api',
  '/health',
  '/metrics',
  VITALS_PATH,
  '/pay',
  '/widget.js',
  '/pictures',
  '/version.json',
  '/commit.json',
];

export default defineConfig({
  plugins: [
    quietModules,
    react(),
    palette,
    usedColours,
    shortDictionaries,
    changelog,
    glossary,
    intros,
    codes,
    frameFirst,
  ],
  // the server puts a fresh nonce in its place on each answer
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    manifest: true,
    target: 'es2023',
    // nothing as a data: URL: font-src and script-src allow this origin alone
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // every page carries the names of all that it may load: seven signs tell some hundred files apart,
        // and what no import names has no name besides
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: (chunk) => `assets/${chunk.isDynamicEntry ? '[name]-' : ''}[hash:7].js`,
        assetFileNames: ({ names }) =>
          `assets/${names.some((name) => name.endsWith('.css')) ? '' : '[name]-'}[hash:7][extname]`,
        codeSplitting: {
          // what the first page needs comes as one file: a dozen small ones weigh more and arrive later
          // and crumbs that many screens share: a dozen requests wait longer than their bytes
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: withList, debugName: 'listing' },
            { name: 'icons', test: /@tabler.icons-react/, minShareCount: 3 },
            { name: 'kernel', test: /contract.src.(kernel|permissions|policy)/, minShareCount: 8 },
            // what several screens know of money, and why somebody is stopped: a few words each
            {
              name: 'money',
              test: /contract.src.(payments|charging|declines|gateways|reasons|resources.transactions.transaction-statuses)/,
              minShareCount: 3,
            },
          ],
        },
      },
    },
  },
  // `npm run dev`: what the server answers itself; all else is this app's
  server: {
    proxy: Object.fromEntries(
      SERVED.map((path) => [path, process.env['DEV_SERVER'] ?? 'http://127.0.0.1:3000']),
    ),
  },
});
