import type { ReactNode } from 'react';
import { useOpens } from './closed.ts';
import { renderValue } from './ListScreen/cells.tsx';

/** An id in a row, a link where this person may open what it is of. */
export function IdLink({
  label,
  id,
  href,
}: {
  label: string;
  id: string | null;
  href: (id: string) => string;
}): ReactNode {
  const opens = useOpens();
  const to = id ? href(id) : null;
  return renderValue({ label, kind: 'id' }, id, to && opens(to) ? to : undefined);
}
