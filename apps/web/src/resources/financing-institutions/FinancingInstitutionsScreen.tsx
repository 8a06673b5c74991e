import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import {
  financingInstitution,
  financingInstitutions,
} from '@paydesk/contract/resources/financing-institutions.ts';
import { paths } from '../../paths.ts';
import { CreateButton } from '../../platform/DetailScreen/RecordActions.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { Logo } from '../../ui/Logo.tsx';

type Row = RowOf<typeof financingInstitutions.columns>;

const columns = {
  logoUrl: { width: 64, cell: ({ logoUrl, name }: Row) => <Logo url={logoUrl} name={name} /> },
  active: { width: 96 },
  products: { width: 96 },
};

const rowLink = ({ id }: Row) => paths.financingInstitution(id);

/** FI-09 */
export function FinancingInstitutionsScreen() {
  return (
    <ListScreen
      resource={financingInstitutions}
      columns={columns}
      rowLink={rowLink}
      actions={
        <CreateButton
          of={financingInstitution}
          action="POST /api/financing/financing-institutions"
          href={paths.financingInstitution}
        />
      }
      nothingYet="There is no financing institution: nobody lends. Add the first one, then its products."
    />
  );
}
