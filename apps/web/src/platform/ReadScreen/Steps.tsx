import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { IconArrowDown, IconArrowUp } from '../../ui/icons.ts';

interface Props {
  /** Of the page, in its order. */
  rows: readonly { id: string }[];
  /** Where the open one stands; −1 where it is on another page by now. */
  at: number;
  /** What one is called: 'message' */
  what: string;
  onShow: (id: string) => void;
}

/** To the one before and the next one of the page, while one is open beside it. */
export function Steps({ rows, at, what, onShow }: Props): ReactNode {
  const step = (by: 1 | -1) => {
    const to = at < 0 ? undefined : rows[at + by];
    const next = by > 0;
    const Icon = next ? IconArrowDown : IconArrowUp;
    return (
      <Button
        icon={<Icon size={16} aria-hidden />}
        aria-disabled={to ? undefined : true}
        title={to ? undefined : `It is the ${next ? 'last' : 'first'} one on this page`}
        data-key={next ? 'n j' : 'p k'}
        data-does={`${next ? 'Next' : 'Previous'} ${what}`}
        onClick={() => to && onShow(to.id)}
      >
        {next ? 'Next' : 'Previous'}
        <kbd aria-hidden>{next ? 'n' : 'p'}</kbd>
      </Button>
    );
  };
  return (
    <>
      {step(-1)}
      {step(1)}
    </>
  );
}
