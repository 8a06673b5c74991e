import { useDebouncedValue } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import {
  changeSetting,
  metaData,
  type MetaDataRow,
} from '@paydesk/contract/resources/meta-data.ts';
import {
  isSetting,
  SETTINGS,
  type SettingDefinition,
  type SettingName,
} from '@paydesk/contract/settings.ts';
import { paths } from '../paths.ts';
import { ActionMenu, actionSpec } from '../platform/ActionButton.tsx';
import { call } from '../platform/api.ts';
import { Failed } from '../platform/Failed.tsx';
import type { Texts } from '../platform/form/values.ts';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import type { RowIconLink } from '../platform/ListScreen/types.ts';
import { useCall } from '../platform/query.ts';
import { useActor } from '../platform/session.ts';
import { IconHistory, IconPencil } from '../ui/icons.ts';
import { Notice } from '../ui/Notice.tsx';

/** Of a choice its words. */
function valueWords({ key, value }: MetaDataRow): string {
  const { field }: Partial<SettingDefinition> = isSetting(key) ? SETTINGS[key] : {};
  return field?.enumeration?.[value] ?? value;
}

const columns = {
  key: { mono: true },
  value: { words: valueWords, cell: (row: MetaDataRow) => valueWords(row) || null },
};

const iconLinks: RowIconLink<MetaDataRow>[] = [
  {
    label: 'Change history',
    icon: <IconHistory size={16} aria-hidden />,
    to: ({ id }) => paths.auditLogs({ f_entityId: id }),
  },
];

const CUSTOMERS = 'retention.customers.days';
const PAUSE_MS = 300;

const people = (count: number) => (count === 1 ? '1 customer' : `${count} customers`);

/** Before customers are kept for so long: how many would go by it now. */
function WhoGoes({ typed }: { typed: string }): ReactNode {
  const [days] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const { field, problem } = SETTINGS[CUSTOMERS];
  const fits = /^\d{1,4}$/.test(days) && Number(days) <= field.max && problem(days) === null;
  const { data, error, refetch } = useCall(
    'GET /api/settings/retention/customers',
    { query: { days } },
    { enabled: fits && Number(days) > 0 },
  );
  if (!fits) return null;
  if (Number(days) === 0) return <Notice tone="info">Nobody is erased.</Notice>;
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  return (
    <Notice tone={data?.due ? 'warning' : 'info'}>
      <output>
        {data
          ? `${people(data.due)} would be erased now, for good; payments, loans and their amounts stay.`
          : 'Counting who would be erased now…'}
        {data?.waiting ? ` ${people(data.waiting)} more once nothing of theirs is open.` : null}
      </output>
    </Notice>
  );
}

/** AM-118 */
function SettingMenu({ row }: { row: MetaDataRow }): ReactNode {
  const { key, value, description } = row;
  const edit = actionSpec({
    action: changeSetting,
    record: row,
    title: `Edit ${key}`,
    intro: <p>{description}. It applies from the next use on.</p>,
    initial: { value },
    submitLabel: 'Save',
    icon: <IconPencil size={16} aria-hidden />,
    ...(key === CUSTOMERS && {
      form: { children: ({ value: typed }: Texts) => <WhoGoes typed={`${typed ?? ''}`} /> },
    }),
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
