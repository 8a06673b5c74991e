import { useEffect, useRef, useState } from 'react';
import type { Key } from '@paydesk/contract/index.ts';
import { download } from '../api.ts';
import { browserTimeZone } from '../format.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { notify } from '../notify.tsx';
import { csvFileName } from './csvWords.ts';
import { toQuery, type ListState } from './state.ts';
import type { AnyResource } from './useList.ts';

export interface DayRange {
  dateFrom: string;
  dateTo: string;
}

/** One file at a time: started, counted while it comes, cancelled, saved (CS-18). */
export function useCsvFile(resource: AnyResource, state: ListState) {
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (range?: DayRange): Promise<boolean> => {
    if (running.current) return false;
    const controller = new AbortController();
    running.current = controller;
    setBytes(0);
    try {
      const { page: _page, size: _size, ...query } = toQuery(state, browserTimeZone());
      const file = await download(`GET ${resource.path}.csv` as Key, {
        query: { ...query, ...range } as never,
        signal: controller.signal,
        onProgress: setBytes,
      });
      saveFile(file.blob, csvFileName(resource.slug, new Date(), browserTimeZone()));
      return true;
    } catch (error) {
      if (!controller.signal.aborted) notify.failure(error);
      return false;
    } finally {
      running.current = undefined;
      setBytes(null);
    }
  };
  return { bytes, start, cancel: () => running.current?.abort() };
}
