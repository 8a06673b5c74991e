import type { Services } from '../../platform/services.ts';
import { paymentUrl } from '../checkouts.ts';

/** Where the acquirer's page, and that of the payer's bank, send the payer back to. */
export const returnAddress = (
  services: Pick<Services, 'config' | 'publicUrl'>,
  checkoutId: string,
): string => `${paymentUrl(services, checkoutId)}/return`;
