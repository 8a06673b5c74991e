import type { Page } from '@playwright/test';

interface Shift {
  value: number;
  /** What moved, from where to where. */
  moved: string[];
}

/** From the next load on: every shift that no input of the person explains is kept. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface Rect {
      x: number;
      y: number;
      width: number;
      height: number;
    }
    interface Entry extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: Rect; currentRect: Rect }[];
    }
    const at = ({ x, y, width, height }: Rect) =>
      `${Math.round(x)},${Math.round(y)} ${Math.round(width)}x${Math.round(height)}`;
    const keep = (entries: PerformanceEntryList) => {
      for (const { value, hadRecentInput, sources } of entries as Entry[])
        if (!hadRecentInput)
          shifts.push({
            value,
            moved: sources.map(({ node, previousRect, currentRect }) => {
              const element = node instanceof Element ? node : node?.parentElement;
              return `${element?.tagName} ${element?.className} ${at(previousRect)} to ${at(currentRect)}`;
            }),
          });
    };
    const shifts: Shift[] = [];
    const observer = new PerformanceObserver((list) => keep(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(globalThis, {
      takeShifts: () => {
        keep(observer.takeRecords());
        return shifts.splice(0);
      },
    });
  });
}

/** What has shifted since it was asked last, all of it added up, and by what. */
export async function shiftsOf(page: Page): Promise<{ total: number; moved: string[] }> {
  const shifts = await page.evaluate(() =>
    (globalThis as unknown as { takeShifts(): Shift[] }).takeShifts(),
  );
  return {
    total: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.flatMap(({ value, moved }) => [value.toFixed(3), ...moved]),
  };
}
