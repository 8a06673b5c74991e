import { useEffect, useRef, useState } from 'react';
import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import type { AnyActionSpec } from './ActionButton.tsx';
import { ApiError } from './api.ts';
import { idempotencyKeys } from './idempotency.ts';
import { isOutage, isWaiting } from './errors.ts';
import { ofGone } from './gone.ts';
import { notify } from './notify.tsx';
import { refresh, refreshShown } from './query.ts';

type Send = (values: Parameters<AnyActionSpec['run']>[0], readAs: ReadAs) => Promise<void>;

/** Sends an action out of its form: one idempotency key, kept through its retries (AM-102). */
export function useSend(spec: AnyActionSpec, onDone: () => void): Send {
  const [keys] = useState(() => idempotencyKeys());
  // what stands around the form may be another thing by the time the answer comes
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  return async (values, readAs) => {
    let result: unknown;
    try {
      result = await spec.run(values, keys.keyFor(values), readAs);
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) keys.refused();
      if (isWaiting(error)) {
        done.current();
        notify.failure(error);
        void refresh();
        return;
      }
      // whatever came of it, the record behind the form shows what is so now; the rows of a list, one of which
      // may hold the form, are not asked of a server that has just not answered
      void (isOutage(error) ? refreshShown() : refresh());
      throw ofGone(error);
    }
    done.current();
    notify.success(spec.outcome?.(result) ?? spec.action.success);
    void refresh();
  };
}
