import { useEffect, useState, type ReactNode } from 'react';
import {
  basketCode,
  draftCode,
  type ButtonFacts,
} from '@paydesk/contract/resources/widgets/code.ts';
import type { Widget } from '@paydesk/contract/resources/widgets/widget.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { Button } from '../../ui/Button.tsx';
import { useCopy } from '../../ui/Copy.tsx';
import { IconCheck, IconCopy } from '../../ui/icons.ts';
import styles from './widgets.module.css';

/** Typing pauses this long before the frame is made anew. */
const PAUSE_MS = 300;

interface PreviewProps {
  /** The code of the widget as it is stored. */
  code?: string;
  /** Changes with every change of what is stored: the frame asks again. */
  version?: string | null;
  /** What is typed and not saved; null shows the code. */
  draft: ButtonFacts | null;
}

/**
 * The widget's code, run as any page would: in a frame without the console's origin. What is not
 * saved is drawn by the same script, out of what is typed (ADR 37).
 */
export function Preview({ code, version, draft }: PreviewProps): ReactNode {
  const wanted = draft ? draftCode(location.origin, draft) : code;
  const [shown, setShown] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setShown(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return (
    <DetailCard title="Preview">
      {shown ? (
        <iframe
          key={version}
          className={styles.frame}
          title="Preview of the button"
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
          srcDoc={`<!doctype html><html lang="en"><meta charset="utf-8"><title>Preview</title>${shown}</html>`}
        />
      ) : (
        <p className={styles.noFrame}>Give it a name to see the button.</p>
      )}
      <p className={styles.lead}>
        {draft
          ? 'As it will be once it is saved; it leads nowhere yet.'
          : code
            ? 'The code below, as a page of yours shows it.'
            : 'The code to copy is made when the widget is saved.'}
      </p>
    </DetailCard>
  );
}

/** What goes into the merchant’s page, and how that says what is to be paid. */
export function HtmlCode({ widget }: { widget: Widget }): ReactNode {
  const basket = basketCode(widget);
  const signed = widget.orderAuthorizationType === 'SIGNATURE';
  return (
    <DetailCard title="HTML code">
      <Code text={widget.htmlCode} label="Copy code" />
      {basket ? (
        <>
          <p className={styles.lead}>
            Whenever the basket changes, the page says so
            {signed ? ', as your server signed it' : ''}:
          </p>
          <Code text={basket} label="Copy basket code" />
        </>
      ) : null}
    </DetailCard>
  );
}

function Code({ text, label }: { text: string; label: string }): ReactNode {
  const { state, copy } = useCopy(text);
  return (
    <>
      <pre className={styles.code}>{text}</pre>
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
        <span aria-live="polite">
          {state === 'copied' ? 'Copied' : state === 'refused' ? 'Copying failed' : label}
        </span>
      </Button>
    </>
  );
}
