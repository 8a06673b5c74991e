const SMALL = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** Nobody counts further, and nobody needs it. */
const MANY = 999;

const inWords = (count: number) => (count > MANY ? `${MANY}+` : (SMALL[count] ?? String(count)));

/** 'Three new, one changed'; empty where there is nothing to say. */
export function newsWords(added: number, changed: number): string {
  const parts = [added && `${inWords(added)} new`, changed && `${inWords(changed)} changed`];
  const text = parts.filter(Boolean).join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface Row {
  id?: unknown;
}

/** What a list says now that its page does not show: how many more there are, and which of the rows shown are others. */
export function difference(
  shown: { content: readonly Row[]; totalElements: number },
  now: { content: readonly Row[]; totalElements: number },
): { added: number; changed: string[] } {
  const added = Math.max(0, now.totalElements - shown.totalElements);
  const present = new Map(now.content.map((row) => [row.id, JSON.stringify(row)]));
  const changed = shown.content.filter((row) => {
    const text = present.get(row.id);
    // those that more rows have pushed to the next page are as they were
    return text === undefined ? !added : text !== JSON.stringify(row);
  });
  return { added, changed: changed.map(({ id }) => String(id)) };
}
