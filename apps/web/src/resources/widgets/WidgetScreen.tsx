import { useState, type ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { labelOf, type ButtonFacts } from '@paydesk/contract/resources/widgets/code.ts';
import { widgetHistory } from '@paydesk/contract/resources/widgets/endpoints.ts';
import {
  activateWidget,
  changesWidgets,
  CREATION_METHODS,
  createWidget,
  disableWidget,
  itemFields,
  ORDER_AUTHORIZATION_TYPES,
  totalsOf,
  updateWidget,
  WIDGET_TYPES,
  WIDGETS_CLOSED,
  type Widget,
} from '@paydesk/contract/resources/widgets/widget.ts';
import { useRouteParams } from '../../platform/route-state.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import { CreatedMessage } from '../../platform/CreatedMessage.tsx';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { DetailScreen } from '../../platform/DetailScreen/DetailScreen.tsx';
import { RowsEditor } from '../../platform/form/RowsEditor.tsx';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { notify } from '../../platform/notify.tsx';
import { refresh, useCall } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { IconBan, IconCircleCheck, IconCopyPlus } from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import { cloneLink } from './clone.ts';
import { HtmlCode, Preview } from './Preview.tsx';
import { Totals } from './Totals.tsx';
import { ITEM_SUM, WidgetForm } from './WidgetForm.tsx';
import styles from './widgets.module.css';

/** RT-21, WD-02, WD-05..08, WD-15..17 */
export function WidgetScreen(): ReactNode {
  const { widgetId: id } = useRouteParams<'widget'>();
  const may = isAllowed(useActor(), changesWidgets);
  const [draft, setDraft] = useState<ButtonFacts | null>(null);
  const query = useCall('GET /api/widgets/{id}', { params: { id } });
  return (
    <DetailScreen query={query}>
      {(widget) => ({
        title: widget.name,
        chips: <StatusChip status={widget.status} />,
        id: widget.id,
        date: widget.createdDate,
        note: widget.open
          ? WIDGET_TYPES[widget.type]
          : `${WIDGET_TYPES[widget.type]} · ${WIDGETS_CLOSED}`,
        actions: may ? (
          <LinkButton href={cloneLink(widget)} icon={<IconCopyPlus size={16} aria-hidden />}>
            Clone
          </LinkButton>
        ) : null,
        history: { of: widgetHistory, id: widget.id },
        main: (
          <>
            <CreatedMessage message={createWidget.success} />
            {may ? (
              <UpdateForm key={widget.id} widget={widget} onDraft={setDraft} />
            ) : (
              <ReadOnly widget={widget} />
            )}
          </>
        ),
        aside: (
          <>
            <Preview
              code={widget.htmlCode}
              version={widget.updatedDate}
              draft={draft && isOther(draft, widget) ? draft : null}
            />
            <HtmlCode code={widget.htmlCode} />
            {may ? <Actions widget={widget} /> : null}
            <DetailCard title="Origin">
              <Fields
                narrow
                fields={[
                  { label: 'Creation Method', value: CREATION_METHODS[widget.creationMethod] },
                  { label: 'Created', value: <DateTime value={widget.createdDate} /> },
                  { label: 'Created By', value: widget.createdBy },
                  { label: 'Updated', value: <DateTime value={widget.updatedDate} /> },
                  { label: 'Updated By', value: widget.updatedBy },
                ]}
              />
            </DetailCard>
          </>
        ),
      })}
    </DetailScreen>
  );
}

/** The button would say something else than it does. */
const isOther = (draft: ButtonFacts, widget: Widget) =>
  draft.label !== labelOf(widget) || draft.amount !== widget.totalAmount;

function UpdateForm({
  widget,
  onDraft,
}: {
  widget: Widget;
  onDraft: (draft: ButtonFacts | null) => void;
}) {
  const { id } = widget;
  return (
    <DetailCard title="Details">
      <WidgetForm
        start={{ ...widget, items: widget.config.items }}
        authorization={widget.orderAuthorizationType}
        focus={false}
        submitLabel={updateWidget.label}
        onDraft={onDraft}
        onSubmit={async (values, readAs) => {
          const body = { ...values, readAs };
          await call('PUT /api/widgets/{id}', { params: { id }, body });
          notify.success(updateWidget.success);
          await refresh();
        }}
      />
    </DetailCard>
  );
}

function ReadOnly({ widget }: { widget: Widget }) {
  const { items } = widget.config;
  return (
    <DetailCard title="Details">
      <div className={styles.readOnly}>
        <Fields
          fields={[
            { label: 'Name', value: widget.name },
            { label: 'Type', value: WIDGET_TYPES[widget.type] },
            { label: 'Label', value: widget.totalLabel },
            {
              label: 'Order Authorization',
              value: ORDER_AUTHORIZATION_TYPES[widget.orderAuthorizationType],
            },
          ]}
        />
        {widget.type === 'INSTANT' ? (
          <RowsEditor
            title="Order Items"
            noun="item"
            fields={itemFields}
            rows={items}
            nameOf={({ label }) => label}
            sum={ITEM_SUM}
          />
        ) : null}
        <Totals sums={totalsOf(widget, items)} ofItems={items.length > 0} />
      </div>
    </DetailCard>
  );
}

/** One button, which is the other one afterwards: nothing is asked (AM-99). */
function Actions({ widget }: { widget: Widget }) {
  const params = { id: widget.id };
  const active = widget.status.name === 'ACTIVE';
  const Icon = active ? IconBan : IconCircleCheck;
  return (
    <DetailCard title="Actions">
      <ActionButton
        action={active ? disableWidget : activateWidget}
        record={widget}
        title={widget.name}
        icon={<Icon size={16} aria-hidden />}
        atOnce
        run={() =>
          active
            ? call('PUT /api/widgets/{id}/disable', { params })
            : call('PUT /api/widgets/{id}/activate', { params })
        }
      />
    </DetailCard>
  );
}
