/** Words of the Stripe that tests have on this machine. */

export type Thing = Record<string, unknown> & { id: string };
export type Form = Record<string, string>;

export const STRIPE_KEY = 'sk_test_paydesk';
export const STRIPE_WEBHOOK_SECRET = 'whsec_paydesk_tests';

/** What a card does, by the id of its payment method. */
export const METHODS = {
  approved: 'pm_approved',
  noMoney: 'pm_no_money',
  challenged: 'pm_challenged',
} as const;

export interface Answer {
  status: number;
  body: object;
}

export const metadataOf = (form: Form) =>
  Object.fromEntries(
    Object.entries(form).flatMap(([key, value]) => {
      const name = /^metadata\[(.+)\]$/.exec(key)?.[1];
      return name ? [[name, value]] : [];
    }),
  );

export const ok = (body: object): Answer => ({ status: 200, body });

export const wrong = (message: string, more: object = {}): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', message, ...more } },
});
