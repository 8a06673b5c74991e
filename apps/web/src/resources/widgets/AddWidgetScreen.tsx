import { cut } from '@paydesk/contract/kernel/texts.ts';
import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { isUuid } from '@paydesk/contract/kernel/filters.ts';
import { createWidget } from '@paydesk/contract/resources/widgets/widget.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { refresh, useCall } from '../../platform/query.ts';
import { useRouteSearch } from '../../platform/route-state.ts';
import { DetailCard, Note } from '../../platform/DetailScreen/blocks.tsx';
import { readClone } from './clone.ts';
import { HtmlCode, Preview, type Draft } from './Preview.tsx';
import { WidgetForm } from './WidgetForm.tsx';
import styles from './widgets.module.css';

/** A new widget, empty or prefilled by the address with one to clone (RT-20, RT-50, WD-03, WD-04). */
export function AddWidgetScreen(): ReactNode {
  const { id, orderAuthorizationType, ...given } = readClone(useRouteSearch<'add-widget'>());
  const router = useRouter();
  const [draft, setDraft] = useState<Draft | null>(null);
  // the address has no room for a name and items
  const source = useCall('GET /api/widgets/{id}', { params: { id } }, { enabled: isUuid(id) });
  if (source.isLoading) return null;
  const { data: cloned } = source;
  const items = cloned && given.type === 'INSTANT' ? cloned.config.items : [];
  return (
    <article className={styles.add}>
      <h1>Widget Details</h1>
      <p className={styles.lead}>
        {cloned ? `A copy of ${cloned.name}.` : 'A payment button for a page of yours.'} It is
        active at once.
      </p>
      {source.isError ? (
        <Note tone="warning">
          The widget to clone can’t be read: its name and its items are missing here.
        </Note>
      ) : null}
      <div className={styles.columns}>
        <div className={styles.form}>
          <DetailCard title="Details">
            <WidgetForm
              start={{
                ...given,
                name: cloned ? nameOfClone(cloned.name) : '',
                items,
                recurringUnit: cloned?.recurringUnit ?? null,
                recurringEvery: cloned?.recurringEvery ?? null,
                recurringMost: cloned?.recurringMost ?? null,
              }}
              authorization={orderAuthorizationType}
              focus
              submitLabel={createWidget.label}
              onDraft={setDraft}
              onCancel={() => void router.navigate({ href: paths.widgets() })}
              onSubmit={async (body) => {
                // as the form shows it: of another type it follows that
                const made = await call('POST /api/widgets', {
                  body: {
                    ...body,
                    ...(body.type === given.type && { orderAuthorizationType }),
                  },
                });
                void refresh();
                await router.navigate({
                  href: paths.widget(made.id, { created: true }),
                  replace: true,
                });
              }}
            />
          </DetailCard>
        </div>
        <div className={styles.sees}>
          <Preview draft={draft} />
        </div>
        <div className={styles.html}>
          <HtmlCode widget={null} />
        </div>
      </div>
    </article>
  );
}

/** Within what a name may hold. */
const nameOfClone = (name: string) => `Copy of ${cut(name, 247)}`;
