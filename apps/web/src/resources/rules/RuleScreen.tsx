import type { ReactNode } from 'react';
import type { RowOf } from '@paydesk/contract/kernel/columns.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { rule, ruleHits, ruleVersions, type Rule } from '@paydesk/contract/resources/rules.ts';
import {
  RULE_SEVERITIES,
  RULE_TYPES,
  updateRule,
} from '@paydesk/contract/resources/rules/actions.ts';
import { RULE_OUTCOMES } from '@paydesk/contract/risk.ts';
import {
  conditionWords,
  type RuleCondition,
} from '@paydesk/contract/resources/rules/conditions.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { DetailCard, Fields, Note } from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import type { PanelTab } from '../../platform/DetailScreen/RecordTabs.tsx';
import { formatCount } from '../../platform/format.ts';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { renderValue } from '../../platform/ListScreen/cells.tsx';
import { notify } from '../../platform/notify.tsx';
import { refresh } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { Chip } from '../../ui/Chip.tsx';
import {
  IconBan,
  IconCircleCheck,
  IconRefresh,
  IconShieldCheck,
  IconTrash,
} from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import { Conditions } from './Conditions.tsx';
import { RuleForm } from './RuleForm.tsx';
import styles from './rules.module.css';
import { useMerchantNames } from './useMerchantNames.ts';

type Tab = PanelTab<{ id: string }>;
type Hit = RowOf<typeof ruleHits.columns>;
type Version = RowOf<typeof ruleVersions.columns>;

const hitColumns = {
  transactionId: {
    cell: ({ transactionId }: Hit) =>
      renderValue(ruleHits.columns.transactionId, transactionId, paths.transaction(transactionId)),
  },
};

const HITS: Tab = {
  key: 'hits',
  label: ruleHits.title,
  panel: ({ id }) => (
    <ListScreen
      resource={ruleHits}
      columns={hitColumns}
      params={{ id }}
      nothingYet="The last trial met no payment, or there was none. Try on the last 30 days asks again."
    />
  ),
};

const VERSIONS: Tab = { key: 'versions', label: ruleVersions.title, panel: Versions };

function Versions({ id }: { id: string }) {
  const merchants = useMerchantNames();
  const columns = {
    conditions: {
      width: 420,
      cell: ({ conditions }: Version) =>
        (JSON.parse(conditions) as RuleCondition[])
          .map((one) => conditionWords(one, merchants))
          .join(' and '),
    },
  };
  return (
    <ListScreen
      resource={ruleVersions}
      columns={columns}
      params={{ id }}
      nothingYet="No versions yet. Each saved version of the rule is kept here."
    />
  );
}

const EDIT = 'PUT /api/settings/rules/{id}';
const TRY = 'POST /api/settings/rules/{id}/actions/try';
const ON = 'POST /api/settings/rules/{id}/actions/activate';
const OFF = 'POST /api/settings/rules/{id}/actions/deactivate';
const DELETE = 'DELETE /api/settings/rules/{id}';

/** ST-02 */
export function RuleScreen(): ReactNode {
  const may = isAllowed(useActor(), updateRule.asks);
  return (
    <RecordScreen
      record={rule}
      tabs={{ label: 'Rule', of: [HITS, VERSIONS], href: paths.rule }}
      parts={(one) => ({
        title: one.name,
        chips: (
          <>
            <Chip tone={one.active ? 'success' : 'ended'}>
              {one.active ? 'Active' : 'Not active'}
            </Chip>
            {one.active && one.liveVersion !== one.version ? (
              <Chip tone="info">Newer draft</Chip>
            ) : null}
          </>
        ),
        date: one.createdDate,
        note: one.code,
        first: (
          <>
            {(one.notices as string[]).map((notice) => (
              <Note key={notice} tone="warning">
                {notice}
              </Note>
            ))}
            {may ? <Editor key={one.id} rule={one} /> : <ReadOnly rule={one} />}
          </>
        ),
        aside: (
          <>
            <Trial rule={one} />
            <DetailCard title="Record">
              <Fields
                narrow
                fields={[
                  { label: 'Created', value: <DateTime value={one.createdDate} /> },
                  { label: 'Updated', value: <DateTime value={one.updatedDate} /> },
                  { label: 'Updated by', value: one.updatedBy },
                  { label: 'Version', value: one.version },
                  { label: 'Active version', value: one.liveVersion },
                ]}
              />
            </DetailCard>
          </>
        ),
      })}
      icons={{
        [TRY]: <IconRefresh size={16} aria-hidden />,
        [ON]: <IconCircleCheck size={16} aria-hidden />,
        [OFF]: <IconBan size={16} aria-hidden />,
        [DELETE]: <IconTrash size={16} aria-hidden />,
      }}
      menu={({ active }) => (active ? [DELETE] : [OFF, DELETE])}
      // the form stands on the page
      apart={() => [EDIT]}
      links={({ id }) => [
        {
          label: 'Rule Results',
          icon: <IconShieldCheck size={16} aria-hidden />,
          href: paths.rulesEvaluationResults({ f_ruleId: id }),
        },
      ]}
    />
  );
}

function ReadOnly({ rule: one }: { rule: Rule }) {
  return (
    <DetailCard title="Details">
      <Fields
        fields={[
          { label: 'Type', value: RULE_TYPES[one.type] },
          { label: 'Severity', value: RULE_SEVERITIES[one.severity] },
          { label: 'Outcome', value: RULE_OUTCOMES[one.outcome] },
          { label: 'Priority', value: one.priority },
          { label: 'Description', value: one.description },
        ]}
      />
      <Conditions conditions={one.conditions as RuleCondition[]} />
    </DetailCard>
  );
}

function Editor({ rule: one }: { rule: Rule }) {
  const { id } = one;
  return (
    <DetailCard title="Details">
      <RuleForm
        start={one}
        conditions={one.conditions as RuleCondition[]}
        focus={false}
        submitLabel={updateRule.label}
        onSubmit={async (values, readAs) => {
          await call(EDIT, {
            params: { id },
            body: { ...values, readAs },
          });
          notify.success(updateRule.success);
          await refresh();
        }}
      />
    </DetailCard>
  );
}

/** What the last trial came to, and of which version it was. */
function Trial({ rule: one }: { rule: Rule }) {
  if (one.triedVersion === null)
    return (
      <DetailCard title="Trial">
        <p className={styles.plain}>
          Not tried yet. A trial runs it on each payment of the last 30 days, as at that moment.
        </p>
      </DetailCard>
    );
  return (
    <DetailCard title="Trial">
      {one.triedVersion === one.version ? null : (
        <p className={styles.plain}>Of version {one.triedVersion}: the draft was not tried yet.</p>
      )}
      <Fields
        narrow
        fields={[
          { label: 'Tried', value: <DateTime value={one.triedDate} /> },
          { label: 'Tried by', value: one.triedBy },
          { label: 'Payments', value: formatCount(one.triedPayments ?? 0) },
          { label: 'Met', value: formatCount(one.triedHits ?? 0) },
          { label: 'Of them paid', value: formatCount(one.triedPaid ?? 0) },
          { label: 'Their amount', value: `${formatAmount(one.triedAmount)} EUR` },
        ]}
      />
    </DetailCard>
  );
}
