import { useEffect, useRef, type ReactNode } from 'react';
import { refreshShown } from '../query.ts';
import { watch } from './line.ts';

/** A record that many write to is read no more often than this. */
const PAUSE_MS = 1000;

interface Props {
  address: string;
  /** What is read anew, where that is not all that stands on the screen. */
  again?: () => unknown;
  pause?: number;
}

/** Reads a record and all that stands on its screen anew when somebody has written to it. */
export default function Fresh({
  address,
  again = refreshShown,
  pause = PAUSE_MS,
}: Props): ReactNode {
  const read = useRef(again);
  useEffect(() => {
    read.current = again;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let next = 0;
    const end = watch(address, Date.now(), () => {
      if (timer) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          next = Date.now() + pause;
          void read.current();
        },
        Math.max(0, next - Date.now()),
      );
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [address, pause]);
  return null;
}
