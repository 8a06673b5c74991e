import { metaData } from '@paydesk/contract/resources/meta-data.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';

const columns = {
  key: { mono: true, width: 248 },
  value: { width: 152 },
  updatedBy: { width: 128 },
};

/** ST-05 */
export function MetaDataScreen() {
  return <ListScreen resource={metaData} columns={columns} />;
}
