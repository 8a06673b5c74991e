import { customerNote, customerNotes } from '@paydesk/contract/resources/customers/notes.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';

const columns = { createdBy: { width: 180 } };

/** What staff wrote down, the latest first; a new one from its button. */
export const NotesTab = ({ customerId }: { customerId: string }) => (
  <ListScreen
    resource={customerNotes}
    record={customerNote}
    columns={columns}
    params={{ id: customerId }}
    nothingYet="No notes yet. Write what the next colleague should know: a call, a promise, a warning."
  />
);
