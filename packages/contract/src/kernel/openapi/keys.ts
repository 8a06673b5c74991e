import type { Parameter } from './types.ts';

export const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Up to 255 printable ASCII characters. The same person, key and body get the same result for 30 days; the same key with another body is a 400.',
  schema: { type: 'string', maxLength: 255 },
};

export const SHOPPER_KEY: Parameter = {
  name: 'Shopper-Key',
  in: 'header',
  required: false,
  description:
    'Shows that it is the shopper who calls: whoever knows the checkout’s id alone is told sum and state, and nothing of who pays, by which page or card and why it failed, nor of a loan. 22 to 255 letters, digits, `-` and `_`, made by chance before it is said who pays (`PUT /api/checkouts/{id}`) or a loan is applied for, and sent with each call from then on; a loan’s `token` is as good. Said without one, who pays is told in that answer alone, and page, reason and receipt to whoever has the id; applied for without one, the answer has the `token`.',
  schema: { type: 'string', maxLength: 255 },
};
