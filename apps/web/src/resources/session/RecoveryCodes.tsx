import { Button } from '../../ui/Button.tsx';
import { useCopy } from '../../ui/Copy.tsx';
import { IconCheck, IconCopy, IconDownload } from '../../ui/icons.ts';
import { saveFile } from '../../ui/saveFile.ts';
import classes from './session.module.css';

/** The recovery codes, the one time that they are shown. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`;
  const { state, copy } = useCopy(text);
  return (
    <div className={classes.steps}>
      <p>
        Keep these codes where only you find them. Each signs you in once when neither the
        authenticator app nor a passkey is at hand. <strong>They are not shown again.</strong>
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button
          icon={
            state === 'copied' ? (
              <IconCheck size={16} aria-hidden />
            ) : (
              <IconCopy size={16} aria-hidden />
            )
          }
          onClick={() => void copy()}
        >
          Copy
        </Button>
        <Button
          icon={<IconDownload size={16} aria-hidden />}
          onClick={() =>
            saveFile(new Blob([text], { type: 'text/plain' }), 'paydesk-recovery-codes.txt')
          }
        >
          Download
        </Button>
        <span aria-live="polite" className={classes.copied}>
          {state === 'copied' ? 'Copied' : state === 'refused' ? 'Copying failed' : ''}
        </span>
        <Button variant="primary" className={classes.last} onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
