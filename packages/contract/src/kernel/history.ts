import type { Column, RowOf } from './columns.ts';
import type { Enumeration } from './enumeration.ts';
import { resource, type Resource } from './resource.ts';

/** How what the audit log tells of ended. */
export const AUDIT_RESULTS = {
  SUCCESS: 'Success',
  FAILED: 'Failed',
  // what asks somebody else, or for a code, has a second entry that says how it ended
  PENDING: 'Begun',
  REFUSED: 'Refused',
} as const satisfies Enumeration;

/** Whose doing an entry is: of systems are tasks, gateways, commands, and what came in by a key, a certificate or SCIM. */
export const DONE_BY = {
  PERSON: 'People',
  SYSTEM: 'Systems',
  NOBODY: 'Not signed in',
} as const satisfies Enumeration;

/** What an entry of an audit log is about, by its name, for whom may read it; the id is in the files (ADR 201). */
export const recordName = {
  label: 'Record',
  kind: 'text',
  hidden: true,
  filter: false,
  pageOnly: true,
  nullable: true,
} as const satisfies Column;

/**
 * What the audit log says of one record, below the record's own path and for whoever may read that
 * kind of record. Merchant users see the rows of their merchant, and never who of the staff it was.
 */
/* @__NO_SIDE_EFFECTS__ */
export function historyOf<
  const P extends `/api/${string}/{id}/history`,
  const S extends string = string,
>(
  given: Pick<Resource<P, never, S>, 'slug' | 'path' | 'read' | 'serves'> &
    Partial<Pick<Resource, 'scope'>>,
) {
  return resource({
    title: 'Change history',
    scope: 'merchant',
    ...given,
    created: 'createdDate',
    columns: {
      id: { label: 'ID', kind: 'id', hidden: true },
      createdDate: { label: 'Created', kind: 'dateTime', sort: true },
      user: { label: 'User', kind: 'text' },
      action: { label: 'Action', kind: 'text' },
      result: { label: 'Result', kind: 'status', enumeration: AUDIT_RESULTS },
      details: { label: 'Details', kind: 'payload' },
    },
  });
}

export type History = ReturnType<typeof historyOf>;
export type HistoryRow = RowOf<History['columns']>;
