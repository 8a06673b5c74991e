import { Suspense, useEffect, useRef, useState } from 'react';
import type { Columns as AnyColumns } from '@paydesk/contract/kernel/columns.ts';
import { browserTimeZone } from '../format.ts';
import { notify } from '../notify.tsx';
import { Cards } from './Cards.tsx';
import type { AnyRow } from './cells.tsx';
import { Creation } from './Creation.tsx';
import { CsvExport } from './CsvExport.tsx';
import { density } from './density.ts';
import { FilterBar } from './FilterBar.tsx';
import { Foot } from './Foot.tsx';
import { LateCount } from './LateCount.tsx';
import styles from './list.module.css';
import { NoData } from './NoData.tsx';
import { useManyKeys, useSelection } from './selection.ts';
import { useRows } from './rowNavigation.ts';
import { useShape } from './shape.ts';
import { Skeleton } from './Skeleton.tsx';
import { toQuery, withFilter, withSort, type ListState } from './state.ts';
import { Columns, TableHead, TableRow } from './Table.tsx';
import { PhoneTools, SelectAll, SelectAllLine, SelectedLine, Tools } from './Tools.tsx';
import type { Listed, ListScreenProps } from './types.ts';
import { zoned, ZoneNote } from './ZoneNote.tsx';
import { useListPage, useListState, type AnyResource } from './useList.ts';
import { useStore } from '../store.ts';
import { useDelayed } from '../useDelayed.ts';
import { useOpening } from './views.ts';
import { useCards } from './useCards.ts';
import { useWidths } from './widths.ts';
import { late, Silent } from '../late.tsx';

const Views = late(() => import('./Views.tsx'));
const ManyBar = late(() => import('./ManyBar.tsx'));
const RowMenu = late(() => import('./RowMenu.tsx'));
// what a list can do without, should it not come
const LeftOutLine = late(() => import('./LeftOutLine.tsx'), Silent);
const SortNote = late(() => import('./SortNote.tsx'), Silent);
const FilterDrawer = late(() => import('./FilterDrawer.tsx'));
// a list that can't hear what happens is a list still
const News = late(() => import('../live/News.tsx'), Silent);

const NO_ROWS: readonly AnyRow[] = [];
/** A whole list out of its resource; a screen only says what is unusual about its cells and links. */
export const ListScreen = zoned(List);
function List<P extends string, C extends AnyColumns>(props: ListScreenProps<P, C>) {
  const resource = props.resource as unknown as AnyResource;
  const phone = useCards();
  // a list below a record or within its screen has no address of its own that could be kept
  const part = props.params !== undefined || props.within !== undefined;
  const { address, state, leftOut, change } = useListState(resource, props.within?.size, !part);
  const { opening, bare } = useOpening(part ? null : resource.slug, change);
  // what makes the list that record's stands in no address and is no chip
  const asked = { ...state, filters: { ...state.filters, ...props.within?.filters } };
  const { page, counted, ...listed } = useListPage(resource, asked, props.params, !opening, bare);
  const [epoch, setEpoch] = useState(0);
  const rowsClose = useStore(density);
  const [drawer, setDrawer] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const { error, isPending, isPlaceholderData, data } = page;
  const answer = error ? undefined : data;
  const all = answer?.content ?? NO_ROWS;
  const rows = props.fold?.of(all) ?? all;
  const { drawn, rowNavigation, ...menu } = useRows(scroller, rows, !page.isFetching, !part);
  const many = useManyKeys(props.record);
  const { selected, onPage, put, select } = useSelection(rows, JSON.stringify(asked.filters));
  const selects = many.length || props.bar ? select : undefined;
  const { visible, known, fromContract, ...whole } = useShape(resource, props, state, selects);
  const { shape, ...widths } = useWidths(whole.shape, rows, scroller, phone || !!state.columns);
  useEffect(() => void (error && notify.failure(error)), [error]);
  const enumerations = answer?.enumerations ?? fromContract;
  const total = counted.count;
  const filters = Object.keys(state.filters).length;
  const loading = useDelayed(isPending, 200);
  const dimmed = useDelayed(isPlaceholderData || (page.isFetching && !isPending), 200);

  const show = (next: (now: ListState) => ListState, replace = false) => {
    scroller.current?.scrollTo({ top: 0 });
    change(next, replace);
  };
  const goTo = (next: Partial<ListState>) => show((now) => ({ ...now, ...next }));
  const clear = () => {
    setEpoch((count) => count + 1);
    show((now) => (Object.keys(now.filters).length ? { ...now, page: 0, filters: {} } : now));
  };
  const refresh = () => void page.refetch();
  const onFilter = (key: string, value: string, again: boolean) =>
    show((now) => withFilter(now, key, value, resource), again);
  const onSort = (key: string) => show((now) => withSort(now, resource, key));
  const allOf = (): Listed => {
    const { page: _page, size: _size, ...query } = toQuery(asked, browserTimeZone());
    const filtered = Object.keys(asked.filters).length;
    return { query, filters: filtered, total: isPlaceholderData ? undefined : total };
  };
  const tools = <Tools filtered={filters > 0} onRefresh={refresh} onClear={phone ? null : clear} />;
  const selectAll = <SelectAll rows={rows} selected={onPage} onPut={put} />;
  const bar = (
    <FilterBar
      filters={state.filters}
      columns={known}
      rows={all}
      offered={visible}
      onClear={clear}
      {...{ enumerations, phone, onFilter }}
    />
  );
  const noData =
    !isPending && !rows.length ? (
      <NoData
        error={error}
        columns={resource.columns}
        filters={state.filters}
        beyond={state.page > 0 && (total ?? 1) > 0}
        words={props}
        onRetry={refresh}
        onClear={clear}
        onFirst={() => goTo({ page: 0 })}
      />
    ) : null;

  // of a record that has none there is nothing to sort or to look for
  const none = part && !error && !filters && noData;
  return (
    <section
      className={styles.screen}
      data-density={rowsClose}
      aria-busy={page.isFetching || drawn !== rows}
      data-coming={isPending || undefined}
    >
      <header className={styles.title}>
        {props.params || props.within ? <h2>{resource.title}</h2> : <h1>{resource.title}</h1>}
        <span className={styles.count}>
          <LateCount total={counted} of={props.fold?.rows} />
        </span>
        <ZoneNote resource={resource} state={state} change={change} />
        <span className={styles.actions}>
          {!part && (
            <Suspense fallback={<span className={styles.viewsPlace} />}>
              <Views
                list={resource.slug}
                state={state}
                address={address}
                visible={visible}
                phone={phone}
                onColumns={(columns) => change((now) => ({ ...now, columns }), true)}
              />
            </Suspense>
          )}
          {typeof props.actions === 'function' ? props.actions(allOf()) : props.actions}
          <Creation {...props} />
          {resource.csv && !none && (
            <CsvExport resource={resource} state={asked} total={total} phone={phone} />
          )}
        </span>
      </header>
      {leftOut && (
        // to write the address anew is to leave that out
        <Suspense fallback={null}>
          <LeftOutLine leftOut={leftOut} onClose={() => change((now) => now, true)} />
        </Suspense>
      )}
      {phone && !none && (
        <PhoneTools tools={tools} onFilters={() => setDrawer(true)}>
          {selects && <SelectAllLine>{selectAll}</SelectAllLine>}
          {filters > 0 && bar}
        </PhoneTools>
      )}
      {answer && total !== undefined && !isPlaceholderData && (
        <Suspense fallback={null}>
          <News
            {...listed}
            shown={{ ...answer, totalElements: total }}
            load={(first) => (first && state.page > 0 ? goTo({ page: 0 }) : refresh())}
          />
        </Suspense>
      )}
      <div className={styles.frame}>
        {!phone && !none && (
          <div className={styles.bar}>
            {bar}
            <Suspense fallback={null}>
              <SortNote {...{ resource, state, shape, known, onSort }} />
            </Suspense>
          </div>
        )}
        {none ? null : phone ? (
          <ul className={styles.cards} data-dimmed={dimmed || undefined} {...rowNavigation}>
            <Cards rows={drawn} shape={shape} made={resource.created} selected={selected} />
          </ul>
        ) : (
          <div ref={scroller} className={styles.scroller}>
            <table
              className={styles.table}
              data-selects={selects && true}
              data-over={widths.over || undefined}
              aria-label={resource.title}
              style={{ minWidth: widths.least }}
            >
              <Columns shape={shape} widths={widths} />
              <TableHead
                {...{ shape, resource, state, enumerations, tools, selectAll, epoch, onSort }}
                onFilter={onFilter}
              />
              <tbody data-dimmed={dimmed || undefined} {...rowNavigation}>
                {drawn.map((row, at) => (
                  // by place, so that other rows only change the words: half the time of new elements
                  // oxlint-disable-next-line react/no-array-index-key
                  <TableRow
                    key={at}
                    row={row}
                    shape={shape}
                    selected={selected.has(row.id as string)}
                  />
                ))}
              </tbody>
            </table>
            {noData}
            {loading && <Skeleton />}
          </div>
        )}
        {phone || none ? noData : null}
        {phone && loading && <Skeleton />}
        {selects && <SelectedLine count={selected.size} />}
        {selected.size > 0 && (
          <Suspense fallback={null}>
            <ManyBar
              of={props as never}
              keys={many}
              shape={shape}
              selected={selected}
              elsewhere={selected.size - onPage}
              onLeave={(left) => put(left, false)}
            />
          </Suspense>
        )}
        {/* below rows that are still to come it would jump; in a frame of the window's height it stays */}
        {none || (isPending && (phone || part)) ? null : (
          <Foot
            resource={resource}
            state={state}
            shown={all.length}
            counts={props.fold?.counts(rows.length, all.length)}
            total={counted}
            summed={answer !== undefined && !part}
            onGo={goTo}
          />
        )}
      </div>
      {menu.row && (
        <Suspense fallback={null}>
          <RowMenu
            {...menu.row}
            shape={shape}
            onFilter={(key, value) => onFilter(key, value, false)}
            onClose={menu.close}
          />
        </Suspense>
      )}
      {drawer && (
        <Suspense fallback={null}>
          <FilterDrawer
            columns={visible}
            resource={resource}
            state={state}
            enumerations={enumerations}
            epoch={epoch}
            onSort={(sort) => goTo({ page: 0, sort })}
            onFilter={onFilter}
            onClear={clear}
            onClose={() => setDrawer(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
