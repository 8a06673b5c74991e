import type { Source } from './sources.ts';

/**
 * The circles of files that need each other to run, each once; what is fetched later by `import()` from
 * the route table is no part of one. By Tarjan's strongly connected components.
 */
export function circlesOf(sources: readonly Source[]): string[][] {
  const needs = new Map(
    sources.map(({ path, imports }) => [
      path,
      imports.filter(({ runs, lazy }) => runs && !lazy).map(({ target }) => target),
    ]),
  );
  const met = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  function visit(path: string): void {
    met.set(path, met.size);
    low.set(path, met.get(path)!);
    stack.push(path);
    for (const next of needs.get(path)!.filter((target) => needs.has(target))) {
      if (!met.has(next)) visit(next);
      if (stack.includes(next)) low.set(path, Math.min(low.get(path)!, low.get(next)!));
    }
    if (low.get(path) !== met.get(path)) return;
    const circle = stack.splice(stack.indexOf(path));
    if (circle.length > 1) circles.push(circle.sort());
  }
  for (const path of needs.keys()) if (!met.has(path)) visit(path);
  return circles;
}
