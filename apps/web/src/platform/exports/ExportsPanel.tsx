import { Button, IconButton } from '../../ui/Button.tsx';
import { IconAlertTriangle, IconCheck, IconDownload, IconX } from '../../ui/icons.ts';
import { formatCount } from '../format.ts';
import { fileSize, waitWords } from '../ListScreen/csvWords.ts';
import styles from './exports.module.css';
import { useStore } from '../store.ts';
import { Asked } from './Asked.tsx';
import { files, type Export } from './list.ts';
import { dismiss, retry } from './store.ts';

/** The files on their way, above every screen. */
export default function ExportsPanel() {
  const all = useStore(files);
  return (
    <section className={styles.panel} aria-label="Exports" data-above-dialogs>
      <ul>
        {all.map((one) => (
          <Item key={one.id} one={one} />
        ))}
      </ul>
    </section>
  );
}

const ICONS = {
  running: IconDownload,
  done: IconCheck,
  failed: IconAlertTriangle,
};

function Item({ one }: { one: Export }) {
  const { id, phase, wanted } = one;
  if (phase === 'asked') return <Asked one={one} />;
  const Icon = ICONS[phase];
  return (
    <li data-phase={phase}>
      <Icon size={16} className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <strong aria-live="polite">{WORDS[phase](wanted.title)}</strong>
        {phase === 'failed' ? null : (
          <span>{one.wait ? waitWords(one.wait) : progressOf(one)}</span>
        )}
        {phase === 'running' ? (
          <progress
            aria-label={`${wanted.title}, how far`}
            max={wanted.records || undefined}
            value={wanted.records ? Math.min(one.records, wanted.records) : undefined}
          />
        ) : null}
      </div>
      {phase === 'failed' ? <Button onClick={() => retry(one)}>Retry</Button> : null}
      <IconButton
        label={phase === 'running' ? 'Cancel the export' : 'Close'}
        onClick={() => dismiss(id)}
      >
        <IconX size={16} aria-hidden />
      </IconButton>
    </li>
  );
}

type Phase = keyof typeof ICONS;

const WORDS: Readonly<Record<Phase, (title: string) => string>> = {
  running: (title) => `Exporting ${title}`,
  done: (title) => `Exported ${title}`,
  failed: (title) => `${title} could not be exported`,
};

/** '1'200 of 20'412 records, 0.3 MB' */
function progressOf({ records, bytes, phase, wanted, truncated }: Export): string {
  const of =
    phase === 'running' && wanted.records !== undefined ? ` of ${formatCount(wanted.records)}` : '';
  const cut = truncated ? ', cut at the limit' : '';
  return `${formatCount(records)}${of} records${cut}, ${fileSize(bytes)}`;
}
