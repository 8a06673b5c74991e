import { isAllowed } from '@paydesk/contract/policy.ts';
import { changesPeople } from '@paydesk/contract/resources/users/fields.ts';
import { merchantEmployees } from '@paydesk/contract/resources/users/lists.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { useActor } from '../../platform/session.ts';
import { IconPlus } from '../../ui/icons.ts';
import { peopleColumns } from './columns.ts';

const rowLink = ({ id }: { id: string }) => paths.user(id);

/** The people of one merchant, on its page (AM-41). */
export default function MerchantEmployees({ merchantId }: { merchantId: string }) {
  const actor = useActor();
  return (
    <ListScreen
      resource={merchantEmployees}
      columns={peopleColumns}
      params={{ id: merchantId }}
      rowLink={rowLink}
      nothingYet="No employees yet. Add somebody, and they get an invitation."
      actions={
        isAllowed(actor, changesPeople) ? (
          <LinkButton
            variant="primary"
            icon={<IconPlus size={16} aria-hidden />}
            href={paths.addEmployee({ merchant: merchantId })}
          >
            Add employee
          </LinkButton>
        ) : null
      }
    />
  );
}
