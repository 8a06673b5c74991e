import { CopyWords } from '../../ui/CopyWords.tsx';
import type { LogOf } from './types.ts';

/** What a ticket to the other side is made of: each message as it was sent, the oldest first. */
export function CopyMessages<R extends { createdDate: string }>({
  messages,
  log: { title, payload },
}: {
  messages: readonly R[];
  log: LogOf<R>;
}) {
  const told = messages
    .toSorted((one, other) => Date.parse(one.createdDate) - Date.parse(other.createdDate))
    .map((row) => `${row.createdDate} ${title(row)}\n${String(row[payload])}`);
  const label = told.length === 1 ? 'Copy message' : `Copy ${told.length} messages`;
  return <CopyWords text={told.join('\n\n')} label={label} />;
}
