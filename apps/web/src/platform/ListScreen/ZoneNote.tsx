import { createElement, type ReactNode } from 'react';
import { Zone } from '../../ui/values.tsx';
import { browserTimeZone } from '../format.ts';
import { Printed } from '../Printed.tsx';
import { useAnySearch } from '../route-state.ts';
import styles from './list.module.css';
import { readState } from './state.ts';

/** Whose calendar days and times of the list are of, where it is not the person's own. */
export function ZoneNote({ zone }: { zone: string | undefined }) {
  if (!zone || zone === browserTimeZone()) return null;
  return <span className={styles.count}>Days and times in {zone}</span>;
}

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
