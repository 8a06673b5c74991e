import { exampleApr } from '@paydesk/contract/credit.ts';
import type { Columns, RowOf } from '@paydesk/contract/kernel/columns.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { MAX_PAGE_SIZE } from '@paydesk/contract/kernel/resource.ts';
import { financingProducts } from '@paydesk/contract/resources/financing-products.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { RelatedTable } from '../../platform/DetailScreen/RelatedTable.tsx';
import { useCall } from '../../platform/query.ts';
import { Coming } from '../../ui/Coming.tsx';
import { NewProduct } from './NewProduct.tsx';
import styles from './financing-products.module.css';
import { spanWords, termWords } from './terms.ts';

const { name, code, active } = financingProducts.columns;
// what it costs, for how long and how much, in words that need no head to be read by
const columns = {
  name,
  code,
  apr: { label: 'APR', kind: 'text' },
  term: { label: 'Term', kind: 'text' },
  amount: { label: 'Amount', kind: 'text' },
  active,
} as const satisfies Columns;

type Row = RowOf<typeof financingProducts.columns>;

const cells = {
  name: (row: Row) => <AppLink href={paths.financingProduct(row.id)}>{row.name}</AppLink>,
  code: (row: Row) => <span className={styles.code}>{row.code}</span>,
  apr: (row: Row) => `${formatAmount(exampleApr(row))} %`,
  term: ({ minTermMonths, maxTermMonths }: Row) => termWords(minTermMonths, maxTermMonths),
  amount: ({ minAmount, maxAmount }: Row) =>
    `${spanWords(formatAmount(minAmount), formatAmount(maxAmount))} EUR`,
};

/** What one institution lends, on its screen. */
export default function InstitutionProducts({ institutionId }: { institutionId: string }) {
  const { data, error } = useCall('GET /api/financing-products', {
    query: {
      page: 0,
      size: MAX_PAGE_SIZE,
      sort: 'name,ASC',
      f_financingInstitutionId: institutionId,
    },
  });
  const title = 'Products';
  if (error || data?.totalElements === 0)
    return (
      <DetailCard title={title}>
        <p className={styles.plain}>
          {error ? 'The products could not be loaded.' : 'It has no product: it lends nothing yet.'}
        </p>
        {error ? null : <NewProduct institutionId={institutionId} />}
      </DetailCard>
    );
  if (!data) return <Coming />;
  return (
    <DetailCard
      flush
      title={title}
      count={data.totalElements}
      beside={<NewProduct institutionId={institutionId} />}
    >
      <RelatedTable inLines caption={title} columns={columns} rows={data.content} cells={cells} />
    </DetailCard>
  );
}
