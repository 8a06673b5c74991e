import { lazy, Suspense, type ReactNode } from 'react';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import {
  paymentLink,
  paymentLinks,
  type PaymentLink,
} from '@paydesk/contract/resources/payment-links.ts';
import { paths } from '../paths.ts';
import { DetailCard } from '../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../platform/DetailScreen/record.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { Button } from '../ui/Button.tsx';
import { StatusChip } from '../ui/Chip.tsx';
import { CopyText } from '../ui/Copy.tsx';
import { IconBan, IconDownload, IconShoppingCart } from '../ui/icons.ts';
import { saveFile } from '../ui/saveFile.ts';
import styles from './payment-links.module.css';

const QrCode = lazy(() => import('../ui/QrCode.tsx'));

const rowLink = ({ id }: { id: string }) => paths.paymentLink(id);
const columns = { purpose: { width: 200 }, paidOrders: { width: 72 } } as const;

/** The links by which a merchant's people ask for money. */
export const PaymentLinksScreen = (): ReactNode => (
  <ListScreen
    resource={paymentLinks}
    record={paymentLink}
    columns={columns}
    rowLink={rowLink}
    nothingYet="There is no payment link yet. Make one, and send it to whoever is to pay."
  />
);

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
      aside: one.status.name === 'ACTIVE' ? <Address link={one} /> : null,
    })}
    links={(one) => [
      {
        label: 'Orders',
        icon: <IconShoppingCart size={16} aria-hidden />,
        href: paths.orders({ f_paymentLinkId: one.id }),
        value: one.paidOrders ? `${one.paidOrders} paid` : null,
      },
    ]}
    icons={{ 'PUT /api/payment-links/{id}/disable': <IconBan size={16} aria-hidden /> }}
  />
);

const ID = 'payment-link-code';

function Address({ link: { url, purpose } }: { link: PaymentLink }): ReactNode {
  const save = () => {
    const shown = document.getElementById(ID)?.querySelector('svg');
    if (!shown) return;
    const code = shown.cloneNode(true) as SVGElement;
    code.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    // a file knows none of the page's names for colours
    for (const part of ['rect', 'path'])
      code
        .querySelector(part)!
        .setAttribute('fill', getComputedStyle(shown.querySelector(part)!).fill);
    const name = purpose.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60) || 'link';
    saveFile(new Blob([code.outerHTML], { type: 'image/svg+xml' }), `payment-link-${name}.svg`);
  };
  return (
    <DetailCard title="Address">
      <div className={styles.address}>
        <CopyText text={url} limit={38} />
        <div id={ID} className={styles.code}>
          <Suspense fallback={null}>
            <QrCode text={url} label={`QR code of the payment link for ${purpose}`} />
          </Suspense>
        </div>
        <Button icon={<IconDownload size={16} aria-hidden />} onClick={save}>
          Download SVG
        </Button>
      </div>
    </DetailCard>
  );
}
