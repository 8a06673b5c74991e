import { cut } from '@paydesk/contract/kernel/texts.ts';
import { memo, type ReactNode } from 'react';
import { Chip } from '../../ui/Chip.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import { PlainButton } from '../../ui/Button.tsx';
import styles from './log.module.css';
import { saidOf, type Saying, type Words } from './said.ts';

/** Says the same in every message. */
const PROLOG = /^\s*<\?xml[^>]*\?>\s*/;
const PREVIEW = 120;

interface Props extends Saying {
  /** How it ended stands in a column of its own. */
  apart: boolean;
  onOpen: () => void;
}

/** What a message says, in words: why it ended so, then what it is about; the whole opens beside the list. */
export const LogPreview = memo(function LogPreview(props: Props): ReactNode {
  const { text, request, apart, onOpen } = props;
  const said = saidOf(props);
  const lead = apart ? said.lead : said.outcome;
  const rest = apart ? said.rest : said.restAlone;
  const read = lead || rest;
  return (
    <span className={styles.cell}>
      <PlainButton
        className={read ? styles.digest : styles.preview}
        title="Show Payload"
        data-on-paper
        data-opens
        onClick={onOpen}
      >
        {lead ? <strong data-tone={lead.tone}>{lead.words}</strong> : null}
        {lead && rest ? ' · ' : null}
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

/** How it ended, in a colour; what a machine said for it in its title. */
export const Result = ({ of, code }: { of: Words; code: string | null }): ReactNode => (
  <span title={code ?? of.words}>
    <Chip tone={of.tone}>{of.words}</Chip>
  </span>
);
