/** True where each word that is typed stands somewhere in these. */
export function isFound(typed: string, ...texts: readonly string[]): boolean {
  const text = texts.join(' ').toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
