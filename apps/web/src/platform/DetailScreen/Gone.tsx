import { useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { crumbsOf } from '../../route-table.ts';
import { AppLink } from '../AppLink.tsx';
import { can, useActor } from '../session.ts';
import styles from './detail.module.css';

/** 'Purchase Details' → 'purchase', 'API Key' → 'API key' */
const thingOf = (title: string): string =>
  title.replace(/ details$/i, '').replace(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());

/** An id that nothing has, or nothing of one's own: trying again finds it no sooner (TX-76). */
export function Gone(): ReactNode {
  const row = useMatches({ select: (matches) => matches.at(-1)?.staticData.row });
  const actor = useActor();
  const list =
    row &&
    crumbsOf(row, undefined, ({ set, name }) => can(actor, set, name)).findLast(({ href }) => href);
  return (
    <div className={styles.refused} role="alert">
      <h1>There is no such {row?.title ? thingOf(row.title) : 'record'}</h1>
      <p>
        Its address may have been mistyped, it may have been removed, or it is not yours to see.
      </p>
      {list ? (
        <p>
          <AppLink href={list.href!}>Back to {list.label}</AppLink>
        </p>
      ) : null}
    </div>
  );
}
