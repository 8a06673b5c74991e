import { Changes } from './Changes.tsx';
import { readDetails } from './changes.ts';
import { CopyButton } from './Copy.tsx';
import { Dialog } from './Dialog.tsx';
import { prettyPayload } from './pretty.ts';
import styles from './ui.module.css';

export default function PayloadDialog(props: { text: string; label: string; onClose: () => void }) {
  const { changes, others } = readDetails(props.text) ?? { changes: [], others: [] };
  const text = changes.length
    ? others.map(([label, value]) => `${label}: ${value}`).join('\n')
    : prettyPayload(props.text);
  return (
    <Dialog easy size={800} title={props.label} onClose={props.onClose}>
      <div className={styles.payloadCopy}>
        <CopyButton text={props.text} label={`Copy ${props.label}`} />
      </div>
      {changes.length ? <Changes changes={changes} label="Changes" /> : null}
      {text ? (
        // scrolls, so the keyboard must reach it
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles.payloadText} tabIndex={0} aria-label={props.label}>
          {text}
        </pre>
      ) : null}
    </Dialog>
  );
}
