/** JSON indented, XML one element a line; anything else as it is. */
export function prettyPayload(text: string): string {
  const plain = text.trim();
  if (/^[[{]/.test(plain)) {
    try {
      return JSON.stringify(JSON.parse(plain), null, 2);
    } catch {
      return text;
    }
  }
  if (!plain.startsWith('<') || plain.includes('<![CDATA[')) return text;
  let depth = 0;
  return plain
    .replace(/>\s*</g, '>\n<')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth = Math.max(0, depth - 1);
      const indented = '  '.repeat(depth) + line;
      if (/^<[^/?!][^>]*[^/]>$|^<[^/?!]>$/.test(line)) depth += 1;
      return indented;
    })
    .join('\n');
}
