import { useRouter } from '@tanstack/react-router';
import { useRef, type RefObject } from 'react';
import { isFilterable, type Column } from '@paydesk/contract/kernel/columns.ts';
import { filterHint, filterWords, WHOLE } from '@paydesk/contract/kernel/filters.ts';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { PlainButton } from '../../ui/Button.tsx';
import { valueWords } from '../../ui/value-words.ts';
import { isoDay } from '../format.ts';
import { notify } from '../notify.tsx';
import type { AnyRow } from './cells.tsx';
import { OpenPanel } from './OpenPanel.tsx';
import styles from './row-menu.module.css';
import { cardWords, nameOf } from './cells.tsx';
import type { Shape } from './Table.tsx';

/** As its row says it: of a card the last four digits. */
const wordsOf = (column: Column, value: string) =>
  column.card ? cardWords(value) : filterWords(column, value);

/** The filter that finds the rows that say the same in this column; null where there is none. */
function sameAs(column: Column, value: unknown): string | null {
  if (!isFilterable(column) || value === null || value === undefined || value === '') return null;
  const words =
    column.kind === 'status'
      ? (value as { name: string }).name
      : column.kind === 'dateTime'
        ? formatIsoDay(isoDay(new Date(valueWords(value))))
        : `${column.codes ? WHOLE : ''}${valueWords(value)}`;
  return filterHint(column, words) === null ? words : null;
}

/** What can be done to a row from the keyboard: `m` on its link opens it. */
export default function RowMenu({
  row,
  shape,
  anchor,
  onFilter,
  onClose,
}: {
  row: AnyRow;
  shape: Shape;
  anchor: RefObject<HTMLElement | null>;
  onFilter: (key: string, value: string) => void;
  onClose: () => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const href = shape.rowLink?.(row);
  const id = row.id as string | undefined;
  const filters = shape.columns.flatMap(([key, column]) => {
    const value = sameAs(column, row[key]);
    return value && column.kind !== 'id' ? [{ key, column, value }] : [];
  });
  const item = (words: string, run: () => void) => (
    <PlainButton
      key={words}
      role="menuitem"
      onClick={() => {
        // what it stood beside has the focus before anything changes
        anchor.current?.focus();
        onClose();
        run();
      }}
    >
      {words}
    </PlainButton>
  );
  return (
    <OpenPanel
      label={`What can be done with ${nameOf(row, shape)}`}
      anchor={anchor}
      onClose={onClose}
    >
      <div
        ref={list}
        role="menu"
        tabIndex={-1}
        className={styles.rowMenu}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (!step) return;
          event.preventDefault();
          event.stopPropagation();
          const items = [...list.current!.querySelectorAll<HTMLElement>('[role=menuitem]')];
          const at = items.indexOf(document.activeElement as HTMLElement);
          items[(at + step + items.length) % items.length]?.focus();
        }}
      >
        {href
          ? shape
              .deeds?.(row)
              .map((deed) => item(deed.label, () => void router.navigate({ href: deed.href })))
          : null}
        {href || anchor.current?.matches('[data-opens]')
          ? item('Open', () => anchor.current?.click())
          : null}
        {href ? item('Open in a new tab', () => window.open(href, '_blank', 'noopener')) : null}
        {id
          ? item('Copy ID', () => {
              void navigator.clipboard.writeText(id).then(
                () => notify.success('ID copied'),
                () => notify.failure(new Error('The browser does not allow copying')),
              );
            })
          : null}
        {filters.map(({ key, column, value }) =>
          item(`Filter by ${column.label}: ${wordsOf(column, value)}`, () => onFilter(key, value)),
        )}
      </div>
    </OpenPanel>
  );
}
