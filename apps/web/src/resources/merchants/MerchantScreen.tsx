import type { ReactNode } from 'react';
import { merchant, type Merchant } from '@paydesk/contract/resources/merchants/record.ts';
import { whyWords } from '@paydesk/contract/reasons.ts';
import { useRouteParams } from '../../platform/route-state.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { CallbackNotice } from '../../platform/CallbackNotice.tsx';
import {
  DetailCard,
  Fields,
  Note,
  RecordCard,
  Standing,
} from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import type { PanelTab } from '../../platform/DetailScreen/RecordTabs.tsx';
import { callbackFieldsOf, merchantFieldsOf } from '../../platform/merchantFields.tsx';
import { useCall } from '../../platform/query.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import {
  IconArrowsExchange,
  IconPower,
  IconBuildingBank,
  IconCheck,
  IconCircleCheck,
  IconCreditCard,
  IconLayoutDashboard,
  IconPencil,
  IconRepeat,
  IconShieldCheck,
  IconShoppingBag,
  IconShoppingCart,
  IconX,
} from '../../ui/icons.ts';

const APPROVE = 'POST /api/merchants/{id}/actions/approve';
const DECLINE = 'POST /api/merchants/{id}/actions/decline';
const ACTIVATE = 'POST /api/merchants/{id}/actions/activate';
const DISABLE = 'POST /api/merchants/{id}/actions/disable';
const RETRIES = 'PUT /api/merchants/{id}/retries';
const SET_CAPTURE = 'POST /api/merchants/{id}/actions/set-capture';
const SET_FACTOR = 'POST /api/merchants/{id}/actions/set-second-factor';
const SET_ACQUIRER = 'POST /api/merchants/{id}/actions/set-acquirer';
const REMOVE_ACQUIRER = 'POST /api/merchants/{id}/actions/remove-acquirer';

/** What its status offers first. */
const FIRST = {
  PENDING_APPROVAL: APPROVE,
  APPROVED: ACTIVATE,
  DECLINED: null,
  ACTIVE: null,
  DISABLED: ACTIVATE,
} as const satisfies Record<Merchant['status']['name'], string | null>;

/** Beside 'Edit' stands the way on; the others are in the menu, with their reasons (AM-16, AM-105). */
const rare = ({ status }: Merchant) =>
  [
    ...([APPROVE, DECLINE, ACTIVATE, DISABLE] as const).filter((key) => key !== FIRST[status.name]),
    SET_CAPTURE,
    RETRIES,
    SET_FACTOR,
    SET_ACQUIRER,
    REMOVE_ACQUIRER,
  ] as const;

/** One merchant for staff; each tab has an address of its own (AM-41). */
export function MerchantScreen({
  tabs,
}: {
  tabs: readonly PanelTab<{ merchantId: string }>[];
}): ReactNode {
  const { merchantId: id } = useRouteParams<'merchant-by-id'>();
  const delivery = useCall('GET /api/merchants/{id}/callback-delivery', { params: { id } });
  return (
    <RecordScreen
      record={merchant}
      tabs={{ label: 'Merchant', of: tabs, href: paths.merchantById }}
      beside={delivery}
      parts={(one) => ({
        title: one.name,
        chips: <StatusChip status={one.status} />,
        note: `Merchant ${one.merchantId}`,
        notice: (
          <>
            {one.status.name === 'DISABLED' ? (
              <Note tone="warning">
                Disabled: its people read and change nothing, and its API key and certificates are
                refused. {whyWords(one)}
              </Note>
            ) : null}
            {one.status.name === 'DECLINED' && one.statusReason ? (
              <Note tone="info">Declined for good. {whyWords(one)}</Note>
            ) : null}
            <CallbackNotice
              delivery={delivery.data}
              wayOut="Its people can correct it on their Business Profile: waiting messages are then sent at once."
              ofGivenUp={
                <AppLink href={paths.undeliveredMessages({ f_merchantId: id })}>
                  See and send them again
                </AppLink>
              }
            />
          </>
        ),
        // what the merchant says of itself; its addresses are its own to change
        more: (
          <>
            <DetailCard title="Business profile">
              <Fields
                fields={[
                  { label: 'Status', value: <Standing of={one} /> },
                  ...merchantFieldsOf(one),
                ]}
              />
            </DetailCard>
            <DetailCard title="Callback URLs">
              <Fields fields={callbackFieldsOf(one)} />
            </DetailCard>
            <DetailCard title="Acquirer">
              <Fields
                fields={[
                  {
                    label: 'Its money moves by',
                    value: one.acquirerUrl ?? 'The acquirer of this installation',
                    ...(one.acquirerUrl && { copy: one.acquirerUrl }),
                  },
                ]}
              />
            </DetailCard>
          </>
        ),
        aside: <RecordCard of={one} keys={['createdDate', 'updatedDate', 'updatedBy']} />,
      })}
      icons={{
        [APPROVE]: <IconCheck size={16} aria-hidden />,
        [DECLINE]: <IconX size={16} aria-hidden />,
        [ACTIVATE]: <IconCircleCheck size={16} aria-hidden />,
        [DISABLE]: <IconPower size={16} aria-hidden />,
        [SET_CAPTURE]: <IconCreditCard size={16} aria-hidden />,
        [RETRIES]: <IconRepeat size={16} aria-hidden />,
        [SET_FACTOR]: <IconShieldCheck size={16} aria-hidden />,
        [SET_ACQUIRER]: <IconBuildingBank size={16} aria-hidden />,
        [REMOVE_ACQUIRER]: <IconX size={16} aria-hidden />,
        'PUT /api/merchants/{id}': <IconPencil size={16} aria-hidden />,
      }}
      menu={rare}
      links={linksOf}
    />
  );
}

function linksOf({ id }: Merchant) {
  const of = { f_merchantId: id };
  return [
    {
      label: 'Transactions',
      icon: <IconArrowsExchange size={16} aria-hidden />,
      href: paths.transactions(of),
    },
    {
      label: 'Purchases',
      icon: <IconShoppingBag size={16} aria-hidden />,
      href: paths.purchases(of),
    },
    {
      label: 'Recurring Payments',
      icon: <IconRepeat size={16} aria-hidden />,
      href: paths.recurring(of),
    },
    {
      label: 'Orders',
      icon: <IconShoppingCart size={16} aria-hidden />,
      href: paths.orders(of),
    },
    {
      label: 'Loans',
      icon: <IconBuildingBank size={16} aria-hidden />,
      href: paths.consumerCredits(of),
    },
    {
      label: 'Dashboard',
      icon: <IconLayoutDashboard size={16} aria-hidden />,
      href: paths.businessDays(of),
    },
  ];
}
