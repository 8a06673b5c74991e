import type { TaskType } from '@paydesk/contract/tasks.ts';
import { AGEING } from '../../platform/ageing.ts';
import { CLASSED } from '../../platform/db/classes.ts';
import { HELD } from './held.ts';

const DAY_HOURS = 24;
/** As long as what somebody did, and as long as what it opens: they have no time of their own. */
const WITH_THEIR_ROW = ['none', 'actor', 'secret'];

/** When what a table tells of people goes, and by which task. */
export interface End {
  /** A setting that the task reads, or a time that nobody has a say in. */
  after: string;
  task: TaskType;
}

/** Those that go by another way than ageing, and than an erasure of their rows. */
const MORE: Readonly<Record<string, readonly End[]>> = {
  // of a customer; of those who work here it says who did what
  audit_logs: [{ after: 'retention.customers.days', task: 'CUSTOMER_RETENTION' }],
};

/** Of one table: all that takes something from it by the clock. */
export function endsOf(table: string): End[] {
  const aged = AGEING.filter((one) => one.table === table).map(({ setting, hours }): End => ({
    after: setting ?? inWords(hours!),
    task: 'HOUSEKEEPING',
  }));
  const held = HELD.filter((one) => one.table === table).flatMap(({ kept }): End[] => [
    { after: 'retention.customers.days', task: 'CUSTOMER_RETENTION' },
    ...(kept ? [{ after: 'loans.keep.days', task: 'ERASURE_CHECK' } as const] : []),
  ]);
  return [...aged, ...held, ...(MORE[table] ?? [])];
}

const inWords = (hours: number): string =>
  hours < DAY_HOURS
    ? `${hours} hour${hours === 1 ? '' : 's'}`
    : `${hours / DAY_HOURS} day${hours === DAY_HOURS ? '' : 's'}`;

const WHO_DID_WHAT = 'whoever works here or did: the audit log names them for good';
const MERCHANT = 'a contract and its books: staff and the law say when, no clock';

/** What tells something of people and no clock takes, and why: of tables without an end all of it. */
export const FOR_GOOD: Readonly<Record<string, string>> = {
  api_key_networks: 'a merchant’s machines; forgotten, they would be told as new',
  erasures: 'words of staff, why somebody was erased',
  audit_logs: 'of those who work here: who did what, and from where',
  external_ids: 'the other system’s name of a row, so that nothing comes in twice',
  financing_institutions: 'whom to ask at a lender, as long as it lends; staff change it',
  merchant_applications: 'those that were sent in: who applied for a merchant',
  merchant_backgrounds: MERCHANT,
  merchant_documents: MERCHANT,
  merchant_standings: MERCHANT,
  merchants: MERCHANT,
  named_api_keys: 'a merchant’s machines',
  roles: 'what a firm calls its roles',
  sanctioned_names: 'public lists, replaced by the next',
  scim_groups: 'what a firm calls its groups, until it takes them away',
  scim_people: WHO_DID_WHAT,
  sso_identities: WHO_DID_WHAT,
  users: WHO_DID_WHAT,
};

export interface Told {
  table: string;
  classes: string;
  ends: readonly End[];
  /** Columns that outlast the ends of their table, or all of it, and why. */
  stays: string;
}

/** Of every table that tells something of people: which classes, when it goes, and what of it does not. */
export function tellEnds(): Told[] {
  const some = CLASSED.filter(({ of }) => !WITH_THEIR_ROW.includes(of));
  return [...Map.groupBy(some, ({ table }) => table)]
    .map(([table, columns]) => {
      const stays = HELD.filter((one) => one.table === table).flatMap(({ stays: kept = {} }) =>
        Object.entries(kept).map(([column, why]) => `${column}: ${why}`),
      );
      return {
        table,
        classes: [...new Set(columns.map(({ of }) => of))].join(', '),
        ends: endsOf(table),
        stays: [...stays, FOR_GOOD[table] ?? []].flat().join('; '),
      };
    })
    .toSorted((one, other) => (one.table < other.table ? -1 : 1));
}
