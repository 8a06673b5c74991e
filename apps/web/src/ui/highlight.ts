/** A part of a text and what it is there; all parts together are the text. */
export interface Token {
  kind: 'text' | 'mark' | 'name' | 'attribute' | 'value' | 'comment';
  text: string;
}

const MARKUP = /(<!--[\s\S]*?-->|<[?!][^>]*>)|(<\/?)([^\s/>]+)([^>]*?)(\/?>)/g;
const ATTRIBUTE = /([^\s=]+)(\s*=\s*)("[^"]*"|'[^']*')/g;
const JSON_PART = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/g;

/** XML and JSON by what is a name and what a value; anything else is one piece of text. */
export function tokensOf(text: string): Token[] {
  const start = text.trimStart();
  if (start.startsWith('<')) return xmlTokens(text);
  return /^[[{]/.test(start) ? jsonTokens(text) : [{ kind: 'text', text }];
}

function xmlTokens(text: string): Token[] {
  return parts(text, MARKUP, ([whole, aside, open, name, attributes, close]) =>
    aside
      ? [{ kind: 'comment', text: whole }]
      : [
          { kind: 'mark', text: open! },
          { kind: 'name', text: name! },
          ...parts(attributes!, ATTRIBUTE, ([, key, equals, value]): Token[] => [
            { kind: 'attribute', text: key! },
            { kind: 'mark', text: equals! },
            { kind: 'value', text: value! },
          ]),
          { kind: 'mark', text: close! },
        ],
  );
}

function jsonTokens(text: string): Token[] {
  return parts(text, JSON_PART, ([whole, quoted, colon]) =>
    quoted && colon
      ? [
          { kind: 'name', text: quoted },
          { kind: 'mark', text: colon },
        ]
      : [{ kind: 'value', text: whole }],
  );
}

/** What matches becomes tokens, what lies between is text. */
function parts(text: string, pattern: RegExp, read: (match: RegExpMatchArray) => Token[]): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: 'text', text: text.slice(end, match.index) });
    tokens.push(...read(match));
    end = match.index + match[0].length;
  }
  if (end < text.length) tokens.push({ kind: 'text', text: text.slice(end) });
  return tokens;
}
