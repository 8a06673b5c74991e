import type { Edit, Node, Seen } from './places.ts';

/**
 * The kinds of faults, each as a function from a part of the syntax tree to what is changed there. All
 * of a statement's text stays where that can be: a name that nothing uses any more would be caught by
 * the compiler for the wrong reason.
 */
export const FAULTS = {
  /** An await taken off, or made a `void`, which tells lint that it is meant. */
  await: ({ node, parents, textOf }) => {
    if (node.type !== 'AwaitExpression') return [];
    const argument = node['argument'] as Node;
    if (parents[0]?.type === 'ExpressionStatement')
      return [replaced(node, `void ${textOf(argument)}`)];
    return [replaced(node, textOf(argument))];
  },
  /** A lock of a row or of a name. */
  lock: (seen) => [
    ...callOf(seen, /^for(NoKey)?(Update|Share)$/),
    ...inSql(
      seen,
      /\s+for (no key )?(update|share)( of [\w, ]+?)?( skip locked| nowait)?(?=\s|$|`)/g,
      () => '',
    ),
    ...inSql(seen, /pg_advisory_(xact_)?lock(_shared)?\(/g, () => 'num_nonnulls('),
  ],
  /** Whose merchant's rows they are. */
  scope: (seen) => [
    ...whereOf(seen, /merchant_id|scopeOf\(/),
    ...inSql(
      seen,
      /[\w.]*merchant_id (=|is not distinct from) [\w.]*merchant_id/g,
      (found) => `coalesce(${found}, true) is not null`,
    ),
    ...boundMerchant(seen),
    ...comparison(seen, /merchant_?id$/i),
    ...property(seen, /^tenant$/, () => ''),
    ...property(seen, /^scope$/, (value) =>
      /'(merchant|own)'/.test(value) ? `scope: 'all'` : null,
    ),
  ],
  audit: ({ node, textOf }) =>
    nameOf(node) === 'audit'
      ? [replaced(node, `(Date.now() < 0 ? ${textOf(node)} : Promise.resolve())`)]
      : [],
  /** A branch of a rule that lets through what it refuses. */
  rule: (seen) => [...branch(seen), ...refusal(seen)],
  'step-up': (seen) => property(seen, /^(sensitive)$/, () => ''),
  visibleTo: (seen) => [
    ...property(seen, /^visibleTo$/, () => ''),
    ...(nameOf(seen.node) === 'isAudience'
      ? [replaced(seen.node, `(Date.now() < 0 ? ${seen.textOf(seen.node)} : true)`)]
      : []),
  ],
  /** What a field of a body, a query or a setting may be. */
  schema: (seen) => {
    const { node, parents, source } = seen;
    const isField = (parents[0]?.['properties'] as Node[] | undefined)?.some(
      (each) => (each['key'] as Node | undefined)?.['name'] === 'label',
    );
    const loosened = isField
      ? property(seen, /^(min|max|maxLength|required|requiredIf|enumeration)$/, () => '')
      : [];
    const asked = parents.some((each) =>
      /^(body|query)$/.test(String((each['key'] as Node | undefined)?.['name'])),
    );
    if (node.type !== 'CallExpression' || !(asked || source.path.endsWith('config.ts')))
      return loosened;
    return [...loosened, ...callOf(seen, /^(min|max|regex|int|positive)$/)];
  },
  cent: (seen) => {
    const { node, textOf } = seen;
    const text = textOf(node);
    const money =
      (node.type === 'BinaryExpression' &&
        /^[-+*/]$/.test(String(node['operator'])) &&
        /cents/i.test(text) &&
        !/['`]/.test(text)) ||
      nameOf(node) === 'toCents';
    return [
      ...(money ? [replaced(node, `(${text} + 1n)`)] : []),
      ...inSql(seen, /sum\([\w.]*_cents( - [\w.]*_cents)*\)/g, (found) => `(${found} + 1)`),
      ...inSql(seen, /[\w.]*_cents(?= [-+]\s)/g, (found) => `(${found} + 1)`),
    ];
  },
  sign: (seen) => {
    const { node, textOf, source } = seen;
    const swapped = SWAPPED[String(node['operator'])];
    const edits = inSql(
      seen,
      / (<=|>=|<|>) (?=[\w$(:'])/g,
      (found) => ` ${SWAPPED[found.trim()]} `,
    );
    if (node.type !== 'BinaryExpression' || !swapped || /['`]/.test(textOf(node))) return edits;
    const [left, right] = [node['left'] as Node, node['right'] as Node];
    const between = source.text.slice(left.end, right.start);
    return [
      ...edits,
      {
        start: left.end,
        end: right.start,
        text: between.replace(String(node['operator']), swapped),
      },
    ];
  },
  /** UTC in the place of somebody's zone. */
  zone: ({ node, parents, textOf }) => {
    const [parent] = parents;
    const isZone =
      /^(Identifier|MemberExpression)$/.test(node.type) && /(zone|TIME_ZONE)$/i.test(textOf(node));
    const taken =
      (parent?.type === 'CallExpression' && (parent['arguments'] as Node[]).includes(node)) ||
      (parent?.type === 'TemplateLiteral' && (parent['expressions'] as Node[]).includes(node));
    return isZone && taken ? [replaced(node, `(Date.now() < 0 ? ${textOf(node)} : 'UTC')`)] : [];
  },
  /** One status of those that something is said of. */
  status: (seen) => [
    ...inSql(seen, /(?<=status (=|<>|in|not in) \(?(?:'[A-Z_]+', ?)*)'[A-Z_]+'/g, () => `'-'`),
    ...listed(seen),
    ...comparison(seen, /status(\.name)?$/i),
  ],
} satisfies Record<string, (seen: Seen) => Edit[]>;

export type Kind = keyof typeof FAULTS;
export const KINDS = Object.keys(FAULTS) as Kind[];

const SWAPPED: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
};

const replaced = ({ start, end }: Node, text: string): Edit => ({ start, end, text });

/** The name of what is called; of a method, its own. */
function nameOf(node: Node): string | null {
  if (node.type !== 'CallExpression') return null;
  const callee = node['callee'] as Node;
  return String(callee['name'] ?? (callee['property'] as Node | undefined)?.['name'] ?? '') || null;
}

/** Every match within texts and templates that are SQL, as the text of the file has it. */
function inSql(
  { node, source, textOf }: Seen,
  pattern: RegExp,
  put: (found: string) => string,
): Edit[] {
  const isText = node.type === 'TemplateElement' || typeof node['value'] === 'string';
  if (!isText || !source.path.startsWith('apps/server/')) return [];
  return [...textOf(node).matchAll(pattern)].map(({ 0: found, index }) => {
    const start = node.start + index;
    return { start, end: start + found.length, text: put(found) };
  });
}

/** `.name(…)` behind something, taken off. */
function callOf({ node }: Seen, name: RegExp): Edit[] {
  const callee = node['callee'] as Node | undefined;
  if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return [];
  if (!name.test(nameOf(node) ?? '')) return [];
  return [{ start: (callee['object'] as Node).end, end: node.end, text: '' }];
}

/** A condition of the query builder's. */
const whereOf = (seen: Seen, about: RegExp): Edit[] =>
  nameOf(seen.node) === 'where' &&
  about.test((seen.node['arguments'] as Node[]).map(seen.textOf).join(' '))
    ? callOf(seen, /^where$/)
    : [];

/** `merchant_id = ${…}` and `${scopeOf(…)}` in a statement. */
function boundMerchant({ node, source, textOf }: Seen): Edit[] {
  if (node.type !== 'TemplateLiteral') return [];
  const [quasis, values] = [node['quasis'] as Node[], node['expressions'] as Node[]];
  return values.flatMap((value, at) => {
    const close = value.end + 1;
    if (/^(scopeOf|colleagues)\(/.test(textOf(value)))
      return [replaced(value, `(Date.now() < 0 ? ${textOf(value)} : sql<boolean>\`true\`)`)];
    const [name] =
      /[\w.]*merchant_id = $/.exec(source.text.slice(quasis[at]!.start, value.start - 2)) ?? [];
    if (!name) return [];
    const start = value.start - 2 - name.length;
    return [
      { start, end: close, text: `coalesce(${source.text.slice(start, close)}, true) is not null` },
    ];
  });
}

/** `a === b` of such names is always so, `a !== b` never. */
function comparison({ node, textOf }: Seen, name: RegExp): Edit[] {
  if (node.type !== 'BinaryExpression') return [];
  const sides = [node['left'] as Node, node['right'] as Node].map(textOf);
  if (
    !sides.some((side) => name.test(side)) ||
    sides.some((side) => /^(null|undefined)$/.test(side))
  )
    return [];
  const [always, more] = { '===': ['||', '>'], '!==': ['&&', '<'] }[String(node['operator'])] ?? [];
  return always ? [replaced(node, `(${textOf(node)} ${always} Date.now() ${more} 0)`)] : [];
}

/** A property of an object, taken out or put otherwise; null leaves it. */
function property(
  { node, parents, source, textOf }: Seen,
  name: RegExp,
  put: (value: string) => string | null,
): Edit[] {
  if (node.type !== 'Property' || node['shorthand'] || parents[0]?.type !== 'ObjectExpression')
    return [];
  if (!name.test(String((node['key'] as Node)['name']))) return [];
  const text = put(textOf(node['value'] as Node));
  if (text === null) return [];
  const comma = source.text[node.end] === ',' && text === '' ? 1 : 0;
  return [{ start: node.start, end: node.end + comma, text }];
}

const RULE = /^(can|whyNot|whyNo|why|refuse)([A-Z]|$)/;

/** What a rule of the contract answers but null. */
function branch({ node, parents, textOf }: Seen): Edit[] {
  const nearest = parents.findIndex(({ type }) => /Function/.test(type));
  const rule = [
    parents[nearest]?.['id'],
    parents[nearest + 1]?.['id'],
    parents[nearest + 1]?.['key'],
  ] as (Node | null | undefined)[];
  if (nearest < 0 || !rule.some((id) => id && RULE.test(String(id['name'])))) return [];
  const said =
    node.type === 'ReturnStatement'
      ? [node['argument']]
      : node.type === 'ConditionalExpression'
        ? [node['consequent'], node['alternate']]
        : [];
  return (said as (Node | null)[]).flatMap((value) =>
    !value || value.type === 'ConditionalExpression' || textOf(value) === 'null'
      ? []
      : [replaced(value, `(Date.now() < 0 ? ${textOf(value)} : null)`)],
  );
}

/** A line of the server that refuses. */
function refusal({ node, source, textOf }: Seen): Edit[] {
  if (node.type !== 'IfStatement' || !source.path.includes('/resources/')) return [];
  const then = node['consequent'] as Node;
  const body = (then['body'] as Node[] | undefined) ?? [then];
  if (body.length !== 1 || body[0]!.type !== 'ThrowStatement') return [];
  const test = node['test'] as Node;
  return [replaced(test, `(${textOf(test)}) && Date.now() < 0`)];
}

/** A status in a list of them that is not all there are. */
function listed({ node, parents, source }: Seen): Edit[] {
  const [list] = parents;
  const elements = list?.type === 'ArrayExpression' ? (list['elements'] as Node[]) : [];
  if (node.type !== 'Literal' || !/^[A-Z][A-Z_]+$/.test(String(node['value']))) return [];
  const named = parents.slice(1, 6).some((each) => {
    const id = (each['id'] ?? each['key']) as Node | null | undefined;
    return id && /status|state|from|open|final|when/i.test(String(id['name']));
  });
  if (!elements.includes(node) || elements.length < 2 || !named) return [];
  const comma = source.text[node.end] === ',' ? 1 : 0;
  return [{ start: node.start, end: node.end + comma, text: '' }];
}
