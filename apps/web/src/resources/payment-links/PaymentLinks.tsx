import { cut } from '@paydesk/contract/kernel/texts.ts';
import { Suspense, type ReactNode } from 'react';
import { everyWords, INTERVAL_HINTS, type IntervalUnit } from '@paydesk/contract/intervals.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  paymentLink,
  paymentLinks,
  type PaymentLink,
} from '@paydesk/contract/resources/payment-links.ts';
import { linkAnswer } from '@paydesk/contract/resources/payment-links/story.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { startOf } from '@paydesk/contract/kernel/record-keys.ts';
import { paths } from '../../paths.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import type { EditFormOptions } from '../../platform/DetailScreen/EditForm.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { CreateButton } from '../../platform/DetailScreen/RecordActions.tsx';
import { formatCount, formatDateTime } from '../../platform/format.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { notify } from '../../platform/notify.tsx';
import { useActor } from '../../platform/session.ts';
import { Button } from '../../ui/Button.tsx';
import { StatusChip } from '../../ui/Chip.tsx';
import { CopyWords } from '../../ui/CopyWords.tsx';
import {
  IconArrowsExchange,
  IconPower,
  IconCircleCheck,
  IconDownload,
  IconPlus,
  IconShoppingCart,
} from '../../ui/icons.ts';
import { copyAddress } from './copy-address.tsx';
import styles from './payment-links.module.css';
import { Kept, Typed } from './shoppers-page.tsx';
import { late } from '../../platform/late.tsx';

const QrCode = late(() => import('../../ui/QrCode.tsx'));

const DISABLE = 'PUT /api/payment-links/{id}/disable';
const CREATE = 'POST /api/payment-links';
const rowLink = ({ id }: { id: string }) => paths.paymentLink(id);
const columns = { purpose: { main: true }, paidOrders: { width: 88 } } as const;

const form: EditFormOptions = {
  beside: { recurringEvery: 'recurringUnit' },
  folded: {
    label: 'Expiry and recurring payment',
    keys: ['expiresDate', 'recurringEvery', 'recurringUnit'],
  },
  hints: {
    amount: 'In EUR.',
    expiresDate: 'Leave it empty, and the link does not expire.',
    ...INTERVAL_HINTS,
  },
  side: (texts) => <Typed texts={texts} />,
};

type Row = RowOf<typeof paymentLinks.columns>;

/** What is over can't be paid by any more: the same is asked for by a new one. */
const isOver = ({ status }: Pick<Row, 'status'>) => status.name !== 'ACTIVE';
const AGAIN = 'New link like this';
/** In place of an address that nobody can pay by any more. */
const againOrCopy = (row: Row) =>
  isOver(row) ? (
    <a
      className={styles.again}
      href={paths.paymentLink(row.id, { do: AGAIN.toLowerCase() })}
      aria-label={`${AGAIN}: ${row.purpose}`}
      title={AGAIN}
    >
      <IconPlus size={16} aria-hidden />
    </a>
  ) : (
    copyAddress(row)
  );

/** The links by which a merchant's people ask for money. */
export function PaymentLinksScreen(): ReactNode {
  const may = isAllowed(useActor(), paymentLink.actions[CREATE].asks);
  return (
    <ListScreen
      resource={paymentLinks}
      record={paymentLink}
      columns={columns}
      form={form}
      rowLink={rowLink}
      menu={may ? againOrCopy : copyAddress}
      nothingYet={
        may
          ? 'There is no payment link yet. Make one, and send it to whoever is to pay.'
          : 'No payment links yet. One appears when a merchant’s people make it.'
      }
    />
  );
}

/** One of them, to be sent, shown or ended. */
export const PaymentLinkScreen = (): ReactNode => (
  <RecordScreen
    record={paymentLink}
    parts={(one) => ({
      title: `${formatAmount(one.amount)} ${one.currency}`,
      tabTitle: `${one.purpose} payment link`,
      chips: <StatusChip status={one.status} />,
      date: one.createdDate,
      note: one.purpose,
      begin: !isOver(one) ? (
        <CopyWords primary text={one.url} label="Copy address" />
      ) : (
        <CreateButton
          of={paymentLink}
          action={CREATE}
          label={AGAIN}
          // until when, it is asked anew: that day may be why this one is over
          initial={{ ...startOf(paymentLink.actions[CREATE].fields, one), expiresDate: null }}
          form={form}
          href={paths.paymentLink}
          quiet
        />
      ),
      first:
        one.status.name === 'ACTIVE' ? (
          <div className={styles.columns}>
            <Address link={one} />
            <Kept link={one} />
          </div>
        ) : null,
    })}
    answer={linkAnswer}
    cells={{
      recurringUnit: ({ recurringUnit: unit, recurringEvery: count }) => ({
        value: unit ? everyWords({ unit: unit as IntervalUnit, count: count ?? 1 }) : null,
      }),
    }}
    links={(one) => [
      one.transactionId !== null && {
        label: 'Payment',
        icon: <IconArrowsExchange size={16} aria-hidden />,
        href: paths.transaction(one.transactionId),
        value: one.paidDate ? formatDateTime(one.paidDate) : null,
      },
      {
        label: 'Orders',
        icon: <IconShoppingCart size={16} aria-hidden />,
        href: paths.orders({ f_paymentLinkId: one.id }),
        value: formatCount(one.orders),
      },
      one.paidOrders > 0 && {
        label: 'Orders paid',
        icon: <IconCircleCheck size={16} aria-hidden />,
        href: paths.orders({ f_paymentLinkId: one.id, f_status: 'PAID' }),
        value: formatCount(one.paidOrders),
      },
    ]}
    icons={{ [DISABLE]: <IconPower size={16} aria-hidden /> }}
  />
);

const ID = 'payment-link-code';

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function Address({ link: { url, purpose, uses, expiresDate } }: { link: PaymentLink }): ReactNode {
  const mayDisable = isAllowed(useActor(), paymentLink.actions[DISABLE].asks);
  const until = [
    uses === 'ONE' && 'somebody has',
    expiresDate && 'it expires',
    mayDisable && 'you disable it',
  ].filter((end) => typeof end === 'string');
  const save = async (way: 'saveSvg' | 'savePng') => {
    const shown = document.getElementById(ID)?.querySelector('svg');
    if (!shown) return;
    const name = cut(purpose.replace(/[^\p{L}\p{N}]+/gu, '-'), 60) || 'link';
    try {
      const files = await import('./code-file.ts');
      await files[way](shown, `payment-link-${name}`);
    } catch (error) {
      notify.failure(error);
    }
  };
  const end = url.lastIndexOf('/') + 1;
  return (
    <DetailCard title="Address">
      <div className={styles.address}>
        <p>
          Send it, or let it be scanned: whoever opens it can pay
          {until.length ? ` until ${OR.format(until)}` : ''}.
        </p>
        <div className={styles.ways}>
          <span className={styles.url}>
            {url.slice(0, end)}
            <wbr />
            {url.slice(end)}
          </span>
          <a href={url} target="_blank" rel="noopener noreferrer">
            Open
          </a>
        </div>
        <div id={ID} className={styles.code}>
          <Suspense fallback={null}>
            <QrCode text={url} label={`QR code of the payment link for ${purpose}`} />
          </Suspense>
        </div>
        <div className={styles.ways}>
          {(['PNG', 'SVG'] as const).map((kind) => (
            <Button
              key={kind}
              icon={<IconDownload size={16} aria-hidden />}
              onClick={() => void save(kind === 'PNG' ? 'savePng' : 'saveSvg')}
            >
              Download {kind}
            </Button>
          ))}
        </div>
      </div>
    </DetailCard>
  );
}
