import type { Column } from './kernel/columns.ts';

/** Whose a row is, by name: staff's to read (SB-04), and later in files than all else. */
export const customerColumn = {
  label: 'Customer',
  kind: 'text',
  name: true,
  visibleTo: 'staff',
  nullable: true,
  lastInFile: 2,
} as const satisfies Column;

/** The same by its id, for what belongs to them. */
export const customerIdColumn = {
  label: 'Customer id',
  kind: 'id',
  hidden: true,
  visibleTo: 'staff',
  nullable: true,
} as const satisfies Column;
