import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const FONTS = {
  plain: '400Regular/Inter_400Regular',
  strong: '600SemiBold/Inter_600SemiBold',
} as const;

const require = createRequire(import.meta.url);
/** Ligatures and kerning of every script in the world: to read them takes ten times as long as all else. */
const UNUSED = ['GSUB', 'GPOS', 'GDEF', 'kern'];

/** Of the library, which has no types, what is used of it. */
interface Font {
  getGlyph(id: number, letters?: number[]): { codePoints: number[] };
}

/** A font without what is not used of it: its table is no longer found. */
async function opened(name: string): Promise<Buffer> {
  const bytes = await readFile(require.resolve(`@expo-google-fonts/inter/${name}.ttf`));
  const tables = bytes.readUInt16BE(4);
  for (let nth = 0; nth < tables; nth++) {
    const at = 12 + 16 * nth;
    if (UNUSED.includes(bytes.toString('latin1', at, at + 4))) bytes.write('none', at, 'latin1');
  }
  // @ts-expect-error it has no types
  const { create } = (await import('fontkit')) as { create(file: Buffer): Font };
  const font = create(bytes);
  // a glyph keeps the letters that it was first asked for by, and none where it was a part of another, as the comma
  // below ‘ķ’ is: no paper may hang on those before it
  const glyphOf = font.getGlyph.bind(font);
  font.getGlyph = (id, letters = []) => {
    const glyph = glyphOf(id, letters);
    if (letters.length) glyph.codePoints = letters;
    return glyph;
  };
  // what is opened is taken as the file is, which the types of pdfkit do not say
  return font as unknown as Buffer;
}

let fonts: Promise<[Buffer, Buffer]> | undefined;

/** The plain and the strong one; read once, which was half of a paper's time. */
export const fontsOfPapers = (): Promise<[Buffer, Buffer]> =>
  (fonts ??= Promise.all([opened(FONTS.plain), opened(FONTS.strong)]));
