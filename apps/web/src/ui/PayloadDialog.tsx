import { Modal } from '@mantine/core';
import { CopyButton } from './Copy.tsx';
import { prettyPayload } from './pretty.ts';
import styles from './ui.module.css';

export default function PayloadDialog(props: { text: string; label: string; onClose: () => void }) {
  return (
    <Modal
      opened
      centered
      size="xl"
      title={props.label}
      closeButtonProps={{ 'aria-label': 'Close' }}
      onClose={props.onClose}
    >
      <div className={styles.payloadCopy}>
        <CopyButton text={props.text} label={`Copy ${props.label}`} />
      </div>
      {/* scrolls, so the keyboard must reach it */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.payloadText} tabIndex={0} aria-label={props.label}>
        {prettyPayload(props.text)}
      </pre>
    </Modal>
  );
}
