import type { ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { IconLogout } from '../ui/icons.ts';
import { mayLeave } from './leave.ts';
import { signOut } from './session.ts';

/** Ends the session, after a word about what was typed and not sent; what it stands in is closed before. */
export const SignOutButton = ({ onPress }: { onPress: () => void }): ReactNode => (
  <Button
    icon={<IconLogout size={16} aria-hidden />}
    onClick={() => {
      onPress();
      void mayLeave().then((leave) => leave && signOut());
    }}
  >
    Sign out
  </Button>
);
