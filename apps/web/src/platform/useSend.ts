import { useEffect, useRef, useState } from 'react';
import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import type { RecordAction } from '@paydesk/contract/kernel/record.ts';
import type { AnyActionSpec } from './ActionButton.tsx';
import { ApiError } from './api.ts';
import { idempotencyKeys } from './idempotency.ts';
import { isOutage, isStale, isWaiting } from './errors.ts';
import { ofGone } from './gone.ts';
import { notify } from './notify.tsx';
import { refresh, refreshShown } from './query.ts';

type Send = (values: Parameters<AnyActionSpec['run']>[0], readAs: ReadAs) => Promise<void>;

/** What of the record goes along as it was read. */
const seenIn = ({ action, record }: AnyActionSpec): string =>
  JSON.stringify((action as RecordAction<never>).seen?.(record));

/** Sends an action out of its form: one idempotency key, kept through its retries (AM-102). */
export function useSend(spec: AnyActionSpec, onDone: () => void): Send {
  const [keys] = useState(() => idempotencyKeys());
  // it is decided on what stood there as the form was opened, whatever the screen has heard since; refused as
  // changed meanwhile, on what stands there then
  const [read, setRead] = useState(spec);
  const [stale, setStale] = useState(false);
  if (stale && seenIn(spec) !== seenIn(read)) {
    setRead(spec);
    setStale(false);
  }
  // what stands around the form may be another thing by the time the answer comes
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  return async (values, readAs) => {
    let result: unknown;
    try {
      result = await read.run(values, keys.keyFor(values), readAs);
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) keys.refused();
      if (isStale(error)) setStale(true);
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
    spec.keep?.(result);
    notify.success(spec.outcome?.(result) ?? spec.action.success);
    void refresh();
  };
}
