import type { TransactionDetail } from '@paydesk/contract/resources/transactions/record.ts';
import { readReceipt } from '@paydesk/contract/resources/transactions/receipt.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import { IconDownload } from '../../ui/icons.ts';
import { saveFile } from '../../ui/saveFile.ts';

/** The paper of a payment or a refund; the state forbids it, and says why, where nothing was paid. */
export const Receipt = ({ transaction }: { transaction: TransactionDetail }) => (
  <ActionButton
    atOnce
    record={transaction}
    action={readReceipt}
    icon={<IconDownload size={16} aria-hidden />}
    title={readReceipt.label}
    run={async () => {
      const { name, mediaType, content } = await call(
        'POST /api/transactions/{id}/actions/receipt',
        { params: { id: transaction.id } },
      );
      const bytes = Uint8Array.from(atob(content), (sign) => sign.codePointAt(0)!);
      saveFile(new Blob([bytes], { type: mediaType }), name);
    }}
  />
);
