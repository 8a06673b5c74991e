import type { AnyActionSpec } from './ActionButton.tsx';
import { idempotencyKeys } from './idempotency.ts';
import { refresh } from './query.ts';
import { useOnce } from './useOnce.ts';

/** Runs an action without a dialog, once at a time, and says what came of it. */
export function useAtOnce(): (spec: AnyActionSpec) => void {
  const [, once] = useOnce();
  return (spec) =>
    once(async () => {
      try {
        const result = await spec.run({}, idempotencyKeys().keyFor({}), {});
        return spec.outcome?.(result) ?? spec.action.success;
      } finally {
        // whatever came of it, the screen shows what is so now
        void refresh();
      }
    });
}
