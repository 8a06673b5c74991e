import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { arrowsOf, drawn, PAGE } from './architecture.ts';
import {
  holdsForLong,
  linesOf,
  listed,
  movesRows,
  tripsOlder,
  wrongMigrations,
} from './migrations.ts';
import { circlesOf } from './repo/circles.ts';
import { isTest, literals, readSource, readSources, resourceOf, root } from './repo/sources.ts';
import { RULES } from './repo/rules.ts';
import type { Source } from './repo/sources.ts';
import { SHARED, tooMany, writersOf } from './repo/writers.ts';

const sources = readSources();
const under = (folder: string) => sources.filter(({ path }) => path.startsWith(folder));

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const names = (found: Iterable<RegExpMatchArray>) => [...found].map(([, name = '']) => name).sort();

/** The classes of its style sheets that a screen names and no sheet has: they hide, cut and colour nothing. */
const missingClasses = (source: Source, sheetOf = read) =>
  [...source.text.matchAll(/import (\w+) from '(\.[^']+\.module\.css)'/g)].flatMap(
    ([, name = '', path = '']) => {
      const sheet = sheetOf(join(dirname(source.path), path));
      const classes = new Set(names(sheet.matchAll(/\.([A-Za-z_][\w-]*)/g)));
      return names(source.text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g')))
        .filter((used) => !classes.has(used))
        .map((used) => `${source.path}: .${used}`);
    },
  );

/** Fails with one line for each thing found. */
function none(found: string[]) {
  assert.deepEqual(found, []);
}

describe('who imports whom (design, Never)', () => {
  for (const { name, broken } of RULES)
    it(name, () =>
      none(
        sources.flatMap((source) =>
          source.imports
            .filter((each) => broken(source, each))
            .map(({ specifier }) => `${source.path}: ${specifier}`),
        ),
      ),
    );

  it('notices an offender of each rule', () => {
    for (const { name, broken, offender } of RULES) {
      const source = readSource(offender.path, offender.text);
      assert.ok(
        source.imports.some((each) => broken(source, each)),
        name,
      );
    }
  });

  it('is told by oxlint too, while the line is being written', () => {
    const offenders = RULES.filter(({ lint }) => lint).map(({ offender }) => offender);
    const refused = linted(offenders).filter((line) => line.includes('no-restricted-imports'));
    none(
      offenders
        .map(({ path }) => path)
        .filter((path) => !refused.some((line) => line.includes(path))),
    );
  });
});

/** What oxlint says, by the house's rules, of files that are not there. */
function linted(files: readonly { path: string; text: string }[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-lint-'));
  try {
    cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    for (const { path, text } of files) {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = spawnSync(process.execPath, [oxlint, '--format=unix'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return stdout.split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the kit of controls', () => {
  it('is the one place where oxlint lets a raw control stand', () => {
    const raw = ['button', 'input', 'select', 'textarea', 'form', 'dialog'];
    const files = ['platform', 'resources', 'ui'].flatMap((room) =>
      raw.map((element) => ({
        path: `apps/web/src/${room}/${element}.tsx`,
        text: `export const X = () => <${element} />;`,
      })),
    );
    const refused = linted(files).filter((line) => line.includes('forbid-elements'));
    const told = files.filter(({ path }) => refused.some((line) => line.includes(path)));
    assert.deepEqual(
      told.map(({ path }) => path),
      files.map(({ path }) => path).filter((path) => !path.includes('/ui/')),
    );
  });
});

const WEB = 'apps/web/src/';
/** What has its helper: what it is, how it is known, and where it may stand. */
const HELPERS: [what: string, pattern: RegExp, homes: string[]][] = [
  [
    'races a time-out',
    /Promise\.race\(/,
    [
      'packages/contract/src/kernel/in-time.ts',
      // a stream that drains or has ended, and which of those under way ends first: no time-outs
      'apps/server/src/seed/copy.ts',
      'apps/server/src/platform/outbox/work.ts',
      // whether who asked still waits: it is no time-out of ours
      'apps/server/src/gateways/protocol/server.ts',
    ],
  ],
  ['keeps a store', /useSyncExternalStore/, [`${WEB}platform/store.ts`]],
  [
    'writes a query’s key, what is asked again and what is known',
    /queryKey:|(?:invalidate|remove|refetch)Queries|setQueryData|useMutation|useInfiniteQuery/,
    [`${WEB}platform/query.ts`, `${WEB}platform/pages.ts`],
  ],
  [
    'reads and changes an address, typed,',
    /\buse(Search|Params|Navigate)\(|\bgetRouteApi\(/,
    [`${WEB}platform/route-state.ts`],
  ],
  [
    'frames what stands under one heading',
    /\b(function|const) Card\b|<(section|article|details)\b[^>]*className=\{\w+\.card\}/,
    [`${WEB}ui/Card.tsx`],
  ],
  [
    'adds amounts as decimals',
    /[aA]mount \+ [a-z(]|[a-z)] \+ (?:\w+\.)*\w*[aA]mount\b/,
    // whole cents of an outside system that knows no other
    ['apps/server/src/testing/stripe.ts'],
  ],
];

describe('what only one place does', () => {
  const web = [...under('apps/web/src/'), ...under('apps/checkout/src/')].filter(
    (source) => !isTest(source),
  );

  it('fetches in the api client alone', () =>
    none(
      web
        .filter(({ path }) => !/^apps\/(web\/src\/platform|checkout\/src)\/api\.ts$/.test(path))
        .filter(({ text }) =>
          /(?<![.\w])fetch\(|\b(window|globalThis|self)\.fetch\b|\b(XMLHttpRequest|EventSource|WebSocket|sendBeacon)\b/.test(
            text,
          ),
        )
        .map(({ path }) => path),
    ));

  it('writes addresses of the console in manifests alone, and of what stands beside it in paths.ts', () => {
    const home =
      /^apps\/(web\/src\/(paths|route-table|routes|resources\/.+[/.]manifest)|checkout\/src\/(address|api))\.tsx?$/;
    none(
      web
        .filter(({ path }) => !home.test(path))
        .flatMap((source) =>
          literals(source)
            .filter((text) => /^\/[a-z]|^\/?api\//.test(text))
            .map((text) => `${source.path}: ${text}`),
        ),
    );
  });

  for (const [what, pattern, homes] of HELPERS)
    it(`${what} in one helper alone`, () =>
      none(
        [...under('apps/'), ...under('packages/')]
          .filter((source) => !isTest(source) && pattern.test(source.text))
          .map(({ path }) => path)
          .filter((path) => !homes.includes(path)),
      ));

  it('notices what each helper is known by', () => {
    const others = [
      'await Promise.race([work, late]);',
      'useSyncExternalStore(subscribe, get);',
      'useQuery({ queryKey: [id], queryFn });',
      'const { tab } = useSearch({ strict: false });',
      '<section className={styles.card} aria-labelledby={id}>',
      'formatAmount(one.refundedAmount + one.reversedAmount)',
    ];
    assert.equal(others.length, HELPERS.length);
    for (const [at, [what, pattern]] of HELPERS.entries()) assert.match(others[at]!, pattern, what);
  });

  it('says email as the specification does, on screens and in what they are made of', () =>
    none(
      ['apps/web/', 'apps/checkout/', 'packages/contract/']
        .flatMap((folder) => under(folder))
        .filter(({ text }) => /e-mail/i.test(text))
        .map(({ path }) => path),
    ));

  it('names no host but this machine’s and reserved ones', () => {
    const reserved = /^(localhost|127\.0\.0\.1|\[::1\]|\$\{.*|([\w-]+\.)*(test|example|invalid))$/;
    // names of XML vocabularies, which nobody opens
    const names = /^(schemas\.xmlsoap\.org|www\.w3\.org)$/;
    none(
      [...under('apps/'), ...under('packages/')]
        .filter((source) => !isTest(source))
        .flatMap(({ path, text }) =>
          [...text.matchAll(/\b(?:https?|wss?):\/\/([^\s/:'"`?#]+)/g)]
            .filter(([, host = '']) => !reserved.test(host) && !names.test(host))
            .map(([url]) => `${path}: ${url}`),
        ),
    );
  });
});

describe('the shape of the house', () => {
  it('pins every package to one version', () => {
    const manifests = [
      'package.json',
      ...['contract', 'server', 'web', 'checkout'].map(manifestOf),
    ];
    none(
      manifests.flatMap((path) => {
        const manifest = JSON.parse(read(path)) as Record<
          string,
          Record<string, string> | undefined
        >;
        return ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'].flatMap(
          (group) =>
            Object.entries(manifest[group] ?? {})
              .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
              .map(([name, version]) => `${path}: ${name} ${version}`),
        );
      }),
    );
  });

  it('has no barrels beside the manifests', () =>
    none(
      sources
        .filter(({ path }) => !/^(packages|apps)\/\w+\/src\/manifests\.ts$/.test(path))
        .filter(
          ({ path, text }) =>
            (/\/index\.tsx?$/.test(path) && path !== 'packages/contract/src/index.ts') ||
            /^export \* from ['"](\.|@paydesk)/m.test(text) ||
            text
              .replace(/^export (type )?\{[^}]*\} from ['"](\.|@paydesk)[^;]*;\s*/gm, '')
              .trim() === '',
        )
        .map(({ path }) => path),
    ));

  it('has no file that should be a folder', () => {
    // a test tells one story and becomes no folder
    none(
      sources
        .filter((source) => !isTest(source) && source.lines > LINES_OF_A_FILE)
        .map(({ path, lines }) => `${path}: ${lines} lines`),
    );
  });
});

/** About 250, with a tenth of tolerance so that a line more does not make a folder. */
const LINES_OF_A_FILE = 275;

const manifestOf = (name: string) =>
  `${name === 'contract' ? 'packages' : 'apps'}/${name}/package.json`;

const pieces = (slug: string) => [
  `packages/contract/src/resources/${slug}.ts`,
  `apps/server/src/resources/${slug}.ts`,
  `apps/server/src/resources/${slug}.test.ts`,
  `apps/web/src/resources/${slug}.tsx`,
];

const PLAIN_LISTS = ['soap-logs', 'mpi-logs', 'audit-logs', 'rules-evaluation-results'];

describe('the price of a plain list', () => {
  const LINES = 150;
  for (const slug of PLAIN_LISTS)
    it(`${slug}: contract, SQL, test and screen in ${LINES} lines`, (t) => {
      const found = pieces(slug).map((path) => sources.find((source) => source.path === path));
      const missing = pieces(slug).filter((_, at) => !found[at]);
      none(missing);
      const files = found.filter((source): source is Source => source !== undefined);
      const lines = files.map((source) => source.lines);
      const total = lines.reduce((sum, each) => sum + each, 0);
      t.diagnostic(`${lines.join(' + ')} = ${total}`);
      assert.ok(total <= LINES, `${total} lines`);
      // what would make it cheap on paper alone
      none(files.filter(({ text }) => /.{101}/.test(text)).map(({ path }) => path));
      none(
        sources
          .filter(({ path }) => resourceOf(path) === slug && !pieces(slug).includes(path))
          // its route, which is wiring
          .filter(({ path }) => path !== `apps/web/src/resources/${slug}.manifest.ts`)
          .map(({ path }) => path),
      );
    });
});

describe('circles', () => {
  it('no file needs itself to run, by way of others', () => {
    none(circlesOf(sources.filter((one) => !isTest(one))).map((circle) => circle.join(' ')));
  });

  it('notices one', () => {
    const [a, b, c] = ['b', 'c', 'a'].map((next, at) =>
      readSource(`scripts/${'abc'[at]}.ts`, `import { x } from './${next}.ts';`),
    );
    const lazy = readSource('scripts/c.ts', `const a = () => import('./a.ts');`);
    assert.equal(circlesOf([a!, b!, c!]).length, 1);
    assert.equal(circlesOf([a!, b!, lazy]).length, 0);
  });
});

describe('styles', () => {
  it('a class that a screen names stands in its sheet', () => {
    none(under('apps/web/src/').flatMap((source) => missingClasses(source)));
    const text = `import styles from './x.module.css'; styles.there; styles.gone;`;
    const offender = readSource('apps/web/src/ui/x.tsx', text);
    assert.deepEqual(
      missingClasses(offender, () => '.there { color: red; }'),
      ['apps/web/src/ui/x.tsx: .gone'],
    );
  });
});

describe('colours', () => {
  const LITERAL =
    /#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgb|hsl)a?\(|\b(?:oklch|oklab|lab|lch|hwb)\(/i;
  const PALETTE = 'packages/contract/src/palette.ts';

  it('stand in the palette alone: sheets, screens, pages and mails name them', () => {
    const sheets = globSync('apps/*/{*.html,src/**/*.css}', { cwd: root });
    assert.ok(sheets.length > 20);
    const texts = [
      ...sheets.map((path) => ({ path, text: read(path) })),
      ...[...under('apps/'), ...under('packages/')].filter((source) => !isTest(source)),
    ];
    none(
      texts
        .filter(({ path }) => path !== PALETTE)
        .flatMap(({ path, text }) =>
          text
            .split('\n')
            .filter((line) => LITERAL.test(line))
            .map((line) => `${path}: ${line.trim()}`),
        ),
    );
  });

  it('notices each way to write one', () => {
    for (const text of [
      '#fff',
      '#FFF8',
      '#0f131b',
      '#0f131b80',
      'rgb(0 0 0 / 1%)',
      'rgba(0,0,0,1)',
      'hsl(1 1% 1%)',
      'oklch(0.5 0.1 20)',
    ])
      assert.match(`color: ${text};`, LITERAL);
    assert.doesNotMatch(`'#main' '#frame' var(--line) url(#a-b)`, LITERAL);
  });
});

describe('tables', () => {
  it('each is written by one room, but for those that say which others and why', () => {
    const writers = writersOf(sources);
    none(tooMany(writers));
    for (const [table, rooms] of Object.entries(SHARED))
      assert.ok(
        rooms.every((room) => writers[table]!.includes(room)),
        `${table}: ${rooms} do not all write it any more`,
      );
  });

  it('notices a second writer, however it writes', () => {
    const texts = [
      "tx.updateTable('widgets').set({})",
      'sql`insert into widgets (id) values (1)`',
      'sql`update widgets set label = null`',
      'sql`delete from widgets where id = 1`',
      "defineRecord({ table: 'widgets' })",
    ];
    for (const text of texts) {
      const offender = readSource('apps/server/src/resources/orders/x.ts', text);
      assert.equal(tooMany(writersOf([...sources, offender])).length, 1, text);
    }
  });
});

/** Whether a migration changes both a table's shape and rows. */
const both = (text: string) => /^alter table/m.test(text) && /^(update|delete from) /m.test(text);

describe('migrations', () => {
  it('those that have landed are as they were, and each has a number of its own', () => {
    const lines = linesOf();
    none(wrongMigrations(lines, listed()));
    assert.deepEqual(lines, listed(), '`npm run migrations` takes the new ones into the list');
  });

  it('shape and rows are changed in files of their own, so that no table is held while it is filled', () => {
    const folder = join(root, 'apps/server/src/migrations');
    const later = globSync('*.sql', { cwd: folder }).filter((name) => name > '0090');
    none(later.filter((name) => both(readFileSync(join(folder, name), 'utf8'))));
    assert.ok(both('alter table a add column b text;\nupdate a set b = c;'));
  });

  it('one that changes rows is tried on rows before and after, in a test of its name beside it', () => {
    const folder = join(root, 'apps/server/src/migrations');
    const moving = globSync('*.sql', { cwd: folder }).filter(
      (name) => name > '0197' && movesRows(readFileSync(join(folder, name), 'utf8')),
    );
    none(
      moving
        .filter((name) => !existsSync(join(folder, name.replace(/sql$/, 'test.ts'))))
        .map((name) => `${name}: write ${name.replace(/sql$/, 'test.ts')}, as 0148 has one`),
    );
    for (const moves of [
      'update orders set status = null',
      'alter table orders alter amount type numeric',
      'insert into orders select from purchases',
      'with gone as (delete from orders) select from gone',
      'do $$ begin delete from orders; end $$',
    ])
      assert.ok(movesRows(`${moves};\n`), moves);
    for (const none of [
      'grant update (status) on orders to paydesk_merchant',
      'create trigger t after insert or update on orders execute function f()',
      'create function f() returns void language sql as $$ delete from orders $$',
      'create table tags (id uuid);\ninsert into tags values (null)',
    ])
      assert.ok(!movesRows(`${none};\n`), none);
  });

  it('one that a process of the version before may trip over says why it does not, or that it does (ADR 148)', () => {
    const folder = join(root, 'apps/server/src/migrations');
    const later = globSync('*.sql', { cwd: folder }).filter((name) => name > '0197');
    none(
      later.flatMap((name) =>
        tripsOlder(readFileSync(join(folder, name), 'utf8')).map((said) => `${name}: ${said}`),
      ),
    );
    for (const trips of [
      'drop table orders',
      'alter table orders drop column status',
      'alter table orders drop status, add column state text',
      'alter table orders rename column status to state',
      'alter table orders alter status set not null',
      'alter table orders alter status drop default',
      'alter table orders add column state text not null',
      'alter table orders add column one text, add constraint paid check (amount > 0) not valid',
      'create unique index concurrently orders_number on orders (number)',
      'revoke select on orders from paydesk_merchant',
      'update orders set state = status',
    ]) {
      assert.equal(tripsOlder(`${trips};\n`).length, 1, trips);
      const fits = '-- fits older processes: none of them reads it';
      assert.deepEqual(tripsOlder(`${fits}\n${trips};\n`), [], trips);
    }
    for (const adds of [
      'alter table orders add column state text not null default $$NEW$$',
      'alter table orders add column state text check (state is not null or status is not null)',
      'alter table orders drop constraint paid',
      'create table tags (id uuid primary key);\ncreate unique index on tags (id)',
      'create index concurrently on orders (status)',
      'create table tags (id uuid);\nrevoke select on tags from paydesk_server',
    ])
      assert.deepEqual(tripsOlder(`${adds};\n`), [], adds);
  });

  it('none holds a table for as long as it is long', () => {
    const folder = join(root, 'apps/server/src/migrations');
    const later = globSync('*.sql', { cwd: folder }).filter((name) => name > '0197');
    none(later.flatMap((name) => holdsForLong(readFileSync(join(folder, name), 'utf8'))));
    for (const long of [
      'create index on orders (status)',
      'create unique index orders_number on orders (number)',
      'alter table orders alter column amount type numeric',
      'alter table orders alter status set not null',
      'alter table orders add constraint paid check (amount > 0)',
      'alter table orders add foreign key (widget_id) references widgets',
      'alter table orders add column tag uuid default gen_random_uuid()',
    ]) {
      assert.equal(holdsForLong(`${long};\n`).length, 1, long);
      assert.deepEqual(holdsForLong(`create table orders (id uuid);\n${long};`), [], long);
    }
    for (const short of [
      'create index concurrently if not exists x on orders (status)',
      'alter table orders add constraint paid check (amount > 0) not valid',
      'alter table orders validate constraint paid',
      "alter table orders add column tag text not null default 'none'",
    ])
      assert.deepEqual(holdsForLong(`${short};`), [], short);
  });

  it('notices one that was edited, one taken away, one with another’s number, one that comes late', () => {
    const had = ['a  0001-one.sql', 'b  0002-two.sql', 'c  0004-four.sql'];
    assert.deepEqual(wrongMigrations(had, had), []);
    assert.deepEqual(wrongMigrations([...had, 'd  0005-five.sql'], had), []);
    for (const wrong of [
      ['a  0001-one.sql', 'z  0002-two.sql', 'c  0004-four.sql'],
      ['a  0001-one.sql', 'c  0004-four.sql'],
      [...had, 'd  0004-too.sql'],
      ['a  0001-one.sql', 'b  0002-two.sql', 'd  0003-three.sql', 'c  0004-four.sql'],
    ])
      assert.equal(wrongMigrations(wrong, had).length, 1, wrong.join());
  });
});

describe('what the docs say', () => {
  it('README has every setting, and no other', () => {
    const settings = read('apps/server/src/platform/config.ts').matchAll(/^  ([A-Z][A-Z_]+): /gm);
    const rows = read('README.md').matchAll(/^\| `([A-Z][A-Z_]+)` +\|/gm);
    assert.deepEqual(names(rows), names(settings));
  });

  it('the picture of the house has the arrows that the code has', () => {
    const page = readFileSync(PAGE, 'utf8');
    const now = drawn(sources);
    assert.deepEqual(arrowsOf(page), arrowsOf(now), '`npm run architecture` draws it anew');
    const offender = readSource('apps/web/src/ui/x.ts', `import { y } from '../resources/y.ts';`);
    assert.notDeepEqual(arrowsOf(drawn([...sources, offender])), arrowsOf(now));
  });

  it('what AGENTS.md names as an example is there, and so is every page linked to', () => {
    none(
      [...read('AGENTS.md').matchAll(/`((?:packages|apps|scripts|docs)\/[^`\s]+)`/g)]
        .map(([, path = '']) => path)
        .filter((path) => !existsSync(join(root, path))),
    );
    none(
      ['README.md', 'AGENTS.md', 'docs/architecture.md'].flatMap((page) =>
        [...read(page).matchAll(/\]\(([^):]+\.md)\)/g)]
          .map(([, path = '']) => path)
          .filter((path) => !existsSync(join(root, dirname(page), path))),
      ),
    );
  });
});
