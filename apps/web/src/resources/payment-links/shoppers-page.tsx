import type { ReactNode } from 'react';
import type { IntervalUnit } from '@paydesk/contract/intervals.ts';
import { parseAmount, toCents } from '@paydesk/contract/kernel/money.ts';
import type { PaymentLink } from '@paydesk/contract/resources/payment-links.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import type { Texts } from '../../platform/form/values.ts';
import {
  NOT_OFFERED,
  ShoppersPage,
  useOfferedByLink,
  useOfferedByNewLink,
  useShop,
  type Asked,
} from '../../platform/ShoppersPage.tsx';
import { PhoneViews } from '../../ui/Phone.tsx';
import { askedBy } from './asked.ts';
import styles from './payment-links.module.css';

/** What whoever opens the address of one sees. */
export function Kept({ link }: { link: PaymentLink }): ReactNode {
  const { merchant, ...said } = useOfferedByLink(link.id);
  // its page knows the terms and the logo, whoever looks; where that is not had, the name is there all the same
  const named = useShop(link.merchantName);
  const shop = merchant ?? named;
  const { purpose, recurringUnit: unit, recurringEvery: every } = link;
  const given = { purpose, cents: toCents(link.amount)!, unit: unit as IntervalUnit | null, every };
  return (
    <DetailCard title="What the shopper sees">
      <Screen
        shop={shop}
        asked={shop && askedBy(given, shop.name)}
        words="What the address opens."
        {...said}
      />
    </DetailCard>
  );
}

/** The same while it is typed: nothing before there is something to pay, and for what. */
export function Typed({ texts }: { texts: Texts }): ReactNode {
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
} & ReturnType<typeof useOfferedByNewLink>): ReactNode {
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
