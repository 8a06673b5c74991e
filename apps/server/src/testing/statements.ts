import pg from 'pg';
import { EVERYWHERE } from '../platform/db/placement.ts';

/**
 * What a statement has to say of merchants (ADR 87): whatever locks, changes, joins or looks up rows of
 * a table whose rows are merchants' names their merchant. It is plain on one machine, and what lets rows
 * of one merchant stay together on many.
 */

/** A table as a part of a statement names it. */
interface Named {
  table: string;
  alias: string;
}

/** A select, update or delete with its own tables; what stands in brackets within is a part of its own. */
interface Part {
  /** Without what stands in brackets within. */
  own: string;
  /** With it. */
  whole: string;
  tables: Named[];
  inner: Part[];
  /** `with name as (…)`: read for itself. */
  isNamed: boolean;
  /** Joined with the row before it. */
  isLateral: boolean;
}

const WORDS_AFTER =
  /^(where|join|left|right|full|inner|cross|on|using|set|order|group|limit|for|as|union|values|select|returning|offset|having|tablesample|natural)$/;

/** What an update or a delete is of. */
const CHANGES = /(?:^|\) ?)\s*(?:update|delete from) ([a-z_]+(?: (?!set\b)(?:as )?[a-z_]+)?)/;

function partOf(text: string, isNamed = false, isLateral = false): Part {
  const united = unitedIn(text);
  if (united.length > 1)
    return {
      own: '',
      whole: text,
      tables: [],
      inner: united.map((one) => partOf(one)),
      isNamed,
      isLateral,
    };
  let own = '';
  const inner: Part[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== '(') {
      own += text[at];
      continue;
    }
    let depth = 1;
    let end = at + 1;
    for (; end < text.length && depth; end++)
      depth += text[end] === '(' ? 1 : text[end] === ')' ? -1 : 0;
    const within = text.slice(at + 1, end - 1);
    if (/^\s*(select|with|update|delete|insert)\b/.test(within)) {
      inner.push(
        partOf(within, /\bas (not )?(materialized )?$/.test(own), /\blateral ?$/.test(own)),
      );
      own += '()';
    } else {
      // a bracket around conditions or joins belongs to the part itself, with what is selected within
      const part = partOf(within);
      own += `(${part.own})`;
      inner.push(...part.inner);
    }
    at = end - 1;
  }
  const clauses = own.matchAll(
    /(?<!distinct )\bfrom (.*?)(?=\b(?:where|group by|order by|limit|union|for|having|returning|offset|from)\b|$)/g,
  );
  const parts = [...clauses].flatMap(([, clause = '']) =>
    clause.replaceAll(/[()]/g, ' ').split(/\bjoin\b|\blateral\b|\busing\b|,/),
  );
  const changed = CHANGES.exec(own)?.[1];
  const tables = [...parts, ...(changed ? [changed] : [])].flatMap((one) => {
    const [, table = '', word = ''] =
      /^\s*(?:only )?([a-z_]+)(?:\s+(?:as )?([a-z_]+))?/.exec(one) ?? [];
    return table ? [{ table, alias: word && !WORDS_AFTER.test(word) ? word : table }] : [];
  });
  return { own, whole: text, tables, inner, isNamed, isLateral };
}

/** The selects of a union, or the one. */
function unitedIn(text: string): string[] {
  const pieces = [''];
  let depth = 0;
  for (const word of text.split(/(\(|\)|\bunion(?: all)?\b)/)) {
    depth += word === '(' ? 1 : word === ')' ? -1 : 0;
    if (depth === 0 && word.startsWith('union')) pieces.push('');
    else pieces.push(pieces.pop()! + word);
  }
  return pieces;
}

const says = (text: string, alias: string) =>
  new RegExp(
    `\\b${alias}\\.merchant_id\\s*(=|in\\b)|=\\s*(any )?\\(?${alias}\\.merchant_id\\b|\\b${alias}\\.lane\\s*=|\\(${alias}\\.merchant_id, [\\w.]+\\) in\\b|^\\s*select ${alias}\\.merchant_id\\b`,
  ).test(text);
const saysPlainly = (text: string) =>
  /(?<![.\w])merchant_id\s*(=|in\b)|using \([^)]*\bmerchant_id\b|=\s*merchant_id\b/.test(text);

/**
 * What is written over a row that is there: by a key, which where rows are spread names the merchant, and with what is
 * said or \`excluded\`, since nothing is reckoned there.
 */
const REPLACES =
  /\binsert into ([a-z_]+)\b.* on conflict \(([^)]*)\) do update set (.*?)(?= where | returning |$)/;

/** What an update says: now() stands in no choice there, and in nothing that it gives back, where rows are spread. */
const RECKONED = /^\s*update ([a-z_]+)\b(.*)/;
/** A moment moved by an interval goes by the zone: no choice there either, whatever table of all it looks into. */
const MOVED = /\bcase\b.*\b(?:make_interval\(|interval '')/;
const CHOSEN = /\bcoalesce\([^()]*\bnow\(\)|\bcase\b.*\bnow\(\)|\breturning\b.*\bnow\(\)/;

const everywhere: ReadonlySet<string> = new Set(EVERYWHERE);

/** What keeps others from changing rows, and not from keeping them too: of the tables named, else of all. */
const SHARES = /\bfor (?:key )?share\b(?: of ([a-z_]+(?:, ?[a-z_]+)*))?/g;

/** Whether rows of a table are locked so in a part. */
const lockedBy = (how: RegExp, { own }: Part) => {
  const of = [...own.matchAll(how)].map(([, names]) => names?.split(/, ?/));
  return ({ alias }: Named): boolean => of.some((names) => names?.includes(alias) ?? true);
};

/** Of tables that each machine has whole nothing is shared by a statement: two at once would wait for each other. */
const sharedEverywhere = (part: Part): Named[] =>
  part.tables.filter(({ table }) => everywhere.has(table)).filter(lockedBy(SHARES, part));

/** Those grouped by an id alone, which where rows are spread says nothing of the other columns. */
function groupedById({ own }: Part, theirs: readonly Named[]): Named[] {
  const by = / group by (.*?)(?= having | order by | limit |$)/.exec(own)?.[1];
  return theirs.filter(
    ({ alias }) =>
      by !== undefined &&
      new RegExp(`\\b${alias}\\.id\\b`).test(by) &&
      !new RegExp(`\\b${alias}\\.merchant_id\\b`).test(by),
  );
}

/** What holds rows: of which tables, where it says, else of all. */
const HOLDS = /\bfor (?:no key update|update|share|key share)\b(?: of ([a-z_]+(?:, ?[a-z_]+)*))?/g;

/**
 * Of the tables whose rows a part holds those whose merchant is said by no value, there or where it is said to
 * be the same: `a.merchant_id = b.merchant_id` alone leaves open on which machine it holds anything.
 */
const heldAnywhere = (part: Part, theirs: readonly Named[]): Named[] =>
  part.own.search(HOLDS) < 0 ? [] : saidByNoValue(part, theirs).filter(lockedBy(HOLDS, part));

function saidByNoValue({ own }: Part, theirs: readonly Named[]): Named[] {
  const known = new Set(
    theirs.flatMap(({ alias }) =>
      new RegExp(`\\b${alias}\\.merchant_id = ?[$']`).test(own) ||
      (theirs.length === 1 && /(?<![.\w])merchant_id = ?[$']/.test(own))
        ? [alias]
        : [],
    ),
  );
  const pairs = [...own.matchAll(/\b([a-z_]+)\.merchant_id = ([a-z_]+)\.merchant_id\b/g)];
  for (let before = -1; before < known.size;) {
    before = known.size;
    for (const [, a = '', b = ''] of pairs) if (known.has(a) || known.has(b)) known.add(a).add(b);
  }
  return theirs.filter(({ alias }) => !known.has(alias));
}

/** A look into another table that is no join in the end: in what is selected, or where one thing or another holds. */
const LOOKS_BESIDE = /\(\).*\bfrom\b|\bor\b/;

/** Of the tables of merchants that a part looks into besides, those whose merchant is said by no value. */
const openWithin = ({ inner }: Part, ofMerchants: ReadonlySet<string>): Named[] =>
  inner.flatMap((one) => [
    ...saidByNoValue(
      one,
      one.tables.filter(({ table }) => ofMerchants.has(table)),
    ),
    ...openWithin(one, ofMerchants),
  ]);

const tablesIn = ({ tables, inner }: Part): string[] => [
  ...tables.map(({ table }) => table),
  ...inner.flatMap(tablesIn),
];

/** What a statement leaves unsaid: the tables whose rows it ties to others, locks or changes by their ids alone. */
export function withoutMerchant(statement: string, ofMerchants: ReadonlySet<string>): string[] {
  const text = statement
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/'(?:''|[^'])*'/g, "''")
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
  const found: string[] = [];
  const look = (part: Part, within: boolean, inner = false) => {
    const theirs = part.tables.filter(
      ({ table, alias }, nth) =>
        ofMerchants.has(table) && part.tables.findIndex((one) => one.alias === alias) === nth,
    );
    const changes =
      (CHANGES.test(part.own) && /\b\w*id (=|in)/.test(part.own)) || part.own.search(HOLDS) >= 0;
    const correlated = within && !part.isNamed;
    // without a column, what asks every machine is refused there; so is what hangs on a row that is in no one place
    const asksAll = inner && !part.isNamed && /^\s*select from\b/.test(part.own);
    if (changes || correlated || asksAll || theirs.length > 1)
      for (const { table, alias } of theirs) {
        const said = says(part.whole, alias) || (theirs.length === 1 && saysPlainly(part.own));
        if (!said) found.push(table);
      }
    for (const { table } of [
      ...heldAnywhere(part, theirs),
      ...sharedEverywhere(part),
      ...groupedById(part, theirs),
    ])
      found.push(table);
    // of no table, with a condition or joined: it can't be taken apart
    if (inner && !part.tables.length && (part.isLateral || /\bwhere\b/.test(part.own)))
      found.push(...tablesIn(part).filter((table) => ofMerchants.has(table)));
    if (theirs.length && part.own.search(HOLDS) >= 0 && LOOKS_BESIDE.test(part.own))
      found.push(...openWithin(part, ofMerchants).map(({ table }) => table));
    for (const one of part.inner) look(one, (within || theirs.length > 0) && !one.isNamed, true);
  };
  const all = partOf(text);
  look(all, false);
  const [, into = '', by = '', set = ''] = REPLACES.exec(text) ?? [];
  if (ofMerchants.has(into) && (!/\bmerchant_id\b/.test(by) || set.includes('now()')))
    found.push(into);
  const [, changed = '', reckoned = ''] = RECKONED.exec(text) ?? [];
  if ((ofMerchants.has(changed) || everywhere.has(changed)) && CHOSEN.test(reckoned))
    found.push(changed);
  if (changed && MOVED.test(reckoned) && tablesIn(all).some((one) => everywhere.has(one)))
    found.push(changed);
  return [...new Set(found)];
}

/**
 * What of a statement the judgement depends on: brackets, tables, locks, comparisons of ids, what is a value. Lists are said
 * in thousands of texts that differ in columns and filters alone, and each look takes milliseconds.
 */
const skeletonOf = (text: string): string =>
  [
    ...(text.match(
      /[\w."]*\bmerchant_id"? = ?[$']|\bexists(?=\s*\(\s*select\s+from\b)|[()=]|\b(?:select|union|with|as|using|lateral|for|of|no|key|share|set|in|any|lane|distinct|materialized|conflict|now|group)\b|\b(?:from|join|update|into|share)\s+[\w."]+(?:\s+(?:as\s+)?"?[a-z_]+"?)?|[\w."]*id\b/gi,
    ) ?? []),
    // what is chosen matters where something is changed alone
    ...(/^\s*update\b/i.test(text)
      ? (text.match(/\b(?:coalesce|case|returning|make_interval|interval)\b/gi) ?? [])
      : []),
  ].join(' ');

const isNew = (known: Set<string>, text: string) => known.size !== known.add(text).size;

/** What the servers of this process left unsaid, each statement once; whoever looks takes it away. */
export const unsaid: Error[] = [];

let ofMerchants: ReadonlySet<string> | undefined;

/** From now on listens to what servers say; statements of the tables' owner are the tests' own. */
export async function overhear(owner: pg.Pool): Promise<void> {
  if (ofMerchants) return;
  const { rows } = await owner.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'merchant_id' and is_nullable = 'NO'`,
  );
  ofMerchants = new Set(rows.map(({ name }) => name));
  const tables = ofMerchants;
  const looked = new Set<string>();
  const judged = new Set<string>();
  const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    const text = typeof first === 'string' ? first : (first as { text?: string } | null)?.text;
    const { options } = (this as unknown as { connectionParameters: { options?: string } })
      .connectionParameters;
    const isServers = options?.includes('role=');
    if (text && isServers && isNew(looked, text) && isNew(judged, skeletonOf(text))) {
      const found = withoutMerchant(text, tables);
      if (found.length) unsaid.push(new Error(`No merchant is named of ${found} in: ${text}`));
    }
    return query.apply(this, given);
  } as typeof pg.Client.prototype.query;
}
