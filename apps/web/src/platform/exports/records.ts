const QUOTE = 0x22;
const END_OF_LINE = 0x0a;

/** Counts the records of a file while its parts come; a line end between quotes ends none. */
export function recordCounter(): (part: Uint8Array) => number {
  let quoted = false;
  // the first one is the head
  let ends = -1;
  return (part) => {
    for (const byte of part) {
      if (byte === QUOTE) quoted = !quoted;
      else if (byte === END_OF_LINE && !quoted) ends++;
    }
    return Math.max(ends, 0);
  };
}
