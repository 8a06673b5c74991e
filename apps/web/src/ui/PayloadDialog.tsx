import { CopyButton } from './Copy.tsx';
import { Dialog } from './Dialog.tsx';
import { prettyPayload } from './pretty.ts';
import styles from './ui.module.css';

export default function PayloadDialog(props: { text: string; label: string; onClose: () => void }) {
  return (
    <Dialog easy size={800} title={props.label} onClose={props.onClose}>
      <div className={styles.payloadCopy}>
        <CopyButton text={props.text} label={`Copy ${props.label}`} />
      </div>
      {/* scrolls, so the keyboard must reach it */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.payloadText} tabIndex={0} aria-label={props.label}>
        {prettyPayload(props.text)}
      </pre>
    </Dialog>
  );
}
