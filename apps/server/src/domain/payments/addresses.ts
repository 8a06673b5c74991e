import type { Services } from '../../platform/services.ts';

type Where = Pick<Services, 'publicUrl'>;

/** Where a shopper pays. */
export const paymentUrl = ({ publicUrl }: Where, checkoutId: string): string =>
  `${publicUrl().replace(/\/+$/, '')}/pay/c/${checkoutId}`;

/** Where the acquirer's page, and that of the payer's bank, send the payer back to. */
export const returnAddress = (services: Where, checkoutId: string): string =>
  `${paymentUrl(services, checkoutId)}/return`;
