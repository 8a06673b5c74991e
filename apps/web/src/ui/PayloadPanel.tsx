import { Changes } from './Changes.tsx';
import { readDetails, type CodeWords } from './changes.ts';
import { CopyButton } from './Copy.tsx';
import { Dialog } from './Dialog.tsx';
import { tokensOf } from './highlight.ts';
import { prettyPayload } from './pretty.ts';
import styles from './ui.module.css';

/** A long text beside the page it stands in: indented, coloured, and copied as it is. */
export default function PayloadPanel(props: {
  text: string;
  label: string;
  words?: CodeWords | undefined;
  onClose: () => void;
}) {
  const { changes, others } = readDetails(props.text, props.words) ?? { changes: [], others: [] };
  const text = changes.length
    ? others.map(([label, value]) => `${label}: ${value}`).join('\n')
    : prettyPayload(props.text);
  return (
    <Dialog easy side title={props.label} onClose={props.onClose}>
      <div className={styles.payloadCopy}>
        <CopyButton text={props.text} label={`Copy ${props.label}`} />
      </div>
      {changes.length ? <Changes changes={changes} label="Changes" /> : null}
      {text ? (
        // scrolls, so the keyboard must reach it
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles.payloadText} tabIndex={0} aria-label={props.label}>
          {tokensOf(text).map(({ kind, text: part }, at) =>
            kind === 'text' ? (
              part
            ) : (
              // a text's parts stay where they are
              // oxlint-disable-next-line react/no-array-index-key
              <span key={at} data-kind={kind}>
                {part}
              </span>
            ),
          )}
        </pre>
      ) : null}
    </Dialog>
  );
}
