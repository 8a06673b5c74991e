import { merchants } from '@paydesk/contract/resources/merchants/list.ts';
import { paths } from '../../paths.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';

const columns = {
  merchantId: { width: 112, mono: true },
  legalId: { width: 108, mono: true },
  mccCode: { width: 72, mono: true },
  country: { width: 104 },
  phone: { width: 126 },
};

const rowLink = ({ id }: { id: string }) => paths.merchantById(id);

/** Every merchant, for staff (MB-01). */
export function MerchantsScreen() {
  return <ListScreen resource={merchants} columns={columns} rowLink={rowLink} />;
}
