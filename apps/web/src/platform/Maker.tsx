import { makerGone } from '@paydesk/contract/kernel/keys.ts';
import type { UserStatus } from '@paydesk/contract/permissions.ts';
import { Chip } from '../ui/Chip.tsx';

/** Who made a key, in a row of its list; and that they are gone, since the key is not. */
export function Maker(key: { createdBy: string; makerStatus: UserStatus | null }) {
  const gone = makerGone(key);
  return (
    <>
      {key.createdBy} {gone ? <Chip tone="warning">{gone}</Chip> : null}
    </>
  );
}
