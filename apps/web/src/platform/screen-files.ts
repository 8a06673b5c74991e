/** A route of a manifest, as oxfmt writes it: its name and what stands in it. */
const ROUTE = /^( +)'?([\w-]+)'?: \{\n((?:\1 +.*\n)*?)\1\},?$/gm;
const PATH = /^ +path: '([^']+)',$/m;
const SCREEN = /import\('(\.[^']+)'\)/;

/**
 * The addresses of a manifest's text that name no record, and where their screens stand: index.html asks
 * for those before any script has come (ADR 173).
 */
export const screensOf = (manifest: string): Record<string, string> =>
  Object.fromEntries(
    [...manifest.matchAll(ROUTE)].flatMap(([, , name, block = '']) => {
      const path = PATH.exec(block)?.[1] ?? `/${name}`;
      const screen = SCREEN.exec(block)?.[1];
      return screen && !path.includes('{') ? [[path, screen]] : [];
    }),
  );
