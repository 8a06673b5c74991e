import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { useCopy, type CopySource } from './Copy.tsx';
import { IconCheck, IconCopy } from './icons.ts';

/** A button that copies, and says so. */
export function CopyWords({
  text,
  label,
  primary = false,
}: {
  text: CopySource;
  label: string;
  primary?: boolean;
}): ReactNode {
  const { state, copy } = useCopy(text);
  const Icon = state === 'copied' ? IconCheck : IconCopy;
  return (
    <Button
      variant={primary ? 'primary' : 'default'}
      icon={<Icon size={16} aria-hidden />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">
        {state === 'copied' ? 'Copied' : state === 'refused' ? 'Copying failed' : label}
      </span>
    </Button>
  );
}
