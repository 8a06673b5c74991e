import { useEffect, useRef, type ReactNode } from 'react';
import { notify } from './notify.tsx';
import { useAnySearch, useSearchChange } from './route-state.ts';

/** Says once that the record has just been created, and takes that out of the address (RT-48, RT-49). */
export function CreatedMessage({ message }: { message: string }): ReactNode {
  const created = useAnySearch().created === 'true';
  const change = useSearchChange();
  const said = useRef(false);
  useEffect(() => {
    if (!created || said.current) return;
    said.current = true;
    notify.success(message);
    change(({ created: _created, ...rest }) => rest, true);
  }, [created, message, change]);
  return null;
}
