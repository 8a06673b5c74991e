import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';
import { notify } from './notify.tsx';

/** Says once that the record has just been created, and takes that out of the address (RT-48, RT-49). */
export function CreatedMessage({ message }: { message: string }): ReactNode {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const said = useRef(false);
  const created = search.created === 'true';
  useEffect(() => {
    if (!created || said.current) return;
    said.current = true;
    notify.success(message);
    void navigate({
      to: '.',
      search: (({ created: _created, ...rest }: Record<string, unknown>) => rest) as never,
      replace: true,
    });
  }, [created, message, navigate]);
  return null;
}
