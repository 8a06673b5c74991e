import type { Call } from '@paydesk/contract/index.ts';
import { toCents } from '@paydesk/contract/kernel/money.ts';
import type { Offered } from '@paydesk/contract/resources/checkouts/offered.ts';
import { sql } from 'kysely';
import { methodsOf } from '../../domain/checkouts/details.ts';
import { isOpenTo } from '../../domain/merchant-features.ts';
import type { SignedIn } from '../../platform/auth/sessions.ts';
import { merchantIdOf } from '../../platform/own-merchant.ts';
import type { Services } from '../../platform/services.ts';
import { borrowable, offeredProducts } from './loan/offered.ts';
import { loanShown } from './loan/view.ts';
import { meansOf } from './view.ts';

interface Merchant {
  lends: boolean;
  /** The shop is asked what a delivery costs; else each is free. */
  asked: boolean;
}

type Asked = Call<'GET /api/widgets/preview'>['query'];

/** What a shopper of the merchant would choose from, found as a checkout finds it; nothing is opened. */
export async function offeredBy(
  services: Services,
  actor: SignedIn,
  { amount, ships, repeats }: Asked,
): Promise<Offered> {
  const merchantId = merchantIdOf(actor);
  const [{ lends, asked }, methods] = await services.database.transaction(
    actor.sight,
    async (tx) => {
      const { rows } = await sql<Merchant>`
        select m.status = 'ACTIVE' and ${isOpenTo(merchantId, 'CONSUMER_CREDIT')} as lends,
          m.delivery_cost_calculation_url is not null as asked
        from merchants m where m.id = ${merchantId}`.execute(tx);
      return [rows[0]!, ships === 'true' ? await methodsOf(tx, merchantId) : []] as const;
    },
  );
  const order = borrowable(
    { merchantId, amountCents: toCents(Number(amount))! },
    { lends, repeats: repeats === 'true' },
  );
  const products = await offeredProducts(services, order);
  return {
    means: meansOf({ payment_method: null, loan: null }, products.length > 0),
    shippingMethods: methods.map((method) => ({ ...method, cost: asked ? null : 0 })),
    loan: products.length ? loanShown(services, order, products, null) : null,
  };
}
