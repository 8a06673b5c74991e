/** What the build makes of CHANGELOG.md (vite.config.ts). */
declare module 'virtual:changelog' {
  // a module that is declared takes no import by a relative path (TS2439)
  // oxlint-disable-next-line typescript/consistent-type-imports
  export const VERSIONS: readonly import('./platform/changelog.ts').Version[];
}

declare module 'virtual:changelog-newest' {
  /** Another one whenever what staff, or a merchant's people, read of the newest version is. */
  export const NEWEST: readonly [staff: string, merchants: string];
}

/** What the build makes of docs/glossary.md (vite.config.ts). */
declare module 'virtual:glossary' {
  // as above
  // oxlint-disable-next-line typescript/consistent-type-imports
  export const ENTRIES: readonly import('./platform/glossary.ts').Entry[];
}

declare module 'virtual:glossary-words' {
  /** In small letters. */
  export const WORDS: ReadonlySet<string>;
}

/** What the build takes out of the manifests (vite.config.ts). */
declare module 'virtual:intros' {
  /** By the name of the route. */
  export const INTROS: Readonly<Record<string, string>>;
}

/** What the build takes out of the records of the contract (codes.ts). */
declare module 'virtual:codes' {
  /** By the name of the record in the audit log, its field and the code. */
  // as above
  // oxlint-disable-next-line typescript/consistent-type-imports
  export const CODES: Readonly<Record<string, import('./ui/changes.ts').CodeWords>>;
  interface Named {
    actions: Readonly<Record<string, string>>;
    kinds: Readonly<Record<string, string>>;
    /** By the action, the kind of record that it is done to. */
    under: Readonly<Record<string, string>>;
  }
  /** What the audit log of each console names, by the code and in the order of the words. */
  export const HOUSE: Named;
  export const MERCHANTS: Named;
  /** And what a call that was refused is, by its key. */
  export const CALLS: Readonly<Record<string, string>>;
}
