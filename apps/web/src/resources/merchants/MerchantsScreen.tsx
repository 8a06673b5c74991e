import { merchants } from '@paydesk/contract/resources/merchants/list.ts';
import { paths } from '../../paths.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';

const columns = {
  merchantId: { width: 128, mono: true },
  legalId: { width: 124, mono: true },
  mccCode: { width: 84, mono: true },
  phone: { width: 128 },
};

const rowLink = ({ id }: { id: string }) => paths.merchantById(id);

/** Every merchant, for staff (MB-01). */
export function MerchantsScreen() {
  return <ListScreen resource={merchants} columns={columns} rowLink={rowLink} />;
}
