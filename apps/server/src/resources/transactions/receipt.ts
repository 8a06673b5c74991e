import { formatAmount, fromCents } from '@paydesk/contract/kernel/money.ts';
import { namedCard } from '@paydesk/contract/kernel/schemes.ts';
import { TRANSACTION_TYPES } from '@paydesk/contract/resources/transactions.ts';
import {
  MONEY_REASONS,
  type TransactionDetail,
} from '@paydesk/contract/resources/transactions/record.ts';
import { readReceipt } from '@paydesk/contract/resources/transactions/receipt.ts';
import { itemsOf } from '../../domain/orders/items.ts';
import { audit } from '../../platform/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import { notFound } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { insistState } from '../../platform/insist.ts';
import { businessZone } from '../../platform/installation.ts';
import { pdfOf, type Block, type Paper } from '../../platform/pdf.ts';
import type { Services } from '../../platform/services.ts';
import { loadDetail } from './detail.ts';

/** A receipt of a payment or a refund, for whoever may read that: reading it is written down (TX-41, SB-46). */
export function receiptHandlers(
  services: Services,
): Handlers<'POST /api/transactions/{id}/actions/receipt'> {
  const { database, now } = services;
  return {
    'POST /api/transactions/{id}/actions/receipt': async ({ actor, params }) => {
      const id = params.id.toLowerCase();
      const one = await loadDetail(services, actor, id);
      insistState(readReceipt, one as never, actor, now());
      const facts = await factsOf(database.kysely, id);
      const bytes = await pdfOf(receipt(one, facts, businessZone(services)));
      await database.transaction(actor.sight, (tx) =>
        audit(tx, actor, {
          action: 'READ_RECEIPT',
          entityType: 'TRANSACTION',
          entityId: id,
          merchantId: facts.merchantId,
          result: 'SUCCESS',
          details: {},
        }),
      );
      return {
        name: `${one.type === 'PAYMENT' ? 'receipt' : 'refund'}-${id}.pdf`,
        mediaType: 'application/pdf',
        content: Buffer.from(bytes).toString('base64'),
      };
    },
  };
}

interface Facts {
  merchantId: string;
  merchant: string;
  email: string | null;
  orderNumber: string | null;
  items: { label: string; count: number; amount_cents: bigint }[];
}

const MOST_LINES = 200;

/** Who was paid and for what; whoever asks has been found to read the transaction. */
async function factsOf(db: Db, id: string): Promise<Facts> {
  const row = await db
    .selectFrom('transactions as t')
    .innerJoin('merchants as m', 'm.id', 't.merchant_id')
    .leftJoin('orders as o', (join) =>
      join.onRef('o.id', '=', 't.order_id').onRef('o.merchant_id', '=', 't.merchant_id'),
    )
    .select(['t.merchant_id', 'm.name', 'm.email', 'o.id as order_id', 'o.external_order_number'])
    .where('t.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const items = row.order_id
    ? await itemsOf(db, { id: row.order_id, merchant_id: row.merchant_id }, MOST_LINES)
    : [];
  return {
    merchantId: row.merchant_id,
    merchant: row.name,
    email: row.email,
    orderNumber: row.external_order_number,
    items,
  };
}

type Rows = [string, string][];

/** What is empty is left out. */
const known = (rows: readonly (readonly [string, string | null])[]): Rows =>
  rows.filter((row): row is [string, string] => row[1] !== null && row[1] !== '');

function receipt(one: TransactionDetail, facts: Facts, zone: string): Paper {
  const money = (amount: number) => `${formatAmount(amount)} ${one.currency}`;
  const at = (instant: string) =>
    Temporal.Instant.from(instant)
      .toZonedDateTimeISO(zone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'minute' })
      .replace('T', ' ');
  const refund = one.type !== 'PAYMENT';
  // what was held for days before was not paid then
  const moved = one.capturedDate ?? one.date;
  const title = refund ? 'Refund receipt' : 'Receipt';
  const paid: Block = {
    kind: 'facts',
    rows: known([
      [refund ? 'Refunded' : 'Paid', money(one.amount)],
      [refund ? 'By' : 'To', facts.merchant],
      ['Card', namedCard(one.cardPan)],
      ['Date', `${at(moved)} (${zone})`],
      ['Kind', TRANSACTION_TYPES[one.type]],
      [
        'Status',
        one.markedByHand ? `${one.status.description}, marked by hand` : one.status.description,
      ],
      ['For', one.description],
      ['Order', facts.orderNumber],
      ['Number', one.id],
      ['Reference', one.externalPaymentId],
      ['Of payment', one.refundedTransactionId],
    ]),
  };
  const items: Block[] =
    facts.items.length && !refund
      ? [
          {
            kind: 'table',
            head: ['What', 'Pieces', 'Of one', 'Together'],
            rows: facts.items.map(({ label, count, amount_cents: cents }) => [
              label,
              String(count),
              money(fromCents(cents)),
              money(fromCents(cents * BigInt(count))),
            ]),
          },
        ]
      : [];
  const back: Rows = [
    ...one.refunds.map((each): [string, string] => [
      `Refunded ${at(each.date)}`,
      `−${money(each.amount)} · ${MONEY_REASONS[each.reasonCode]}`,
    ]),
    ...(one.reversal
      ? [
          [`Reversed ${at(one.reversal.date)}`, `−${money(one.reversal.amount)}`] as [
            string,
            string,
          ],
        ]
      : []),
  ];
  return {
    title: `${title} ${money(one.amount)}`,
    author: facts.merchant,
    date: at(moved).slice(0, 10),
    sections: [
      { heading: facts.merchant, blocks: [paid] },
      ...(items.length ? [{ heading: 'What was bought', blocks: items }] : []),
      ...(back.length
        ? [{ heading: 'What went back', blocks: [{ kind: 'facts' as const, rows: back }] }]
        : []),
      {
        heading: 'Questions',
        blocks: [
          {
            kind: 'text',
            text: facts.email
              ? `Write to ${facts.merchant} at ${facts.email} about it.`
              : `${facts.merchant} answers them.`,
          },
        ],
      },
    ],
  };
}
