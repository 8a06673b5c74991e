import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addRule } from '@paydesk/contract/resources/rules/actions.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { notify } from '../../platform/notify.tsx';
import { refresh } from '../../platform/query.ts';
import { RuleForm } from './RuleForm.tsx';
import styles from './rules.module.css';

const START = { type: 'LIMIT', severity: 'MEDIUM', outcome: 'REVIEW', priority: 100 } as const;

/** A new rule, a draft until it has been tried and is switched on. */
export function AddRuleScreen(): ReactNode {
  const router = useRouter();
  return (
    <article className={styles.add}>
      <h1>New rule</h1>
      <p className={styles.lead}>
        A draft: it decides nothing until it has been tried on the payments of the last 30 days and
        is switched on.
      </p>
      <DetailCard title="Details">
        <RuleForm
          start={START}
          conditions={[]}
          focus
          submitLabel={addRule.label}
          onCancel={() => void router.navigate({ href: paths.rules() })}
          onSubmit={async (body) => {
            const made = await call('POST /api/settings/rules', { body });
            notify.success(addRule.success);
            void refresh();
            await router.navigate({ href: paths.rule(made.id), replace: true });
          }}
        />
      </DetailCard>
    </article>
  );
}
