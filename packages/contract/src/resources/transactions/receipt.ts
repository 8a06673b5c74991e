import * as z from 'zod';
import { action } from '../../kernel/action.ts';
import { endpoints, uuid } from '../../kernel/endpoint.ts';
import { TRANSACTION_STATUSES } from '../../kernel/transaction-statuses.ts';
import { ROUTE_SETS } from '../../permissions.ts';
import type { TransactionDetail } from './record.ts';

/** A paper that says what was paid or given back: only of what happened. */
export const readReceipt = action({
  label: 'Receipt (PDF)',
  asks: {},
  whyNot: ({ status: { name } }: Pick<TransactionDetail, 'status'>) =>
    name === 'SUCCESS' || name === 'REVERSED'
      ? null
      : `Only a successful payment or refund has a receipt; this one is ${TRANSACTION_STATUSES[name].toLowerCase()}`,
  fields: {},
  success: 'The receipt is downloaded',
});

export const receiptEndpoints = endpoints(() => ({
  'POST /api/transactions/{id}/actions/receipt': {
    summary: 'The receipt of a payment or a refund as PDF; who read it is written down',
    serves: 'TX-41, SB-46',
    access: ROUTE_SETS.TRANSACTION_DASHBOARD,
    scope: 'merchant',
    params: z.strictObject({ id: uuid() }),
    answer: z.strictObject({
      name: z.string(),
      mediaType: z.literal('application/pdf'),
      content: z.string().meta({ format: 'byte', description: 'Base64.' }),
    }),
  },
}));
