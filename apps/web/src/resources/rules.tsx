import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { rules } from '@paydesk/contract/resources/rules.ts';
import { paths } from '../paths.ts';
import { call } from '../platform/api.ts';
import { DetailCard, Fields, RelatedLinks } from '../platform/DetailScreen/blocks.tsx';
import { DetailScreen } from '../platform/DetailScreen/DetailScreen.tsx';
import { renderValue } from '../platform/ListScreen/cells.tsx';
import { ListScreen } from '../platform/ListScreen/ListScreen.tsx';
import { Chip } from '../ui/Chip.tsx';
import { IconShieldCheck } from '../ui/icons.ts';
import { DateTime } from '../ui/values.tsx';

const { type, severity } = rules.columns;
const columns = { code: { mono: true } };
const rowLink = ({ id }: { id: string }) => paths.rule(id);

/** ST-01 */
export function RulesScreen(): ReactNode {
  return <ListScreen resource={rules} columns={columns} rowLink={rowLink} />;
}

/** ST-02 */
export function RuleScreen(): ReactNode {
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: [rules.slug, 'one', id],
    queryFn: ({ signal }) => call('GET /api/settings/rules/{id}', { params: { id }, signal }),
  });
  return (
    <DetailScreen query={query}>
      {(rule) => ({
        title: rule.name,
        chips: (
          <Chip tone={rule.active ? 'success' : 'ended'}>
            {rule.active ? 'Active' : 'Not active'}
          </Chip>
        ),
        id: rule.id,
        date: rule.createdDate,
        main: (
          <DetailCard title="Details">
            <Fields
              fields={[
                { label: 'Code', value: rule.code, copy: rule.code, mono: true },
                { label: 'Type', value: renderValue(type, rule.type) },
                { label: 'Severity', value: renderValue(severity, rule.severity) },
                { label: 'Threshold', value: rule.threshold },
                { label: 'Description', value: rule.description },
              ]}
            />
          </DetailCard>
        ),
        aside: (
          <>
            <DetailCard title="Related" flush>
              <RelatedLinks
                links={[
                  {
                    label: 'Rule Results',
                    icon: <IconShieldCheck size={16} aria-hidden />,
                    href: paths.rulesEvaluationResults({ f_ruleId: rule.id }),
                  },
                ]}
              />
            </DetailCard>
            <DetailCard title="History">
              <Fields
                narrow
                fields={[
                  { label: 'Created', value: <DateTime value={rule.createdDate} /> },
                  { label: 'Updated', value: <DateTime value={rule.updatedDate} /> },
                  { label: 'Updated by', value: rule.updatedBy },
                ]}
              />
            </DetailCard>
          </>
        ),
      })}
    </DetailScreen>
  );
}
