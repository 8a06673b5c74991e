import { useState, type ReactNode } from 'react';
import type { LoadReport } from '@paydesk/contract/kernel/loads.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { FileButton } from '../ui/FileButton.tsx';
import { IconAlertTriangle, IconCircleCheck } from '../ui/icons.ts';
import { Notice } from '../ui/Notice.tsx';
import { errorText } from './errors.ts';
import { formatCount } from './format.ts';
import styles from './file-load.module.css';
import { notify } from './notify.tsx';
import { refresh } from './query.ts';
import { useOnce } from './useOnce.ts';

interface Props {
  /** The button, which is the dialog's title too. */
  label: string;
  icon: ReactNode;
  /** One of what the file is of: 'range'. */
  noun: string;
  hint: string;
  /** What stands above the file, such as a choice. */
  children?: ReactNode;
  /** Looks at the file, or loads its good rows in place of all that are there. */
  load: (file: File, check: boolean) => Promise<LoadReport>;
}

/** A file that staff load: looked at first, its bad rows told by their lines, and loaded in one step. */
export function FileLoad({ label, icon, noun, hint, children, load }: Props): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" icon={icon} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open ? (
        <LoadDialog
          label={label}
          noun={noun}
          hint={hint}
          load={load}
          onClose={() => setOpen(false)}
        >
          {children}
        </LoadDialog>
      ) : null}
    </>
  );
}

function LoadDialog({
  label,
  noun,
  hint,
  children,
  load,
  onClose,
}: Omit<Props, 'icon'> & { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<LoadReport | null>(null);
  const [problem, setProblem] = useState<readonly string[]>([]);
  const [running, once] = useOnce();
  const countOf = (count: number) => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
  const pick = (picked: File) => {
    setFile(picked);
    setReport(null);
    setProblem([]);
  };
  const run = (check: boolean) =>
    once(
      async () => {
        try {
          const found = await load(file!, check);
          if (check) {
            setReport(found);
            return null;
          }
          notify.clear();
          await refresh();
          onClose();
          return `${countOf(found.good)} loaded`;
        } catch (error) {
          setProblem(errorText(error).lines);
          return null;
        }
      },
      check ? 'check' : 'load',
    );
  const { good = 0, refused = 0, refusals = [] } = report ?? {};
  return (
    <Dialog title={label} pending={running !== null} onClose={onClose}>
      <div className={styles.load}>
        {children}
        <p>{hint}</p>
        <div>
          <FileButton label="CSV file" accept=".csv,text/csv" pending={false} onPick={pick}>
            {file?.name ?? 'Choose a CSV file'}
          </FileButton>
        </div>
        {problem.length ? (
          <Notice tone="error" icon={IconAlertTriangle} role="alert">
            {problem.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Notice>
        ) : null}
        {report ? (
          <Notice
            tone={refused ? 'warning' : 'success'}
            icon={refused ? IconAlertTriangle : IconCircleCheck}
          >
            <output>
              {formatCount(good)} of {formatCount(report.rows)} rows can be loaded
              {refused ? `, ${formatCount(refused)} can’t and will be left out` : ''}.
            </output>
            {refusals.length ? (
              <ul aria-label="Refused rows">
                {refusals.map(({ line, message }) => (
                  <li key={line}>
                    Line {line}: {message}
                  </li>
                ))}
                {refused > refusals.length ? (
                  <li>and {formatCount(refused - refusals.length)} more</li>
                ) : null}
              </ul>
            ) : null}
          </Notice>
        ) : null}
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          {report && good ? (
            <Button variant="primary" pending={running !== null} onClick={() => run(false)}>
              Replace all with {countOf(good)}
            </Button>
          ) : (
            <Button
              variant="primary"
              pending={running !== null}
              disabled={!file}
              onClick={() => run(true)}
            >
              Check file
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
