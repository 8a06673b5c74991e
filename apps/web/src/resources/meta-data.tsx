import type { ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  changeSetting,
  metaData,
  type MetaDataRow,
} from '@paydesk/contract/resources/meta-data.ts';
import type { SettingName } from '@paydesk/contract/settings.ts';
import { paths } from '../paths.ts';
import { ActionMenu, actionSpec } from '../platform/ActionButton.tsx';
import { call } from '../platform/api.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import type { RowIconLink } from '../platform/ListScreen/types.ts';
import { useActor } from '../platform/session.ts';
import { IconHistory, IconPencil } from '../ui/icons.ts';

const columns = {
  key: { mono: true, width: 208 },
  value: { width: 144 },
  application: { width: 140 },
  updatedBy: { width: 128 },
};

const iconLinks: RowIconLink<MetaDataRow>[] = [
  {
    label: 'Change history',
    icon: <IconHistory size={16} aria-hidden />,
    to: ({ id }) => paths.auditLogs({ f_entityId: id }),
  },
];

/** AM-118 */
function SettingMenu({ row }: { row: MetaDataRow }): ReactNode {
  const { key, value, description } = row;
  const edit = actionSpec({
    action: changeSetting,
    record: row,
    title: `Edit ${key}`,
    intro: <p>{description}. It counts from the next time on.</p>,
    initial: { value },
    submitLabel: 'Save',
    icon: <IconPencil size={16} aria-hidden />,
    run: (values, _key, readAs) =>
      call('PUT /api/settings/meta-data/{name}', {
        params: { name: key as SettingName },
        body: { value: values.value ?? '', readAs },
      }),
  });
  return <ActionMenu quiet label={`Actions for ${key}`} actions={[edit]} />;
}

const menu = (row: MetaDataRow) => <SettingMenu key={row.id} row={row} />;

/** ST-05, AM-118 */
export function MetaDataScreen() {
  const may = isAllowed(useActor(), changeSetting.asks);
  return (
    <ListScreen
      resource={metaData}
      nothingYet="There is no setting. They come with the installation, and are changed here."
      columns={columns}
      iconLinks={iconLinks}
      menu={may ? menu : undefined}
    />
  );
}
