import * as z from 'zod';
import { amount, currency, endpoints, instant, uuid } from '../../kernel/endpoint.ts';
import type { CURRENCIES } from '../../kernel/enumeration.ts';

/** What a payer sees of what is taken again and again, and does to it: `/pay/r/{token}`. The token is all that opens it. */
export interface RecurringPage {
  merchant: { name: string; email: string | null; logoUrl: string | null };
  what: string | null;
  amount: number;
  currency: keyof typeof CURRENCIES;
  /** 'every month' */
  every: string;
  status: 'ACTIVE' | 'SUSPENDED' | 'CANCELLED' | 'EXPIRED';
  /** Why nothing is taken while it is suspended. */
  suspendReason: 'PAUSED_BY_MERCHANT' | 'PAUSED_BY_CUSTOMER' | 'DECLINED' | null;
  nextChargeAt: string | null;
  /** Nothing is taken of one that is active: another card would help, or only the shop and its provider can. */
  onHold: 'CARD' | 'OTHER' | null;
  /** The last digits of the card. */
  card: string | null;
  /** 'YYYY-MM' */
  cardExpires: string | null;
  /** It is over before the next charge. */
  cardOver: boolean;
  /** Days that were charged in vain, or missed. */
  unpaid: number;
  /** What becomes of a new card; null where none was typed of late. */
  newCard: {
    state: 'card' | 'challenge' | 'working' | 'done' | 'failed';
    /** The acquirer's page for it, or that of the payer's bank. */
    page: { url: string; framed: boolean } | null;
    reason: string | null;
  } | null;
  /** Of a demo alone. */
  testCards: { number: string; words: string }[] | null;
  consent: string | null;
  /** The newest first. */
  charges: { day: string; amount: number; status: string }[];
  mayPause: boolean;
  mayResume: boolean;
  mayCancel: boolean;
  mayChangeCard: boolean;
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
      merchant: z.strictObject({ name: z.string(), email: text, logoUrl: text }),
      what: text,
      amount: amount(),
      currency: currency(),
      every: z.string(),
      status: z.enum(['ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED']),
      suspendReason: z.enum(['PAUSED_BY_MERCHANT', 'PAUSED_BY_CUSTOMER', 'DECLINED']).nullable(),
      nextChargeAt: instant().nullable(),
      onHold: z.enum(['CARD', 'OTHER']).nullable(),
      card: text,
      cardExpires: text,
      cardOver: z.boolean(),
      unpaid: z.int(),
      newCard: z
        .strictObject({
          state: z.enum(['card', 'challenge', 'working', 'done', 'failed']),
          page: z.strictObject({ url: z.string(), framed: z.boolean() }).nullable(),
          reason: text,
        })
        .nullable(),
      testCards: z.array(z.strictObject({ number: z.string(), words: z.string() })).nullable(),
      consent: text,
      charges: z.array(z.strictObject({ day: z.string(), amount: amount(), status: z.string() })),
      mayPause: z.boolean(),
      mayResume: z.boolean(),
      mayCancel: z.boolean(),
      mayChangeCard: z.boolean(),
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
    'POST /api/recurring-pages/{id}/card': {
      ...act('Begins to replace the card: the acquirer’s page on which the payer types another'),
      body: z.strictObject({ frame: z.boolean() }),
    },
    'POST /api/recurring-pages/{id}/card/continue': act(
      'Goes on after the page for the card, or the payer’s bank, sent the payer back',
    ),
  };
});
