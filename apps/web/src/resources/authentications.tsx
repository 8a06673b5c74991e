import { authentications } from '@paydesk/contract/resources/authentications.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { ofLoan } from '../of-loan.tsx';

/** FI-07 */
export function AuthenticationsScreen() {
  return (
    <ListScreen
      resource={authentications}
      nothingYet="No authentications yet. One appears when a customer applies for a loan."
      {...ofLoan}
    />
  );
}
