import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { keep, kept } from '../kept.ts';
import { Button } from './Button.tsx';
import { Note } from './Note.tsx';

interface Props {
  page: { url: string; framed: boolean };
  title: string;
  /** Where it can't stand in a frame: words, and the button to it. */
  children: ComponentChildren;
  onReturned: () => void;
}

const [LOWEST, HIGHEST] = [300, 1200];

/** A page that says nothing for so long may not have been let into the frame: a browser tells us nothing of that. */
const SILENCE_MS = 6000;
/** What stands in the frame then is all that comes: a page that speaks does so as it is drawn, a refused one never. */
const LOADED_MS = 1500;

/** A page of somebody else's, in a frame or opened in place of this one. */
export function Framed({ page, title, children, onReturned }: Props) {
  const framed = page.framed && mayHold(page.url);
  const frameRef = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(460);
  const [heard, setHeard] = useState(false);
  const [silent, setSilent] = useState(false);
  const [loaded, setLoaded] = useState(false);
  const [tries, setTries] = useState(0);
  const backRef = useRef(onReturned);
  useEffect(() => {
    backRef.current = onReturned;
  });

  useEffect(() => {
    // a later page of the same origin may find a document without it again
    if (framed) keep('framed', null);
    else if (page.framed) reloadOnce(page.url);
  }, [page.framed, page.url, framed]);

  useEffect(() => {
    const hear = ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== frameRef.current?.contentWindow || typeof data !== 'object' || !data) return;
      const { paydesk, height: asked } = data as { paydesk?: string; height?: number };
      // our own page stands in the frame now: whoever was there has sent the shopper back
      if (paydesk === 'returned' && origin === location.origin) backRef.current();
      if (paydesk === 'height' && origin === new URL(page.url).origin && Number.isFinite(asked)) {
        setHeight(Math.min(Math.max(asked!, LOWEST), HIGHEST));
        setHeard(true);
      }
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, [page.url]);

  useEffect(() => {
    setSilent(false);
    if (!framed || heard) return undefined;
    const timer = setTimeout(() => setSilent(true), loaded ? LOADED_MS : SILENCE_MS);
    return () => clearTimeout(timer);
  }, [framed, heard, loaded, tries]);

  return framed ? (
    <>
      {silent && (
        <Note kind="warning" alert>
          The bank’s page may not have loaded. If there is nothing below, try again, or open it in
          this window and come back here afterwards.
          <Button
            plain
            onClick={() => {
              setLoaded(false);
              setTries(tries + 1);
            }}
          >
            Try again
          </Button>
          <Button plain onClick={() => location.assign(page.url)}>
            Open it in this window
          </Button>
        </Note>
      )}
      {/* another origin, the one that the policy names; it needs scripts and an origin of its own */}
      {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
      <iframe
        key={tries}
        ref={frameRef}
        src={page.url}
        // most likely empty below the warning; what stands there all the same is scrolled
        height={silent ? LOWEST : height}
        title={title}
        onLoad={() => setLoaded(true)}
        allow="payment; publickey-credentials-get"
      />
    </>
  ) : (
    <>{children}</>
  );
}

/** Which origins this document may hold in a frame stands in its head, as the policy has it. */
function mayHold(url: string): boolean {
  const said = document.querySelector<HTMLMetaElement>('meta[name="frame-src"]')?.content ?? '';
  return said.split(' ').includes(new URL(url).origin);
}

/** A policy is a document's for good: another origin wants the page anew, once. */
function reloadOnce(url: string): void {
  const { origin } = new URL(url);
  if (kept<string>('framed') === origin) return;
  keep('framed', origin);
  location.reload();
}
