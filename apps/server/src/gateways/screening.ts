/** Who looks people up on the lists of those to be careful with (AM-64). */

export interface Screened {
  name: string;
  /** A day as text. */
  dateOfBirth: string | null;
}

export interface Finding {
  list: 'PEP' | 'SANCTIONS' | 'ADVERSE_MEDIA';
  /** 0 to 100. */
  matchScore: number;
  result: 'CLEAR' | 'POSSIBLE_MATCH' | 'MATCH';
  /** Whom it found, where it says so. */
  entry?: ListedEntry | undefined;
}

/** Somebody of a list; born is a day, or its year alone. */
export interface ListedEntry {
  name: string;
  born: string | null;
  /** Whose list, and under which programme or heading of it. */
  listName?: string | undefined;
  programme?: string | undefined;
  /** What they are or were. */
  position?: string | undefined;
  /** Where that can be read. */
  source?: string | undefined;
  countries?: string[] | undefined;
  aliases?: string[] | undefined;
}

export interface Screening {
  /** One finding for each list; throws where there is no answer. It moves nothing, and may be asked again. */
  screen(person: Screened): Promise<Finding[]>;
}
