import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { LOAN_LIMIT_HOURS } from '@paydesk/contract/lending.ts';
import { fromCents } from '@paydesk/contract/kernel/money.ts';
import { sql } from 'kysely';
import { audit } from '../../platform/audit.ts';
import { hashToken } from '../../platform/auth/next-token.ts';
import type { Tx } from '../../platform/db/database.ts';
import { theRow } from '../../platform/db/rows.ts';
import { forbidden, invalid, notFound } from '../../platform/errors.ts';
import { lockMerchant } from '../../platform/own-merchant.ts';
import { PERSONAL_ID_OF_BORROWER, sealedColumns } from '../../platform/sealed-values.ts';
import { sealedPaper } from '../../platform/sealed-papers.ts';
import type { Services } from '../../platform/services.ts';
import { markConsent } from '../checkouts/marks.ts';
import { refuseUnlessPayable } from '../checkouts/payable.ts';
import { borrowerOf } from '../customers/borrower.ts';
import { isOpenTo } from '../merchant-features.ts';
import { orderByLoan } from '../orders/paid.ts';
import { whyNotWanted } from '../payments/attempts.ts';
import { leaveCard } from '../payments/leave.ts';
import { SHOPPER, type LoanAsked, type LoanBy } from './asked.ts';
import { continueLoan } from './continue.ts';
import { fittingProducts, type Fitting } from './fitting.ts';
import { noteLoan, type Loan } from './loan.ts';
import { mailBegun } from './mails.ts';
import { informationOf, type Paper } from './papers.ts';

interface Read {
  product: Fitting;
  paper: Paper;
}

interface Begun {
  loanId: string;
  /** Of one that this call began: whoever asks for it again is answered none. */
  token: string | null;
}

/**
 * Begins the loan of a checkout's order: one, however often it is asked for, and goes on to the offers. What was read
 * before is made once more, and its hash must be the one that the shopper agreed to.
 */
export async function beginLoan(
  services: Services,
  checkoutId: string,
  asked: LoanAsked,
  by: LoanBy = SHOPPER,
): Promise<Begun> {
  const { database } = services;
  const found = await database.kysely
    .selectFrom('checkouts')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.id', '=', 'checkouts.order_id')
        .onRef('orders.merchant_id', '=', 'checkouts.merchant_id'),
    )
    .select('orders.amount_cents')
    .where('checkouts.id', '=', checkoutId)
    .executeTakeFirst();
  if (!found) throw notFound();
  const products = await fittingProducts(database.kysely, services, {
    amountCents: found.amount_cents,
    months: asked.months,
  });
  const read: Read[] = [];
  for (const product of products)
    read.push({
      product,
      paper: await informationOf(services, checkoutId, product, asked.months),
    });
  const begun = await database.transaction('all', (tx) =>
    open(tx, services, checkoutId, found.amount_cents, asked, read, by),
  );
  await continueLoan(services, begun.loanId, by);
  return begun;
}

async function open(
  tx: Tx,
  services: Services,
  checkoutId: string,
  amountCents: bigint,
  asked: LoanAsked,
  read: readonly Read[],
  by: LoanBy,
): Promise<Begun> {
  const checkout = await tx
    .selectFrom('checkouts')
    .select(['id', 'merchant_id', 'order_id', 'purchase_id'])
    .where('id', '=', checkoutId)
    .executeTakeFirst();
  if (!checkout) throw notFound();
  const { merchant_id: merchantId } = checkout;
  await lockMerchant(tx, merchantId, 'kept');
  // of several at once the second sees what the first has begun
  const order = await tx
    .selectFrom('orders')
    .select(['id', 'merchant_id', 'status', 'amount_cents', 'currency'])
    .where(theRow(checkout.order_id, merchantId))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const earlier = await tx
    .selectFrom('consumer_credits')
    .select('id')
    .where('order_id', '=', order.id)
    .where('merchant_id', '=', merchantId)
    .where('status', '<>', 'FAILED')
    .executeTakeFirst();
  if (earlier) return { loanId: earlier.id, token: null };
  // read now that the order is held: its shopper may have given it up meanwhile, in another window
  const now = await tx
    .selectFrom('checkouts')
    .select(['cancelled_date', sql<boolean>`expires_date <= now()`.as('over')])
    .where(theRow(checkoutId, merchantId))
    .executeTakeFirstOrThrow();
  const purchase = await tx
    .selectFrom('purchases')
    .select(['id', 'status'])
    .where(theRow(checkout.purchase_id, merchantId))
    .executeTakeFirstOrThrow();
  const merchant = await tx
    .selectFrom('merchants')
    .select(['status', 'acquirer_url'])
    .select(isOpenTo(merchantId, 'CONSUMER_CREDIT').as('lends'))
    .where('id', '=', merchantId)
    .executeTakeFirstOrThrow();
  const refused =
    whyNotWanted({ order, purchase, merchant }) ??
    (now.over ? 'The time to pay is over' : null) ??
    (now.cancelled_date ? 'The payment was abandoned' : null);
  if (refused) throw invalid('loan', refused);
  if (!merchant.lends) throw forbidden('The shop does not offer to pay by instalments');
  if (order.amount_cents !== amountCents)
    throw invalid('consents', 'The amount has changed: please read the information again');
  if (!read.length) throw invalid('months', 'Nobody lends this amount over this number of months');
  for (const { product, paper } of read)
    if (
      !asked.consents.some(
        (one) => one.productId === product.productId && one.sha256 === paper.sha256,
      )
    )
      throw invalid('consents', 'The information has changed: please read it again');
  await refuseUnlessPayable(tx, checkoutId, merchantId);
  const byCard = await leaveCard(tx, order);
  if (byCard) throw invalid('loan', byCard);
  await markConsent(tx, checkout);
  const loan = await insert(tx, services, { checkoutId, order, asked, read });
  await orderByLoan(tx, order);
  await noteLoan(tx, loan, { kind: 'BEGUN', by, to: 'DRAFT' });
  await audit(tx, by, {
    action: 'BEGIN_LOAN',
    entityType: 'CONSUMER_CREDIT',
    entityId: loan.id,
    merchantId,
    result: 'SUCCESS',
    details: {
      orderId: order.id,
      amount: fromCents(order.amount_cents),
      currency: order.currency,
      months: asked.months,
      information: read.map(({ product, paper }) => `${product.code} ${paper.sha256}`),
      changes: { status: { before: null, after: 'DRAFT' } },
    },
  });
  await mailBegun(tx, services, loan);
  return { loanId: loan.id, token: loan.token };
}

interface Given {
  checkoutId: string;
  order: { id: string; merchant_id: string; amount_cents: bigint; currency: string };
  asked: LoanAsked;
  read: readonly Read[];
}

async function insert(
  tx: Tx,
  { encryption }: Pick<Services, 'encryption'>,
  { checkoutId, order, asked, read }: Given,
): Promise<Loan> {
  const { person, income, shopperKey } = asked;
  const id = randomUUIDv7();
  const merchantId = order.merchant_id;
  const customerId = await borrowerOf(tx, { encryption }, person);
  const loan = await tx
    .insertInto('consumer_credits')
    .values({
      id,
      order_id: order.id,
      merchant_id: merchantId,
      customer_id: customerId,
      checkout_id: checkoutId,
      status: 'DRAFT',
      amount_cents: order.amount_cents,
      currency: order.currency,
      term_months: asked.months,
      income_type: income.type,
      income_cents: income.monthlyCents,
      obligations_cents: income.obligationsCents,
      device_os: asked.device,
      status_since: sql`now()`,
      status_until: sql`now() + make_interval(hours => ${LOAN_LIMIT_HOURS.DRAFT})`,
      created_date: sql<string>`now()`,
      token: randomUUID(),
      shopper_key_hash: shopperKey === null ? null : hashToken(shopperKey),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('consumer_credit_persons')
    .values({
      consumer_credit_id: id,
      merchant_id: merchantId,
      ...sealedColumns(encryption, PERSONAL_ID_OF_BORROWER, id, person.personalId),
      country: person.country,
      first_name: person.firstName,
      last_name: person.lastName,
      date_of_birth: person.dateOfBirth,
      phone_number: person.phone,
      email: person.email,
    })
    .execute();
  await tx
    .insertInto('loan_documents')
    .values(
      read.map(({ product, paper }) => {
        const paperId = randomUUIDv7();
        return {
          id: paperId,
          consumer_credit_id: id,
          merchant_id: merchantId,
          kind: 'SECCI' as const,
          financing_product_id: product.productId,
          interest_rate_bp: product.rate,
          sha256: paper.sha256,
          ...sealedPaper(encryption, paperId, paper.bytes),
          content_type: 'application/pdf',
          created_date: sql<string>`now()`,
          consented_date: sql<string>`now()`,
        };
      }),
    )
    .execute();
  return loan as Loan;
}
