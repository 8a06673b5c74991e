import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { IconArrowDown, IconArrowUp } from '../../ui/icons.ts';
import styles from './review.module.css';
import type { Item } from './useQueue.ts';

interface Props {
  previous: Item | undefined;
  next: Item | undefined;
  onGo: (item: Item) => Promise<void>;
}

/** To the case before and to the one after. */
export const Steps = ({ previous, next, onGo }: Props): ReactNode => (
  <div className={styles.steps} data-steps>
    <Step keys="p k" words="Previous" Sign={IconArrowUp} to={previous} onGo={onGo} />
    <Step keys="n j" words="Next" Sign={IconArrowDown} to={next} onGo={onGo} />
  </div>
);

function Step(props: {
  keys: string;
  words: string;
  Sign: typeof IconArrowDown;
  to: Item | undefined;
  onGo: (item: Item) => Promise<void>;
}): ReactNode {
  const { keys, words, Sign, to, onGo } = props;
  return (
    <Button
      icon={<Sign size={16} aria-hidden />}
      aria-disabled={to ? undefined : true}
      title={to ? undefined : 'No more cases this way'}
      data-key={keys}
      data-does={`${words} case`}
      onClick={() => to && void onGo(to)}
    >
      <span>{words}</span>
      <kbd aria-hidden>{keys[0]}</kbd>
    </Button>
  );
}
