import type { ReactNode } from 'react';
import { rule, rules } from '@paydesk/contract/resources/rules.ts';
import { paths } from '../paths.ts';
import { DetailCard, Fields } from '../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../platform/DetailScreen/record.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { Chip } from '../ui/Chip.tsx';
import { IconShieldCheck } from '../ui/icons.ts';
import { DateTime } from '../ui/values.tsx';

const columns = { code: { mono: true } };
const rowLink = ({ id }: { id: string }) => paths.rule(id);

/** ST-01 */
export function RulesScreen(): ReactNode {
  return <ListScreen resource={rules} columns={columns} rowLink={rowLink} />;
}

/** ST-02 */
export const RuleScreen = (): ReactNode => (
  <RecordScreen
    record={rule}
    parts={({ name, active, createdDate, updatedDate, updatedBy }) => ({
      title: name,
      chips: <Chip tone={active ? 'success' : 'ended'}>{active ? 'Active' : 'Not active'}</Chip>,
      date: createdDate,
      aside: (
        <DetailCard title="History">
          <Fields
            narrow
            fields={[
              { label: 'Created', value: <DateTime value={createdDate} /> },
              { label: 'Updated', value: <DateTime value={updatedDate} /> },
              { label: 'Updated by', value: updatedBy },
            ]}
          />
        </DetailCard>
      ),
    })}
    cells={{ code: ({ code }) => ({ value: code, copy: code, mono: true }) }}
    links={({ id }) => [
      {
        label: 'Rule Results',
        icon: <IconShieldCheck size={16} aria-hidden />,
        href: paths.rulesEvaluationResults({ f_ruleId: id }),
      },
    ]}
  />
);
