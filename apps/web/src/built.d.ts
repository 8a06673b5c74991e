/** What the build makes of CHANGELOG.md (vite.config.ts). */
declare module 'virtual:changelog' {
  // a module that is declared takes no import by a relative path (TS2439)
  // oxlint-disable-next-line typescript/consistent-type-imports
  export const VERSIONS: readonly import('./platform/changelog.ts').Version[];
}

declare module 'virtual:changelog-newest' {
  /** Another one whenever the newest version's text is. */
  export const NEWEST: string;
}
