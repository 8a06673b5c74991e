import { paths } from './paths.ts';
import { shortId } from './platform/format.ts';
import { IdLink } from './platform/IdLink.tsx';
import { IconArrowsExchange } from './ui/icons.ts';

/** What lists of messages about payments have in common: the way to the payment, and all that was said of it. */

interface About {
  transactionId: string;
}

export const paymentIcon = [
  {
    label: 'Transaction',
    icon: <IconArrowsExchange size={16} aria-hidden />,
    to: ({ transactionId }: About) => paths.transaction(transactionId),
  },
];

export const paymentColumn = {
  transactionId: {
    cell: ({ transactionId }: About) => (
      <IdLink label="Transaction" id={transactionId} href={paths.transaction} />
    ),
  },
};

export const ofPayment = (list: (filters: { f_transactionId: string }) => string) => ({
  conversation: ({ transactionId }: About) => ({ f_transactionId: transactionId }),
  subject: ({ transactionId: id }: About) => ({
    label: `Payment ${shortId(id)}`,
    href: paths.transaction(id),
    list: list({ f_transactionId: id }),
  }),
});
