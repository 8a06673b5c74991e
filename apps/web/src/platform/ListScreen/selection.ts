import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AnyRecord } from '@paydesk/contract/kernel/record.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { useActor } from '../session.ts';
import type { AnyRow } from './cells.tsx';

/** The rows that are selected, by their ids; those of other pages too. */
export type Selected = ReadonlyMap<string, AnyRow>;

const NONE: Selected = new Map();
const idOf = (row: AnyRow) => row.id as string;

/** The actions of a record that this person may do to many rows at once. */
export function useManyKeys(record: AnyRecord | undefined): readonly string[] {
  const actor = useActor();
  return useMemo(
    () =>
      record
        ? Object.keys(record.actions as object).filter((key) => {
            const { many, asks } = record.actions[key]!;
            return many && isAllowed(actor, asks);
          })
        : [],
    [record, actor],
  );
}

/**
 * Rows selected in a list. They stay through sorting and paging; other filters make it another list,
 * of which nothing is selected that is not seen.
 */
export function useSelection(rows: readonly AnyRow[], filters: string) {
  const [held, setHeld] = useState<{ of: string; selected: Selected }>({
    of: filters,
    selected: NONE,
  });
  const selected = held.of === filters ? held.selected : NONE;
  const last = useRef<string | null>(null);
  const shown = useRef(rows);
  useEffect(() => {
    shown.current = rows;
  }, [rows]);

  const put = useCallback(
    (some: readonly AnyRow[], on: boolean) =>
      setHeld((now) => {
        const next = new Map(now.of === filters ? now.selected : NONE);
        for (const row of some)
          if (on) next.set(idOf(row), row);
          else next.delete(idOf(row));
        return { of: filters, selected: next };
      }),
    [filters],
  );
  /** One row, or with Shift all from the one before to this. */
  const select = useCallback(
    (row: AnyRow, on: boolean, range: boolean) => {
      const [from, to] = [last.current, idOf(row)].map((id) =>
        shown.current.findIndex((each) => idOf(each) === id),
      ) as [number, number];
      last.current = idOf(row);
      if (range && from >= 0)
        put(shown.current.slice(Math.min(from, to), Math.max(from, to) + 1), on);
      else put([row], on);
    },
    [put],
  );
  const onPage = rows.filter((row) => selected.has(idOf(row))).length;
  return { selected, onPage, put, select };
}
