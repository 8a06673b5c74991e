import type { FileAs } from '@paydesk/contract/kernel/resource.ts';

const QUOTE = 0x22;
const END_OF_LINE = 0x0a;

/** Counts the records of a file while its parts come; a line end between quotes ends none. */
export function recordCounter(as: FileAs): (part: Uint8Array) => number {
  let quoted = false;
  // the first one of a sheet is the head
  let ends = as === 'csv' ? -1 : 0;
  return (part) => {
    for (const byte of part) {
      if (byte === QUOTE && as === 'csv') quoted = !quoted;
      else if (byte === END_OF_LINE && !quoted) ends++;
    }
    return Math.max(ends, 0);
  };
}
