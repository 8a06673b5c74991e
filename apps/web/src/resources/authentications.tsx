import { authentications } from '@paydesk/contract/resources/authentications.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { ofLoan } from '../of-loan.tsx';

/** FI-07 */
export function AuthenticationsScreen() {
  return (
    <ListScreen
      resource={authentications}
      nothingYet="Nobody had to prove who they are yet. It stands here as soon as a customer asks for a loan."
      {...ofLoan}
    />
  );
}
