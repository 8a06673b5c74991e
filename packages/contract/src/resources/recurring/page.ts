import * as z from 'zod';
import { amount, currency, endpoints, instant, uuid } from '../../kernel/endpoint.ts';
import type { CURRENCIES } from '../../kernel/enumeration.ts';

/** What a payer sees of what is taken again and again, and does to it: `/pay/r/{token}`. The token is all that opens it. */
export interface RecurringPage {
  merchant: { name: string; email: string | null };
  what: string | null;
  amount: number;
  currency: keyof typeof CURRENCIES;
  /** 'every month' */
  every: string;
  status: 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';
  /** Why nothing is taken while it is suspended. */
  suspendReason: 'PAUSED_BY_MERCHANT' | 'PAUSED_BY_CUSTOMER' | 'DECLINED' | null;
  nextChargeAt: string | null;
  /** The last digits of the card. */
  card: string | null;
  consent: string | null;
  /** The newest first. */
  charges: { day: string; amount: number; status: string }[];
  mayPause: boolean;
  mayResume: boolean;
  mayCancel: boolean;
}

export const recurringPageEndpoints = endpoints(() => {
  const open = {
    access: 'public',
    scope: 'self',
    tag: 'Checkout',
    onCheckoutHost: true,
    serves: 'AM-122, AM-108',
  } as const;
  const params = z.strictObject({ id: uuid() });
  const text = z.string().nullable();
  const answer: z.ZodType<RecurringPage> = z
    .strictObject({
      merchant: z.strictObject({ name: z.string(), email: text }),
      what: text,
      amount: amount(),
      currency: currency(),
      every: z.string(),
      status: z.enum(['ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']),
      suspendReason: z.enum(['PAUSED_BY_MERCHANT', 'PAUSED_BY_CUSTOMER', 'DECLINED']).nullable(),
      nextChargeAt: instant().nullable(),
      card: text,
      consent: text,
      charges: z.array(z.strictObject({ day: z.string(), amount: amount(), status: z.string() })),
      mayPause: z.boolean(),
      mayResume: z.boolean(),
      mayCancel: z.boolean(),
    })
    .meta({ id: 'RecurringPage' });
  const act = (summary: string) => ({ ...open, summary, callsAMinute: 60, params, answer });
  return {
    'GET /api/recurring-pages/{id}': {
      ...open,
      summary:
        'A recurring payment as its payer sees it, by the token of the link in every receipt',
      params,
      answer,
    },
    'POST /api/recurring-pages/{id}/pause': act(
      'The payer pauses it: nothing is taken until it is resumed',
    ),
    'POST /api/recurring-pages/{id}/resume': act('The payer resumes what the payer paused'),
    'POST /api/recurring-pages/{id}/cancel': act('The payer cancels it for good'),
  };
});
