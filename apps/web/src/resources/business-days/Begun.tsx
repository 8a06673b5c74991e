import { Fragment, type ReactNode } from 'react';
import {
  BECAME,
  countOf,
  rowsOf,
  type Figures,
  type Period,
} from '@paydesk/contract/resources/business-days/figures.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { formatCount } from '../../platform/format.ts';
import { listOf, type Whose } from './Tiles.tsx';

/**
 * '13 begun: 12 paid, 1 failed': what the rate is of, in parts that come to the whole, each opening its rows;
 * nothing where none began.
 */
export function Begun({ side, ...whose }: { side: Period & Figures } & Whose): ReactNode {
  const all = side.statuses.reduce((sum, { count }) => sum + count, 0);
  if (!all) return null;
  const parts = BECAME.map(([words, of]) => ({
    words,
    of,
    count: countOf(side.statuses, of),
  })).filter(({ count }) => count);
  return (
    <>
      <AppLink href={listOf(rowsOf.begun(side), whose)}>{formatCount(all)} begun</AppLink>:{' '}
      {parts.map(({ words, of, count }, nth) => (
        <Fragment key={words}>
          {nth ? ', ' : null}
          <AppLink href={listOf(rowsOf.begun(side, of), whose)}>
            {formatCount(count)} {words}
          </AppLink>
        </Fragment>
      ))}
    </>
  );
}
