import { cut } from '@paydesk/contract/kernel/texts.ts';
import { Suspense, type ReactNode } from 'react';
import { everyWords, INTERVAL_HINTS, type IntervalUnit } from '@paydesk/contract/intervals.ts';
import { formatAmount, parseAmount, toCents } from '@paydesk/contract/kernel/money.ts';
import {
  linkAnswer,
  paymentLink,
  paymentLinks,
  type PaymentLink,
} from '@paydesk/contract/resources/payment-links.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { paths } from '../../paths.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import type { EditFormOptions } from '../../platform/DetailScreen/EditForm.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import type { Texts } from '../../platform/form/values.ts';
import { formatCount, formatDateTime } from '../../platform/format.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { notify } from '../../platform/notify.tsx';
import { useActor } from '../../platform/session.ts';
import {
  NOT_OFFERED,
  ShoppersPage,
  useOfferedByLink,
  useOfferedByNewLink,
  useShop,
  type Asked,
} from '../../platform/ShoppersPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { StatusChip } from '../../ui/Chip.tsx';
import { CopyWords } from '../../ui/CopyWords.tsx';
import {
  IconArrowsExchange,
  IconBan,
  IconCircleCheck,
  IconDownload,
  IconShoppingCart,
} from '../../ui/icons.ts';
import { PhoneViews } from '../../ui/Phone.tsx';
import { askedBy } from './asked.ts';
import { copyAddress } from './copy-address.tsx';
import styles from './payment-links.module.css';
import { late } from '../../platform/late.tsx';

const QrCode = late(() => import('../../ui/QrCode.tsx'));

const DISABLE = 'PUT /api/payment-links/{id}/disable';
const rowLink = ({ id }: { id: string }) => paths.paymentLink(id);
const columns = { paidOrders: { width: 88 } } as const;

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

/** The links by which a merchant's people ask for money. */
export function PaymentLinksScreen(): ReactNode {
  const may = isAllowed(useActor(), paymentLink.actions['POST /api/payment-links'].asks);
  return (
    <ListScreen
      resource={paymentLinks}
      record={paymentLink}
      columns={columns}
      form={form}
      rowLink={rowLink}
      menu={copyAddress}
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
    icons={{ [DISABLE]: <IconBan size={16} aria-hidden /> }}
  />
);

const ID = 'payment-link-code';

function Address({ link: { url, purpose, uses } }: { link: PaymentLink }): ReactNode {
  const mayDisable = isAllowed(useActor(), paymentLink.actions[DISABLE].asks);
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
          {uses === 'ONE' ? ', until somebody has' : ''}
          {mayDisable ? `${uses === 'ONE' ? ' or' : ','} until you disable it` : ''}.
        </p>
        {/* where it takes two lines its id is whole on the second */}
        <span className={styles.url}>
          {url.slice(0, end)}
          <wbr />
          {url.slice(end)}
        </span>
        <div className={styles.ways}>
          <CopyWords text={url} label="Copy address" />
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

function Kept({ link }: { link: PaymentLink }): ReactNode {
  const shop = useShop(link.merchantName);
  const { purpose, recurringUnit: unit, recurringEvery: every } = link;
  const given = { purpose, cents: toCents(link.amount)!, unit: unit as IntervalUnit | null, every };
  return (
    <DetailCard title="What the shopper sees">
      <Screen
        shop={shop}
        asked={shop && askedBy(given, shop.name)}
        words="What the address opens."
        {...useOfferedByLink(link.id)}
      />
    </DetailCard>
  );
}

/** While it is typed: nothing before there is something to pay, and for what. */
function Typed({ texts }: { texts: Texts }): ReactNode {
  const shop = useShop();
  const text = (key: string) => String(texts[key] ?? '').trim();
  const [purpose, amount] = [text('purpose'), parseAmount(text('amount'))];
  const cents = amount === null ? null : toCents(amount);
  const every = Number(text('recurringEvery'));
  const given =
    purpose && cents !== null && cents > 0n
      ? {
          purpose,
          cents,
          unit: (text('recurringUnit') || null) as IntervalUnit | null,
          every: Number.isInteger(every) && every > 0 ? every : null,
        }
      : null;
  const asked = shop && given && askedBy(given, shop.name);
  return (
    <Screen
      shop={shop}
      asked={asked}
      words="What whoever opens the link will see."
      {...useOfferedByNewLink(asked)}
    />
  );
}

function Screen({
  shop,
  asked,
  words,
  offered,
  failed,
}: {
  shop: ReturnType<typeof useShop>;
  asked: Asked | null;
  words: string;
} & ReturnType<typeof useOfferedByLink>): ReactNode {
  return (
    <PhoneViews
      label="What the shopper sees"
      views={[
        {
          label: 'At the checkout',
          short: !(shop && asked),
          words: failed ? `${words} ${NOT_OFFERED}` : words,
          screen:
            shop && asked ? (
              offered && (
                <ShoppersPage
                  asked={asked}
                  merchant={shop}
                  offered={offered}
                  ofLink
                  addressed={false}
                />
              )
            ) : (
              <p className={styles.nothing}>Enter the purpose and the amount to see the page.</p>
            ),
        },
      ]}
    />
  );
}
