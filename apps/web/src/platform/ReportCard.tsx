import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatIsoDay } from '@paydesk/contract/kernel/dates.ts';
import { Card } from '../ui/Card.tsx';
import styles from './report.module.css';

/** Days, whose they are, and of which merchant; staff may mean all of them. */
export interface ReportOf {
  range: { readonly from: string; readonly to: string };
  merchantId: string | undefined;
  timeZone: string;
}

/** As a filter of a list's dates has them. */
export const daysOf = ({ from, to }: ReportOf['range']) =>
  `${formatIsoDay(from)}..${formatIsoDay(to)}`;

/** What a report over days is asked with; the figures of before stay until those of other days are there. */
export const askedOf = ({ range: { from, to }, merchantId, timeZone }: ReportOf) =>
  [
    { query: { from, to, timeZone, ...(merchantId && { f_merchantId: merchantId }) } },
    { placeholderData: keepPreviousData },
  ] as const;

/** A report under its heading, as high as it will be while it is awaited. */
export function ReportCard<R>({
  title,
  beside,
  asked: { data, error, refetch },
  wait,
  children,
}: {
  title: string;
  beside: string;
  asked: { data: R | undefined; error: Error | null; refetch: () => Promise<unknown> };
  /** The class of what keeps its place. */
  wait: string | undefined;
  children: (report: R) => ReactNode;
}): ReactNode {
  return (
    <Card title={title} beside={beside} flush onRetry={refetch}>
      {data ? (
        children(data)
      ) : error ? (
        <p role="alert">These figures could not be loaded.</p>
      ) : (
        <div className={wait} aria-busy="true" />
      )}
    </Card>
  );
}

/** Figures beside one another, so many in a row where there is room. */
export const ReportTiles = ({ of = 4, children }: { of?: 3 | 4; children: ReactNode }) => (
  <dl className={styles.tiles} data-of={of}>
    {children}
  </dl>
);

/** One figure, and in small what it is to be read with. */
export const ReportTile = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
