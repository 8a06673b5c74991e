const PAIRS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  þ: 'th',
  Þ: 'TH',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  '’': "'",
};

/** Without case and accents; the same as `search_text` in the database, letter for letter. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßẞæÆœŒþÞøØłŁđĐðÐħĦı’]/g, (letter) => PAIRS[letter]!)
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

/** What `like` is asked for a text that may stand anywhere. */
export const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** An index of trigrams knows something of it. */
export const hasTrigram = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(text);
