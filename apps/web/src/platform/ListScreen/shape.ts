import { useMemo } from 'react';
import { visibleColumns, type Column, type Columns } from '@paydesk/contract/kernel/columns.ts';
import { namedValues, type Named } from '@paydesk/contract/kernel/enumeration.ts';
import { isAudience } from '@paydesk/contract/permissions.ts';
import { useOpens } from '../closed.ts';
import { useActor } from '../session.ts';
import type { AnyRow } from './cells.tsx';
import { columnsOf, type ListState } from './state.ts';
import type { Shape } from './Table.tsx';
import type { ListScreenProps } from './types.ts';
import type { AnyResource } from './useList.ts';

/** A row with an id in each column: a link that leads from it to what this person may not open is none of theirs. */
const ANY_ROW = new Proxy<AnyRow>({}, { get: () => '0'.repeat(36) });

/** What of a list this person sees, and how; the same objects as long as nothing of it changes. */
export function useShape<P extends string, C extends Columns>(
  resource: AnyResource,
  { columns, rowLink, iconLinks, menu, deeds, within }: ListScreenProps<P, C>,
  state: ListState,
  select: Shape['select'],
) {
  const actor = useActor();
  const opens = useOpens();
  const without = within?.without;
  const visible = useMemo(
    () => visibleColumns(resource.columns, actor).filter(([key]) => key !== without),
    [resource, actor, without],
  );
  const known = useMemo(() => Object.fromEntries(visible), [visible]);
  const shape = useMemo<Shape>(
    () => ({
      columns: columnsOf(visible, state.columns),
      reasons: reasonsOf(columnsOf(visible, state.columns), known),
      overrides: (columns ?? {}) as Shape['overrides'],
      rowLink:
        rowLink &&
        ((row) => {
          const href = rowLink(row as never);
          return opens(href) ? href : undefined;
        }),
      iconLinks: ((iconLinks ?? []) as Shape['iconLinks'])
        .filter(
          // what says of no row where it leads from there stays
          ({ to, visibleTo }) =>
            isAudience(actor, visibleTo) && opens(to(ANY_ROW) ?? location.pathname),
        )
        .map(({ to, ...link }) => ({
          ...link,
          to: (row) => {
            const href = to(row);
            return href !== null && opens(href) ? href : null;
          },
        })),
      menu: menu as Shape['menu'],
      deeds: deeds && ((row) => deeds(row as never, actor)),
      select,
    }),
    [visible, known, state.columns, actor, columns, rowLink, iconLinks, menu, deeds, select, opens],
  );
  const fromContract = useMemo(() => {
    const values: Record<string, readonly Named[]> = {};
    for (const [key, { enumeration }] of visible)
      if (enumeration) values[key] = namedValues(enumeration);
    return values;
  }, [visible]);
  return { visible, shape, known, fromContract };
}

/** By the key of a status: the column that says why, unless it stands in the table itself. */
function reasonsOf(shown: readonly [string, Column][], known: Columns): Columns {
  const keys = shown.map(([key]) => key);
  return Object.fromEntries(
    shown.flatMap(([key, { because }]) => {
      const reason = because && !keys.includes(because) ? known[because] : undefined;
      return reason ? [[key, reason] as const] : [];
    }),
  );
}
