import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import {
  metadataOf,
  METHODS,
  ok,
  STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET,
  wrong,
  type Answer,
  type Form,
  type Thing,
} from './stripe-words.ts';
import fixtures from '../gateways/stripe/fixtures.json' with { type: 'json' };

const set = (thing: Thing, parts: object) => Object.assign(thing, parts);

/**
 * Stripe on this machine, for tests: answers out of Stripe's published fixtures (stripe/openapi, MIT), keeps what it was
 * told, holds idempotency keys, and signs its events as Stripe documents.
 */
export async function localStripe() {
  const things = new Map<string, Thing>();
  const keys = new Map<string, { asked: string; answer: Answer | null }>();
  const calls: { method: string; path: string; form: Form; key: string | null }[] = [];
  const faults: { path: RegExp; how: 'answer lost' | 'never arrives' }[] = [];
  let count = 0;

  const made = (kind: keyof typeof fixtures, parts: object): Thing => {
    const prefix = fixtures[kind].id.replace(/_?[^_]*$/, '');
    const thing = { ...structuredClone(fixtures[kind]), ...parts, id: `${prefix}_${++count}` };
    things.set(thing.id, thing);
    return thing;
  };
  const charge = (intent: Thing, shift: boolean) => {
    const one = made('charge', {
      amount: intent['amount'],
      currency: intent['currency'],
      payment_intent: intent.id,
    });
    const details = one['payment_method_details'] as { card: Record<string, unknown> };
    details.card['network_transaction_id'] = 'network-1';
    details.card['three_d_secure'] = shift
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: 'ds-transaction-1',
          version: '2.2.0',
        }
      : null;
    set(intent, { latest_charge: one });
  };
  const hold = (intent: Thing, shift: boolean) => {
    charge(intent, shift);
    const taken = intent['capture_method'] === 'automatic';
    set(intent, {
      status: taken ? 'succeeded' : 'requires_capture',
      amount_capturable: taken ? 0 : intent['amount'],
      amount_received: taken ? intent['amount'] : 0,
      next_action: null,
    });
  };

  function confirm(intent: Thing): Answer {
    if (intent['status'] !== 'requires_confirmation')
      return wrong('This intent can’t be confirmed', { code: 'payment_intent_unexpected_state' });
    if (intent['payment_method'] === METHODS.challenged) {
      const redirect = { url: `https://hooks.stripe.test/3ds/${intent.id}`, return_url: null };
      set(intent, {
        status: 'requires_action',
        next_action: { type: 'redirect_to_url', redirect_to_url: redirect },
      });
    } else if (intent['payment_method'] === METHODS.noMoney) {
      const error = {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
      };
      set(intent, { status: 'requires_payment_method', last_payment_error: error });
      return { status: 402, body: { error: { ...error, payment_intent: intent } } };
    } else hold(intent, false);
    return { status: 200, body: intent };
  }

  function answer(method: string, path: string, form: Form): Answer {
    const [, what, id, action] =
      /^\/v1\/(checkout\/sessions|\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
    const found = id ? things.get(id) : undefined;
    if (id && !found)
      return {
        status: 404,
        body: { error: { type: 'invalid_request_error', message: `No such ${what}: ${id}` } },
      };
    if (method === 'GET') {
      if (found) return ok(found);
      const data = [...things.values()].filter((thing) =>
        what === 'refunds'
          ? thing['object'] === 'refund' && thing['payment_intent'] === form['payment_intent']
          : what === 'payouts'
            ? thing['object'] === 'payout' &&
              Number(thing['created']) >= Number(form['created[gte]'])
            : form['payout']
              ? thing['object'] === 'balance_transaction' && thing['payout'] === form['payout']
              : thing['object'] === 'balance_transaction' &&
                Number(thing['created']) >= Number(form['created[gte]']) &&
                Number(thing['created']) < Number(form['created[lt]']),
      );
      return ok({ object: 'list', data, has_more: false, url: path });
    }
    switch (`${what}${action ? `/${action}` : ''}`) {
      case 'checkout/sessions':
        return ok(
          made('checkout.session', {
            mode: form['mode'],
            url: `https://checkout.stripe.test/${count}`,
            metadata: metadataOf(form),
            setup_intent: null,
          }),
        );
      case 'payment_intents':
        return ok(
          made('payment_intent', {
            amount: Number(form['amount']),
            currency: form['currency'],
            capture_method: form['capture_method'],
            customer: form['customer'],
            payment_method: form['payment_method'],
            status: 'requires_confirmation',
            metadata: metadataOf(form),
            last_payment_error: null,
            next_action: null,
            options: form['payment_method_options[card][request_three_d_secure]'],
          }),
        );
      case 'payment_intents/confirm':
        return confirm(found!);
      case 'payment_intents/capture':
        if (found!['status'] !== 'requires_capture') return wrong('This intent can’t be captured');
        if (Number(form['amount_to_capture']) > Number(found!['amount']))
          return wrong('The amount is more than was held');
        set(found!, { status: 'succeeded', amount_received: Number(form['amount_to_capture']) });
        return ok(found!);
      case 'payment_intents/cancel':
        if (['succeeded', 'canceled'].includes(String(found!['status'])))
          return wrong(`This intent has a status of ${String(found!['status'])}`);
        set(found!, { status: 'canceled' });
        return ok(found!);
      case 'refunds': {
        const intent = things.get(form['payment_intent']!);
        const back = [...things.values()]
          .filter((one) => one['object'] === 'refund' && one['payment_intent'] === intent?.id)
          .reduce((sum, one) => sum + Number(one['amount']), 0);
        const amount = Number(form['amount']);
        if (intent?.['status'] !== 'succeeded') return wrong('This intent has no money');
        if (back + amount > Number(intent['amount_received']))
          return wrong('Refund amount is greater than unrefunded amount');
        return ok(
          made('refund', {
            amount,
            currency: intent['currency'],
            payment_intent: intent.id,
            metadata: metadataOf(form),
          }),
        );
      }
      default:
        return { status: 404, body: { error: { type: 'invalid_request_error', message: path } } };
    }
  }

  async function take(request: IncomingMessage, response: ServerResponse) {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { pathname, search } = new URL(request.url!, 'http://stripe');
    const text = request.method === 'GET' ? search.slice(1) : Buffer.concat(parts).toString();
    const form = Object.fromEntries(new URLSearchParams(text));
    const key = (request.headers['idempotency-key'] as string | undefined) ?? null;
    const nth = faults.findIndex(({ path }) => path.test(`${request.method} ${pathname}`));
    const [fault] = nth < 0 ? [] : faults.splice(nth, 1);
    if (fault?.how === 'never arrives') return request.socket.destroy();
    const say = ({ status, body }: Answer) => {
      if (fault) return request.socket.destroy();
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`)
      return say({
        status: 401,
        body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } },
      });
    calls.push({ method: request.method!, path: pathname, form, key });
    const asked = `${pathname}?${text}`;
    const earlier = key === null ? undefined : keys.get(key);
    if (earlier && earlier.asked !== asked)
      return say({
        status: 400,
        body: { error: { type: 'idempotency_error', message: 'Keys can’t be used again' } },
      });
    if (earlier?.answer) return say(earlier.answer);
    const answered = structuredClone(answer(request.method!, pathname, form));
    if (key !== null) keys.set(key, { asked, answer: answered });
    return say(answered);
  }

  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const signer = new Stripe(STRIPE_KEY);

  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    things,
    /** What the next such call meets: done and not answered, or neither; and so its repeat, which the library makes by itself. */
    fail(path: RegExp, how: 'answer lost' | 'never arrives') {
      faults.push({ path, how }, { path, how });
    },
    /** All keys are forgotten, as Stripe does after a day. */
    forget: () => keys.clear(),
    /** The payer types a card on the page of a session. */
    typeCard(sessionId: string, method: string) {
      const kept = made('payment_method', {});
      things.delete(kept.id);
      things.set(method, set(kept, { id: method }) as Thing);
      set(things.get(sessionId)!, {
        status: 'complete',
        customer: 'cus_1',
        setup_intent: { ...fixtures.setup_intent, status: 'succeeded', payment_method: kept },
      });
    },
    /** The payer passes the bank's page, or does not. */
    challenge(intentId: string, passed: boolean) {
      const intent = things.get(intentId)!;
      if (passed) return hold(intent, true);
      set(intent, {
        status: 'requires_payment_method',
        next_action: null,
        last_payment_error: {
          type: 'card_error',
          code: 'payment_intent_authentication_failure',
          message: 'The payer could not be authenticated.',
        },
      });
    },
    make: made,
    /** An event as it is sent: its body and the header that proves it. */
    event(type: string, object: object, secret?: string) {
      return this.signed(JSON.stringify({ ...fixtures.event, type, data: { object } }), secret);
    },
    /** The same of any body. */
    signed: (payload: string, secret = STRIPE_WEBHOOK_SECRET) => ({
      payload,
      headers: {
        'content-type': 'application/json',
        'stripe-signature': signer.webhooks.generateTestHeaderString({ payload, secret }),
      },
    }),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
