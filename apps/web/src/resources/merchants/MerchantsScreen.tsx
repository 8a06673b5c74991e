import { merchants } from '@paydesk/contract/resources/merchants/list.ts';
import { addMerchant } from '@paydesk/contract/resources/merchants/actions.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { useActor } from '../../platform/session.ts';
import { IconPlus } from '../../ui/icons.ts';

const columns = {
  merchantId: { width: 112, mono: true, named: true },
  legalId: { width: 108, mono: true, named: true },
  mccCode: { width: 72, mono: true, named: true },
  country: { width: 104 },
  phone: { width: 126 },
};

const rowLink = ({ id }: { id: string }) => paths.merchantById(id);

/** Every merchant, for staff (MB-01). */
export function MerchantsScreen() {
  const add = isAllowed(useActor(), addMerchant.asks) ? (
    <LinkButton
      variant="primary"
      href={paths.addMerchant()}
      icon={<IconPlus size={16} aria-hidden />}
    >
      {addMerchant.label}
    </LinkButton>
  ) : null;
  return (
    <ListScreen
      resource={merchants}
      columns={columns}
      rowLink={rowLink}
      actions={add}
      nothingYet="No merchants yet. Add the first one; whether merchants can apply themselves is set in Meta Data."
    />
  );
}
