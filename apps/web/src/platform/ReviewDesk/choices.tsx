import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import styles from './review.module.css';
import type { AnyQueue } from './types.ts';
import { PARTS, type Part } from './useQueue.ts';

/** In the order of the screen: whose first, then the kinds. */
const digit = (at: number, does: string) => ({
  'data-key': String(at + 1),
  'data-does': does,
  title: `${does} (${at + 1})`,
});

const WHOSE: Record<Part, string> = {
  all: 'all cases',
  nobodys: 'unassigned cases',
  mine: 'your cases',
};
const WHOSE_COUNT = Object.keys(WHOSE).length;

/** A phone has room for what tells the kinds apart; the whole name is read out there too. */
function Title({ of }: { of: string }): ReactNode {
  const [first, ...rest] = of.split(' ');
  return (
    <b>
      {first}
      <i> {rest.join(' ')}</i>
    </b>
  );
}

/** Whose cases are shown. */
export const Whose = (props: {
  part: Part;
  totalOf: (part: Part) => string;
  onChoose: (part: Part) => void;
}): ReactNode => (
  <fieldset aria-label="Whose" className={styles.parts} data-joined>
    {(Object.keys(PARTS) as Part[]).map((which, at) => (
      <Button
        key={which}
        {...digit(at, `Show ${WHOSE[which]}`)}
        aria-pressed={which === props.part}
        onClick={() => props.onChoose(which)}
      >
        {PARTS[which]} <span>{props.totalOf(which)}</span>
      </Button>
    ))}
  </fieldset>
);

/** Of which kind, where there is more than one. */
export const Kinds = (props: {
  kinds: readonly AnyQueue[];
  kind: AnyQueue | undefined;
  totalOf: (kind: AnyQueue | undefined) => string;
  onChoose: (kind: AnyQueue | undefined) => void;
}): ReactNode =>
  props.kinds.length > 1 ? (
    <fieldset aria-label="Kind" className={styles.parts}>
      {[undefined, ...props.kinds].map((queue, at) => (
        <Button
          key={queue?.slug ?? 'every'}
          {...digit(at + WHOSE_COUNT, `Show ${(queue?.title ?? 'All types').toLowerCase()}`)}
          aria-pressed={queue === props.kind}
          onClick={() => props.onChoose(queue)}
        >
          <Title of={queue?.title ?? 'All types'} /> <span>{props.totalOf(queue)}</span>
        </Button>
      ))}
    </fieldset>
  ) : null;
