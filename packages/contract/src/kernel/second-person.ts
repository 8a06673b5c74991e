import type { Audience } from '../permissions.ts';
import type { Enumeration } from './enumeration.ts';
import type { FieldError } from './errors.ts';
import type { Fields } from './fields.ts';
import type { Resource } from './resource.ts';
import type { RecordAction } from './record-action.ts';

/** What can be made to wait for a second person, by a threshold that somebody sets (M12). */
export const SECOND_PERSON = {
  REFUND: 'Refunds',
  REVERSAL: 'Reversals',
  MARK: 'Marks by hand',
  ADMINISTRATOR: 'Making somebody an administrator',
  RULE: 'Changes of risk rules',
  GATEWAY: 'Gateways and their secrets',
  IBAN: 'A merchant’s IBAN',
  EXPORT: 'Exports of personal data',
  ERASURE: 'Erasing a person',
  THRESHOLD: 'Changes of thresholds',
} as const satisfies Enumeration;
export type SecondPersonKind = keyof typeof SECOND_PERSON;

/** Those of which each has an amount. */
export const WITH_AMOUNT: readonly SecondPersonKind[] = ['REFUND', 'REVERSAL', 'MARK'];

/** Those that no threshold is set for: where one stands, its change waits by itself. */
export const ALWAYS: readonly SecondPersonKind[] = ['THRESHOLD'];

type Body = Readonly<Record<string, unknown>>;
type Params = Readonly<Record<string, string>>;

/** Another record, by what it is to the one that is asked about. */
export interface Beware {
  what: string;
  words: string;
  /** In a few words, after 'Marks by hand:'. */
  short: string;
  entityType: string;
  entityId: string;
}

/** What an action, or a row of its own, says of it: from that alone the call waits where a threshold says so. */
export interface SecondPerson<R = never> {
  /** Null: this call is none of it. */
  kind: SecondPersonKind | ((body: Body, record: R, params: Params) => SecondPersonKind | null);
  /** Where it moves money, or says that it has moved: how much. */
  amount?: (body: Body, record: R) => number;
  /** Of several actions behind one call: which one this is. */
  as?: (body: Body) => RecordAction<never>;
  /** By which call its record is read, where the call does not stand below the record’s own. */
  reads?: `GET /api/${string}`;
  /** Whose thresholds count, where the record’s `merchantId` does not say it. */
  merchant?: (body: Body, record: R) => string | null;
  /** What was read as it is asked for, by field: that it is otherwise by now is told at once, and asked of nobody. */
  unread?: (body: Body, record: R) => Readonly<Record<string, string>>;
  /** What of the record nobody has agreed to once it is another; without it its `version`, where it has one. */
  version?: (record: R) => unknown;
  /** What whoever agrees has to know of the record, as it is when they look. */
  beware?: (record: R) => Beware | null;
  /** Its handler asks for a proof of who it is, which is asked for before it waits, as nobody can give it later. */
  proven?: true;
}

/** For how long somebody may read what a second person has let them read, by the very same call. */
export const READING_MINUTES = 60;

/** What is known by its path alone. */
interface Named {
  name: (params: Params) => string;
  fields: Fields;
}

/** One of what its asker’s own call answers; whoever agrees need not see the others. */
interface Among {
  among: `GET /api/${string}`;
  /** What of it is another once it is not what was looked at. */
  version: (one: never) => unknown;
  fields: Fields;
}

/** The same on a row of the endpoint table. */
export interface WaitingRow extends SecondPerson {
  /** What the audit log calls its record. */
  entity: string;
  action?: RecordAction<never>;
  /**
   * Of what is no action of a record; its handler takes the key along. `fields` is what of its body, or of what
   * it is about, is read before agreeing.
   */
  is?: Named | Among;
  /** Of what is no action of a record: which of its fields refuses it, and why; that is asked of nobody. */
  refuses?: (record: never) => FieldError | null;
  /** A reading: nothing is done once it is agreed to, but the same call answers for a while. */
  opens?: { name: string; to?: Audience };
}

export const REASON_LENGTH = 500;

/** What the audit log calls the rows of a list. */
export const entityOfList = (slug: string): string =>
  slug.replace(/s$/, '').replaceAll('-', '_').toUpperCase();

/** A file that tells of people waits where a threshold says so. */
export const waitingFile = ({
  slug,
  title,
  csv,
}: Pick<Resource, 'slug' | 'title' | 'csv'>): { secondPerson?: WaitingRow } =>
  csv?.persons
    ? {
        secondPerson: {
          kind: 'EXPORT',
          entity: entityOfList(slug),
          opens: { name: title, ...(csv.persons !== true && { to: csv.persons }) },
        },
      }
    : {};
