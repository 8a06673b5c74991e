import { useRef, useState } from 'react';
import { ofGone } from './gone.ts';
import { notify } from './notify.tsx';
import type { Told } from './notify-store.ts';

/** What a button does by itself, gives the words of its success, or null. */
type Run = () => Promise<Told | null>;

/**
 * For what is done by a button without a form: once at a time, and how it ended is told. The first is which
 * of several is under way.
 */
export function useOnce(): [running: string | null, once: (run: Run, which?: string) => void] {
  const [running, setRunning] = useState<string | null>(null);
  const held = useRef(false);
  const once = async (run: Run, which: string) => {
    if (held.current) return;
    held.current = true;
    setRunning(which);
    notify.clear();
    try {
      const words = await run();
      if (words) notify.success(words);
    } catch (error) {
      notify.failure(ofGone(error));
    } finally {
      held.current = false;
      setRunning(null);
    }
  };
  return [running, (run, which = '') => void once(run, which)];
}
