import { useLayoutEffect, type RefObject } from 'react';

/** Room for what stands behind the parts and tells what is left out: 'By status'. */
const MORE = 64;

const sum = (widths: readonly number[]) => widths.reduce((whole, one) => whole + one, 0);

/**
 * Of parts that stand in one line as many as it has room for, beside what stands behind them: the others are marked
 * `data-folded`. Measured anew when the line or what stands in it changes.
 */
export function useOneLine(
  line: RefObject<HTMLElement | null>,
  parts: RefObject<HTMLElement | null>,
  /** What stands there; undefined while it is to come. */
  words: string | undefined,
  /** Whether something stands behind them where all have room. */
  behind: boolean,
): void {
  useLayoutEffect(() => {
    if (words === undefined || !line.current || !parts.current) return undefined;
    const [box, within] = [line.current, parts.current];
    const fold = () => {
      const all = [...within.children] as HTMLElement[];
      for (const one of all) delete one.dataset.folded;
      const gap = parseFloat(getComputedStyle(box).columnGap);
      const wide = (one: Element) => one.getBoundingClientRect().width + gap;
      const room = box.clientWidth + gap;
      const widths = all.map(wide);
      let fits = all.length;
      // the first stands there whatever it takes
      if (sum(widths) + (behind ? MORE + gap : 0) > room)
        do fits -= 1;
        while (fits > 1 && sum(widths.slice(0, fits)) + MORE + gap > room);
      fits = Math.max(1, fits);
      for (const one of all.slice(fits)) one.dataset.folded = '';
    };
    const watch = new ResizeObserver(fold);
    watch.observe(box);
    fold();
    return () => watch.disconnect();
  }, [line, parts, words, behind]);
}
