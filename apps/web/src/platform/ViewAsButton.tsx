import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { IconEye } from '../ui/icons.ts';
import { useOnce } from './useOnce.ts';
import { viewAs } from './view-as.ts';

/** Looks at the console as this person or role, until it is ended. */
export function ViewAsButton({
  as,
  name,
}: {
  as: Parameters<typeof viewAs>[0];
  /** Where several stand side by side. */
  name?: string;
}): ReactNode {
  const [running, once] = useOnce();
  const begin = async () => {
    await viewAs(as);
    return null;
  };
  return (
    <Button
      icon={<IconEye size={16} aria-hidden />}
      pending={running !== null}
      aria-label={name && `View as ${name}`}
      onClick={() => once(begin)}
    >
      View as
    </Button>
  );
}
