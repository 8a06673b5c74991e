import { lazy, Suspense, useCallback, useMemo, type ReactNode } from 'react';
import type { Columns, RowOf } from '@paydesk/contract/kernel/columns.ts';
import type { Resource } from '@paydesk/contract/kernel/resource.ts';
import { ListScreen } from '../ListScreen/ListScreen.tsx';
import type { AnyRow } from '../ListScreen/cells.tsx';
import type { ListScreenProps } from '../ListScreen/types.ts';
import { useListPage, useListState, type AnyResource } from '../ListScreen/useList.ts';
import { useAnySearch, useSearchChange } from '../route-state.ts';
import { LogPreview } from './LogPreview.tsx';
import { tookOfAll } from './pairs.ts';
import type { LogOf } from './types.ts';

const LogPanel = lazy(() => import('./LogPanel.tsx'));

interface Props<P extends string, C extends Columns> extends ListScreenProps<P, C> {
  resource: Resource<P, C>;
  log: LogOf<RowOf<C>>;
}

/** A list of messages; one opens beside it, with its other half, and has an address. */
export function LogScreen<P extends string, C extends Columns>(props: Props<P, C>): ReactNode {
  const { log, ...list } = props;
  const { open } = useAnySearch();
  const change = useSearchChange();
  const show = useCallback(
    (id: string | null) =>
      // going on from one to the next is one step back
      change(({ open: _open, ...rest }) => (id ? { ...rest, open: id } : rest), true),
    [change],
  );
  const { payload, outcome } = log;
  const { columns: own } = list;
  const took = useTook(list.resource as never, log as never);
  // the same from one drawing to the next: rows are drawn anew for other columns
  const columns = useMemo(() => {
    const cell = (row: AnyRow) => {
      const { [payload]: text, ...others } = row;
      const known = Object.values(others).filter((value) => typeof value === 'string');
      const id = String(row['id']);
      return (
        <LogPreview
          text={String(text)}
          known={known}
          became={outcome?.(row as never) ?? null}
          tookMs={took.get(id) ?? null}
          onOpen={() => show(id)}
        />
      );
    };
    return { ...own, [payload]: { cell } };
  }, [own, payload, outcome, took, show]);
  return (
    <>
      <ListScreen {...(list as unknown as ListScreenProps<P, C>)} columns={columns as never} />
      {open ? (
        <Suspense fallback={null}>
          <LogPanel id={open} resource={list.resource as never} log={log as never} onShow={show} />
        </Suspense>
      ) : null}
    </>
  );
}

/** How long each answer of the page took, where no column says it: its request stands on the page too. */
function useTook(resource: AnyResource, log: LogOf<Said>): ReadonlyMap<string, number> {
  const { state } = useListState(resource);
  const { page } = useListPage(resource, state, undefined, true);
  const rows = page.data?.content as readonly Said[] | undefined;
  return useMemo(
    () => ('durationMs' in resource.columns ? new Map() : tookOfAll(rows ?? [], log)),
    [resource, rows, log],
  );
}
type Said = AnyRow & { id: string; createdDate: string };
