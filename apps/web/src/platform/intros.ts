/** A route of a manifest, as oxfmt writes it: its name, and what it says at the first visit. */
const ROUTE = /^( +)'?([\w-]+)'?: \{\n((?:\1 +.*\n)*?)\1 {2}intro:\s+'([^'\n]*)',\n/gm;
const INTRO = /^ +intro:\s+'[^'\n]*',\n/gm;

/** The lines of a manifest's text by the names of its routes: they come apart from it (ADR 146). */
export const introsOf = (manifest: string): Record<string, string> =>
  Object.fromEntries([...manifest.matchAll(ROUTE)].map(([, , name, , intro]) => [name, intro]));

/** What of a manifest the first load carries. */
export const withoutIntros = (manifest: string): string => manifest.replace(INTRO, '');
