import { useMemo } from 'react';
import { visibleColumns, type Columns } from '@paydesk/contract/kernel/columns.ts';
import { namedValues, type Named } from '@paydesk/contract/kernel/enumeration.ts';
import { isAudience } from '@paydesk/contract/permissions.ts';
import { useActor } from '../session.ts';
import { columnsOf, type ListState } from './state.ts';
import type { Shape } from './Table.tsx';
import type { ListScreenProps } from './types.ts';
import type { AnyResource } from './useList.ts';

/** What of a list this person sees, and how; the same objects as long as nothing of it changes. */
export function useShape<P extends string, C extends Columns>(
  resource: AnyResource,
  { columns, rowLink, iconLinks, menu }: ListScreenProps<P, C>,
  state: ListState,
  select: Shape['select'],
) {
  const actor = useActor();
  const visible = useMemo(() => visibleColumns(resource.columns, actor), [resource, actor]);
  const shape = useMemo<Shape>(
    () => ({
      columns: columnsOf(visible, state.columns),
      overrides: (columns ?? {}) as Shape['overrides'],
      rowLink: rowLink as Shape['rowLink'],
      iconLinks: (iconLinks ?? []).filter((link) =>
        isAudience(actor, link.visibleTo),
      ) as Shape['iconLinks'],
      menu: menu as Shape['menu'],
      select,
    }),
    [visible, state.columns, actor, columns, rowLink, iconLinks, menu, select],
  );
  const known = useMemo(() => Object.fromEntries(visible), [visible]);
  const fromContract = useMemo(() => {
    const values: Record<string, readonly Named[]> = {};
    for (const [key, { enumeration }] of visible)
      if (enumeration) values[key] = namedValues(enumeration);
    return values;
  }, [visible]);
  return { visible, shape, known, fromContract };
}
