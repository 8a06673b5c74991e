import { useRef } from 'react';
import type { AnyActionSpec } from './ActionButton.tsx';
import { idempotencyKeys } from './idempotency.ts';
import { notify } from './notify.tsx';
import { useRefresh } from './query.ts';

/** Runs an action without a dialog, once at a time, and says what came of it. */
export function useAtOnce(): (spec: AnyActionSpec) => Promise<void> {
  const refresh = useRefresh();
  const running = useRef(false);
  return async (spec) => {
    if (running.current) return;
    running.current = true;
    notify.clear();
    try {
      const result = await spec.run({}, idempotencyKeys().keyFor({}), {});
      notify.success(spec.outcome?.(result) ?? spec.action.success);
    } catch (error) {
      notify.failure(error);
    } finally {
      running.current = false;
      // whatever came of it, the screen shows what is so now
      void refresh();
    }
  };
}
