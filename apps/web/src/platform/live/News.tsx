import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ListAnswer } from '@paydesk/contract/kernel/endpoint.ts';
import { PlainButton } from '../../ui/Button.tsx';
import type { AnyRow } from '../ListScreen/cells.tsx';
import { watch, type Told } from './line.ts';
import styles from './news.module.css';
import { difference, newsWords } from './words.ts';

/** What the list itself has to be asked is asked at once, and then less and less often. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

interface NewsProps {
  address: string;
  ask: () => Promise<ListAnswer<AnyRow>>;
  /** What stands on the screen, and when it was read. */
  shown: ListAnswer<AnyRow>;
  readAt: number;
  busy: boolean;
  /** Reads the page anew, or the first one where there are more rows. */
  load: (first: boolean) => void;
}

interface Count {
  /** What the totals said when the list was asked last, and what was told by its id since. */
  more: number;
  added: ReadonlySet<string>;
  changed: ReadonlySet<string>;
}
const NOTHING: Count = { more: 0, added: new Set(), changed: new Set() };

/** 'Three new' above a list, and a press loads them: no row moves before (GT-01, ADR 103). */
export default function News(props: NewsProps): ReactNode {
  const { address, readAt, load } = props;
  const [count, setCount] = useState<Count & { readAt: number }>({ ...NOTHING, readAt });
  const now = useRef(props);
  const button = useRef<HTMLButtonElement>(null);
  const follows = useRef(false);
  useEffect(() => {
    now.current = props;
  });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    let pause = FIRST_PAUSE_MS;
    let next = 0;
    /** Told while the list was being asked: its answer may count them or not. */
    let meanwhile: string[] = [];
    /** In the list's answer already: word of a row may come after it. */
    let counted: ReadonlySet<string> = new Set();
    /** Puts to what is known of the page as it stands. */
    const put = (of: number, change: (known: Count) => Count) =>
      setCount((known) => ({
        ...change(known.readAt === of ? known : NOTHING),
        readAt: of,
      }));
    const look = async () => {
      const { shown: before, readAt: of, ask, busy } = now.current;
      if (busy) return soon();
      pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5);
      next = Date.now() + pause;
      meanwhile = [];
      const answer = await ask().catch(() => null);
      if (!answer || ended || now.current.readAt !== of) return;
      const { added, changed } = difference(before, answer);
      counted = new Set(answer.content.map(({ id }) => String(id)));
      const late = new Set(meanwhile.filter((id) => !counted.has(id)));
      put(of, (known) => ({
        more: added,
        added: late,
        changed: new Set([...known.changed, ...changed]),
      }));
    };
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void look(), Math.max(150, next - Date.now()));
    };
    const end = watch(address, now.current.readAt, (told: Told | null) => {
      const { shown: before, readAt: of, busy } = now.current;
      // what was told may stand on the page already that has just been read
      if (!told || busy || Date.now() - of < FIRST_PAUSE_MS * 2) return soon();
      const ids = new Set(before.content.map(({ id }) => String(id)));
      const touched = [...(told.changed ?? []), ...(told.gone ?? [])];
      const added = (told.new ?? []).filter((id) => !ids.has(id) && !counted.has(id));
      meanwhile.push(...added);
      put(of, (known) => ({
        ...known,
        added: new Set([...known.added, ...added]),
        changed: new Set([...known.changed, ...touched.filter((id) => ids.has(id))]),
      }));
      // it may have come under these filters just now, or have been on another page all the time
      if (address.includes('f_') && told.changed?.some((id) => !ids.has(id))) soon();
    });
    return () => {
      ended = true;
      clearTimeout(timer);
      end();
    };
  }, [address]);

  const { added, more, changed } = count.readAt === readAt ? count : NOTHING;
  const fresh = more + added.size;
  const words = newsWords(fresh, changed.size);
  useEffect(() => {
    // the button is gone: on to what it has brought
    if (!follows.current || words) return;
    follows.current = false;
    (document.querySelector<HTMLElement>('[data-href] a') ?? document.querySelector('h1'))?.focus();
  }, [words]);
  return (
    <output className={styles.news}>
      {words ? (
        <PlainButton
          ref={button}
          className={styles.button}
          onClick={() => {
            follows.current = document.activeElement === button.current;
            load(fresh > 0);
          }}
        >
          {words}
        </PlainButton>
      ) : null}
    </output>
  );
}
