import assert from 'node:assert/strict';
import { insertWidget } from '../seed/factories/widgets.ts';
import type { TestServer } from './server.ts';

export const SHOPPER = {
  email: 'liga@shopper.test',
  firstName: 'Līga',
  lastName: 'Kalniņa',
} as const;

/** Where they live. */
export const ADDRESS = {
  phone: '+371 2000 0000',
  addressLine: 'Brīvības 12–4',
  postalCode: 'LV-1010',
  city: 'Rīga',
  country: 'LV',
} as const;

let shoppers = 0;
/** Each shopper comes from an address of its own: calls are counted by it. */
export const newShopper = () => `2001:db8:5:${(++shoppers).toString(16)}::1`;

/** A checkout of 49.90 EUR that a shopper has opened by an instant button, and said who pays. */
export async function openedCheckout(
  server: TestServer,
  merchantId: string,
  { details = true } = {},
): Promise<string> {
  const { id: widget } = await insertWidget(server.pool, {
    merchantId,
    type: 'INSTANT',
    totalAmount: 49.9,
  });
  const from = newShopper();
  const opened = await server.anonymous.call('POST /api/checkouts', { body: { widget }, from });
  assert.equal(opened.status, 200, opened.text);
  const { id } = opened.body;
  if (details) {
    const said = await server.anonymous.call('PUT /api/checkouts/{id}', {
      params: { id },
      body: SHOPPER,
      from,
    });
    assert.equal(said.status, 200, said.text);
  }
  return id;
}

/** The same with the acquirer's page for the card open; gives its address. */
export async function cardPageOf(server: TestServer, id: string, frame = true): Promise<string> {
  const { status, body, text } = await server.anonymous.call('POST /api/checkouts/{id}/pay', {
    params: { id },
    body: { frame, consent: true },
    from: newShopper(),
  });
  assert.equal(status, 200, text);
  assert.ok(body.page);
  return body.page.url;
}
