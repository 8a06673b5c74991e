import type { ReactNode } from 'react';
import { LOADS_FILES } from '@paydesk/contract/kernel/loads.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { binRanges } from '@paydesk/contract/resources/bin-ranges.ts';
import { call } from '../platform/api.ts';
import { FileLoad } from '../platform/FileLoad.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { useCards } from '../platform/ListScreen/useCards.ts';
import { useActor } from '../platform/session.ts';
import { IconUpload } from '../ui/icons.ts';

const columns = {
  from: { mono: true, width: 104 },
  to: { mono: true, width: 104 },
  country: { width: 88 },
};
/** Two numbers without a head over them are a range by what stands between them. */
const ofCards = {
  ...columns,
  to: { ...columns.to, cell: ({ to }: { to: string }) => `– ${to}` },
};

/** ST-04 */
export function BinRangesScreen(): ReactNode {
  const phone = useCards();
  const load = isAllowed(useActor(), { ...LOADS_FILES, right: 'SETTINGS_CHANGE' }) ? (
    <FileLoad
      label="Load ranges"
      icon={<IconUpload size={16} aria-hidden />}
      noun="range"
      hint="Columns from, to, scheme, issuer, country, product and type; from and to have six to eight digits. All existing ranges are replaced."
      load={(file, check) =>
        call('POST /api/settings/bin-ranges', {
          file,
          query: check ? { check: 'true' } : { skipRefused: 'true' },
        })
      }
    />
  ) : null;
  return (
    <ListScreen
      resource={binRanges}
      columns={phone ? ofCards : columns}
      actions={load}
      nothingYet="No ranges yet: nothing is known of a card but its digits. Load your acquirer’s file."
    />
  );
}
