import { binRanges } from '@paydesk/contract/resources/bin-ranges.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';

const columns = {
  from: { mono: true, width: 104 },
  to: { mono: true, width: 104 },
  country: { width: 88 },
};

/** ST-04 */
export function BinRangesScreen() {
  return <ListScreen resource={binRanges} columns={columns} />;
}
