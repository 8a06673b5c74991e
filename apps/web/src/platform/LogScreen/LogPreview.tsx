import { durationWords } from '@paydesk/contract/kernel/durations.ts';
import { cut } from '@paydesk/contract/kernel/texts.ts';
import { memo, type ReactNode } from 'react';
import { CopyButton } from '../../ui/Copy.tsx';
import { PlainButton } from '../../ui/Button.tsx';
import { digestOf } from './digest.ts';
import styles from './log.module.css';
import type { Became } from './types.ts';

/** Says the same in every message. */
const PROLOG = /^\s*<\?xml[^>]*\?>\s*/;
const PREVIEW = 120;

interface Props {
  text: string;
  /** What it answers, where that is said here too. */
  request: string | null;
  /** What the other cells of the row say already. */
  known: readonly string[];
  /** What became of it, where it does not say so itself. */
  became: Became | null;
  /** Where no column has it. */
  tookMs: number | null;
  onOpen: () => void;
}

/** What a message says, in words: how it ended, then what it is about; the whole opens beside the list. */
export const LogPreview = memo(function LogPreview(props: Props): ReactNode {
  const { text, request, known, became, tookMs, onOpen } = props;
  const told = digestOf(text, known);
  const asked = request === null ? null : digestOf(request, known);
  // what did not arrive comes first and why it did not, then what it says
  const failed = became?.tone === 'error' ? became : null;
  const outcome = failed ?? told.outcome ?? became;
  const about = [...(asked?.about ?? []), ...told.about];
  const facts = [...told.facts, ...(asked?.facts ?? [])];
  const rest = [
    ...(failed ? [failed.why] : []),
    ...(failed && told.outcome ? [told.outcome.words] : []),
    ...about,
    ...(tookMs === null ? [] : [`after ${durationWords(tookMs)}`]),
    ...[...new Set(facts)].slice(0, FACTS),
    ...(failed?.more ?? []),
    ...(became && !failed && told.outcome ? [became.words.toLowerCase()] : []),
  ].join(' · ');
  const read = outcome || rest;
  return (
    <span className={styles.cell}>
      <PlainButton
        className={read ? styles.digest : styles.preview}
        title="Show Payload"
        data-on-paper
        data-opens
        onClick={onOpen}
      >
        {outcome ? <strong data-tone={outcome.tone}>{outcome.words}</strong> : null}
        {outcome && rest ? ' · ' : null}
        {read ? rest : cut(text.replace(PROLOG, ''), PREVIEW).replace(/\s+/g, ' ')}
      </PlainButton>
      <CopyButton
        quiet
        text={request === null ? text : `${request}\n\n${text}`}
        label="Copy Payload"
      />
    </span>
  );
});

/** More of them than a row has room for are read in the panel. */
const FACTS = 6;
