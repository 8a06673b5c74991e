import { useRef, type ReactNode } from 'react';
import { Button } from './Button.tsx';

/** A button that asks for a file of this computer. */
export function FileButton({
  label,
  accept,
  pending,
  onPick,
  children,
}: {
  /** Of what file it is. */
  label: string;
  accept: string;
  pending: boolean;
  onPick: (file: File) => void;
  children: ReactNode;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // the same file may be chosen again
          currentTarget.value = '';
          if (file) onPick(file);
        }}
      />
      <Button pending={pending} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
