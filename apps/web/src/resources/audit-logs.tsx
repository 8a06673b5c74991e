import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { auditLogs } from '@paydesk/contract/resources/audit-logs.ts';
import { paths } from '../paths.ts';
import { renderValue } from '../platform/ListScreen/cells.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { detailWords, readDetails } from '../ui/changes.ts';
import { Payload } from '../ui/Payload.tsx';

type Row = RowOf<typeof auditLogs.columns>;

/** Where the record itself is shown, by its type. */
const SCREENS: Readonly<Record<string, (id: string) => string>> = {
  TRANSACTION: paths.transaction,
  USER: paths.user,
};

function entityLink({ entityType, entityId }: Row) {
  const href = entityId ? SCREENS[entityType]?.(entityId) : undefined;
  return renderValue(auditLogs.columns.entityId, entityId, href);
}

function details({ details: text }: Row) {
  const words = detailWords(readDetails(text) ?? { changes: [], others: [] });
  return words ? <Payload text={text} preview={words} label="Details" /> : null;
}

const columns = {
  action: { width: 142 },
  entityType: { width: 118 },
  entityId: { cell: entityLink },
  address: { width: 112 },
  details: { cell: details, width: 240 },
};
const empty = 'Nothing was changed yet. Whatever somebody changes stands here by itself.';

/** AT-01: who did what, to which record, and how it ended. */
export const AuditLogsScreen = () => (
  <ListScreen resource={auditLogs} columns={columns} nothingYet={empty} />
);
