import { useState, type ReactNode } from 'react';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { everyWords } from '@paydesk/contract/intervals.ts';
import { labelOf } from '@paydesk/contract/resources/widgets/code.ts';
import {
  changesWidgets,
  CREATION_METHODS,
  createWidget,
  itemFields,
  ORDER_AUTHORIZATION_TYPES,
  totalsOf,
  updateWidget,
  WIDGET_TYPES,
  widget,
  WIDGETS_CLOSED,
  type Widget,
} from '@paydesk/contract/resources/widgets/widget.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import { CreatedMessage } from '../../platform/CreatedMessage.tsx';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { specOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { RowsEditor } from '../../platform/form/RowsEditor.tsx';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { throwGone } from '../../platform/gone.ts';
import { notify } from '../../platform/notify.tsx';
import { refresh } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { IconPower, IconCircleCheck, IconCopyPlus } from '../../ui/icons.ts';
import { DateTime } from '../../ui/values.tsx';
import { cloneLink } from './clone.ts';
import { askedByKept, isOfPage, widgetAnswer } from './facts.ts';
import { HtmlCode, Preview, type Draft } from './Preview.tsx';
import { Totals } from './Totals.tsx';
import { ITEM_SUM } from './items.ts';
import { WidgetForm } from './WidgetForm.tsx';
import styles from './widgets.module.css';

/** RT-21, WD-02, WD-05..08, WD-15..17 */
export function WidgetScreen(): ReactNode {
  const may = isAllowed(useActor(), changesWidgets);
  const [draft, setDraft] = useState<Draft | null>(null);
  return (
    <RecordScreen
      record={widget}
      parts={(one) => ({
        title: one.name,
        chips: <StatusChip status={one.status} />,
        date: one.createdDate,
        note: one.open ? WIDGET_TYPES[one.type] : `${WIDGET_TYPES[one.type]} · ${WIDGETS_CLOSED}`,
        actions: may ? (
          <LinkButton href={cloneLink(one)} icon={<IconCopyPlus size={16} aria-hidden />}>
            Clone
          </LinkButton>
        ) : null,
        first: (
          <>
            <CreatedMessage message={createWidget.success} />
            <div className={styles.columns}>
              <div className={styles.html}>
                <HtmlCode widget={one} />
              </div>
              <div className={styles.form}>
                {may ? (
                  <UpdateForm key={one.id} widget={one} onDraft={setDraft} />
                ) : (
                  <ReadOnly widget={one} />
                )}
              </div>
              <div className={styles.sees}>
                <Preview
                  stored={one}
                  version={one.updatedDate}
                  kept={{
                    asked: (shop) => askedByKept(one, shop),
                    ofPage: isOfPage(one),
                    ships: one.type === 'CHECKOUT',
                  }}
                  draft={draft && isOther(draft, one) ? draft : null}
                />
              </div>
              <div className={styles.column} data-off={one.status.name === 'DISABLED' || undefined}>
                {may ? <Actions widget={one} /> : null}
                <DetailCard title="Origin">
                  <Fields
                    narrow
                    fields={[
                      { label: 'Creation Method', value: CREATION_METHODS[one.creationMethod] },
                      { label: 'Created', value: <DateTime value={one.createdDate} /> },
                      { label: 'Created By', value: one.createdBy },
                      { label: 'Updated', value: <DateTime value={one.updatedDate} /> },
                      { label: 'Updated By', value: one.updatedBy },
                    ]}
                  />
                </DetailCard>
              </div>
            </div>
          </>
        ),
      })}
      answer={widgetAnswer}
    />
  );
}

/** A shopper would read something else than now. */
const isOther = ({ button, asked }: Draft, widget: Widget) =>
  button.label !== labelOf(widget) ||
  button.amount !== widget.totalAmount ||
  JSON.stringify(asked('')) !== JSON.stringify(askedByKept(widget, ''));

function UpdateForm({
  widget,
  onDraft,
}: {
  widget: Widget;
  onDraft: (draft: Draft | null) => void;
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
          await call('PUT /api/widgets/{id}', { params: { id }, body }).catch(throwGone);
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
            {
              label: 'Repeats',
              value:
                widget.recurringUnit &&
                everyWords({ unit: widget.recurringUnit, count: widget.recurringEvery ?? 1 }),
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

const DISABLE = 'PUT /api/widgets/{id}/disable';
const ACTIVATE = 'PUT /api/widgets/{id}/activate';

/** One button, which is the other one afterwards: nothing is asked (AM-99). */
function Actions({ widget: one }: { widget: Widget }) {
  const isActive = one.status.name === 'ACTIVE';
  const [key, Icon] = isActive
    ? ([DISABLE, IconPower] as const)
    : ([ACTIVATE, IconCircleCheck] as const);
  return (
    <DetailCard title="Actions">
      <ActionButton
        {...specOf(widget, key, one, <Icon size={16} aria-hidden />)}
        primary={!isActive}
      />
    </DetailCard>
  );
}
