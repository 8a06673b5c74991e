import { inflateSync } from 'node:zlib';

/** What the pages show, letter by letter: each font says which letter each of its glyphs is. */
export function textOf(pdf: Uint8Array): string {
  const raw = Buffer.from(pdf).toString('latin1');
  const object = (id: string) => {
    const from = raw.indexOf(`\n${id} 0 obj\n`);
    return raw.slice(raw.indexOf('obj\n', from) + 4, raw.indexOf('\nendobj', from));
  };
  const stream = (id: string) => {
    const whole = object(id);
    const at = whole.indexOf('\nstream\n');
    const [head, body] = [
      whole.slice(0, at),
      whole.slice(at + 8, whole.lastIndexOf('\nendstream')),
    ];
    const bytes = Buffer.from(body, 'latin1');
    return (head.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
  };
  const lettersOf = (font: string) => {
    const map = stream(/\/ToUnicode (\d+) 0 R/.exec(object(font))![1]!);
    const letters: string[] = [];
    for (const [, list] of map.matchAll(/\[([^\]]*)\]/g))
      for (const [, hex] of list!.matchAll(/<([0-9a-f]*)>/g))
        letters.push(Buffer.from(hex!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    return letters;
  };
  const fonts = new Map<string, string[]>();
  for (const [, name, id] of raw.matchAll(/\/(F\d+) (\d+) 0 R/g))
    if (!fonts.has(name!)) fonts.set(name!, lettersOf(id!));
  let text = '';
  for (const [, id] of raw.matchAll(/\/Contents (\d+) 0 R/g)) {
    let letters: string[] = [];
    for (const [, font, shown] of stream(id!).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font) letters = fonts.get(font)!;
      for (const [, hex] of (shown ?? '').matchAll(/<([0-9a-f]+)>/g))
        for (const [glyph] of hex!.matchAll(/.{4}/g)) text += letters[parseInt(glyph, 16)];
      text += shown ? '\n' : '';
    }
  }
  return text;
}
