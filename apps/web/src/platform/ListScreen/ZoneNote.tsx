import { useQuery } from '@tanstack/react-query';
import { choicesIn } from '@paydesk/contract/kernel/filters.ts';
import { createElement, type ReactNode } from 'react';
import { TextButton } from '../../ui/Button.tsx';
import { Zone } from '../../ui/values.tsx';
import { browserTimeZone } from '../format.ts';
import { Printed } from '../Printed.tsx';
import { useAnySearch } from '../route-state.ts';
import { consoleSettingsQuery } from '../session.ts';
import styles from './list.module.css';
import { readState, type ListState } from './state.ts';
import type { AnyResource } from './useList.ts';

/**
 * Whose calendar days and times of the list are of, where it is not the person's own; and of days on which payments
 * were made that Home counts by others, with the way to those.
 */
export function ZoneNote({
  resource: { counted, totals },
  state,
  change,
}: {
  resource: AnyResource;
  state: ListState;
  change: (next: (now: ListState) => ListState) => void;
}) {
  const { data: settings } = useQuery(consoleSettingsQuery);
  const { filters, zone = browserTimeZone() } = state;
  const foreign = zone === browserTimeZone() ? '' : zone;
  if (!counted || !filters[counted.day])
    return foreign ? <Note>Days and times in {foreign}</Note> : null;
  const { key, values } = totals!.counts!;
  // what came to nothing has no business day, and a link from Home has its days already
  const offered =
    settings &&
    !state.zone &&
    choicesIn(filters[key] ?? values[0]!).every((one) => values.includes(one));
  return (
    <Note>
      <span>
        By the day payments were made
        {foreign || (settings && zone !== settings.businessTimeZone) ? `, in ${zone}` : ''}
      </span>
      {offered ? (
        <TextButton
          onClick={() =>
            change(({ filters: { [counted.day]: days = '', ...others }, ...now }) => ({
              ...now,
              page: 0,
              filters: { ...others, [counted.by]: days },
              zone: settings.businessTimeZone,
            }))
          }
        >
          Use business days, as on Dashboard
        </TextButton>
      ) : null}
    </Note>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <span className={styles.zone}>{children}</span>
);

/** A list whose times are shown by the same calendar as its days are filtered by (AM-13), and that prints. */
export function zoned<F extends (props: never) => ReactNode>(List: F): F {
  const Inner = List as unknown as (props: object) => ReactNode;
  return function ZonedList(props: object) {
    const { zone = browserTimeZone() } = readState(useAnySearch());
    return (
      <Zone value={zone}>
        <Printed />
        {createElement(Inner, props)}
      </Zone>
    );
  } as unknown as F;
}
