import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { AnyActionSpec } from './ActionButton.tsx';
import { idempotencyKeys } from './idempotency.ts';
import { notify } from './notify.tsx';

/** Runs an action without a dialog, once at a time, and says what came of it. */
export function useAtOnce(): (spec: AnyActionSpec) => Promise<void> {
  const queryClient = useQueryClient();
  const running = useRef(false);
  return async (spec) => {
    if (running.current) return;
    running.current = true;
    notify.clear();
    try {
      const result = await spec.run({}, idempotencyKeys().keyFor({}));
      notify.success(spec.outcome?.(result) ?? spec.action.success);
    } catch (error) {
      notify.failure(error);
    } finally {
      running.current = false;
      // whatever came of it, the screen shows what is so now
      for (const queryKey of spec.refetch) void queryClient.invalidateQueries({ queryKey });
    }
  };
}
