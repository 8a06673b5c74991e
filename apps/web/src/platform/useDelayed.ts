import { useEffect, useState } from 'react';

/** True once `on` has lasted for `delayMs`; false at once when it ends. */
export function useDelayed(on: boolean, delayMs: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setTimeout(() => setPassed(true), delayMs);
    return () => {
      clearTimeout(timer);
      setPassed(false);
    };
  }, [on, delayMs]);
  return on && passed;
}
