import { useEffect, type ReactNode } from 'react';
import { refreshShown } from '../query.ts';
import { watch } from './line.ts';

/** A record that many write to is read no more often than this. */
const PAUSE_MS = 1000;

/** Reads a record and all that stands on its screen anew when somebody has written to it. */
export default function Fresh({ address }: { address: string }): ReactNode {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let next = 0;
    const end = watch(address, Date.now(), () => {
      if (timer) return;
      timer = setTimeout(
        () => {
          timer = undefined;
          next = Date.now() + PAUSE_MS;
          void refreshShown();
        },
        Math.max(0, next - Date.now()),
      );
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [address]);
  return null;
}
