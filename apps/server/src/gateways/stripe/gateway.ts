import { Stripe } from 'stripe';
import type { AcquirerTells } from '../acquirer.ts';
import { hear } from '../wire.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { stripeBooks } from './books.ts';
import { stripeLine } from './line.ts';
import { stripeHook } from './webhooks.ts';

/** Stripe as the settings name it: the line to it, and where it tells what it knows later. */
export function stripeGateway(config: Config, database: Database) {
  const at = config.STRIPE_URL === undefined ? null : new URL(config.STRIPE_URL);
  const stripe = new Stripe(config.STRIPE_SECRET_KEY!, {
    timeout: config.ACQUIRER_TIMEOUT_MS,
    // what is not answered is asked about by its id (AM-102)
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'Paydesk' },
    ...(at && {
      host: at.hostname,
      port: at.port,
      protocol: at.protocol === 'http:' ? 'http' : 'https',
    }),
  });
  stripe.on('response', ({ status }: Stripe.ResponseEvent) => hear(status));
  const books = stripeBooks(database);
  const secret = config.STRIPE_WEBHOOK_SECRET!;
  return {
    line: stripeLine(stripe, books),
    tells: ((hears) => stripeHook({ stripe, books, secret }, hears)) satisfies AcquirerTells,
  };
}
