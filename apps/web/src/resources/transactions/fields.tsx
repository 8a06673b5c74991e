import type { transaction } from '@paydesk/contract/resources/transactions/record.ts';
import { eciWords } from '@paydesk/contract/three-d-secure.ts';
import type { Cells } from '../../platform/DetailScreen/viewer.tsx';
import { fieldId } from '../../platform/format.ts';
import { CopyText } from '../../ui/Copy.tsx';
import { maskedCard, signedWords } from './words.ts';

/** What other systems call it: copied whole; ids begin alike, their ends tell them apart. */
const code = (value: string | null | undefined, shown = value) =>
  value ? { value: shown, copy: value, mono: true } : { value: null };
const id = (value: string | null) => code(value, value && fieldId(value));

/** How a field is shown, where its kind alone does not say it (TX-41, TX-42). */
export const cells: Cells<typeof transaction> = {
  description: ({ description }) => ({
    value: description ? <CopyText text={description} /> : null,
  }),
  amount: (one) => ({ value: signedWords(one) }),
  status: ({ status, markedByHand }) => ({
    value: `${status.description}${markedByHand ? ', marked by hand' : ''}`,
  }),
  cardPan: ({ cardPan }) => code(cardPan, cardPan && maskedCard(cardPan)),
  accountStatementReference: ({ accountStatementReference }) => code(accountStatementReference),
  externalPaymentId: ({ externalPaymentId }) => id(externalPaymentId),
  batchId: ({ batchId }) => id(batchId),
  xid: ({ xid }) => code(xid),
  // two digits say little by themselves; copied as acquirers know them
  eci: ({ eci }) => ({ ...code(eci, eci && eciWords(eci)), mono: false }),
};
