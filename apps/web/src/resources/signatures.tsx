import { signatures } from '@paydesk/contract/resources/signatures.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { ofLoan } from '../of-loan.tsx';

/** FI-08 */
export function SignaturesScreen() {
  return (
    <ListScreen
      resource={signatures}
      nothingYet="No signatures yet. One appears when a customer signs for a loan."
      {...ofLoan}
    />
  );
}
