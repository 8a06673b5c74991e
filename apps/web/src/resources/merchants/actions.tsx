import type { ReactNode } from 'react';
import {
  merchantActions,
  updateMerchantProfile,
  type MerchantAction,
} from '@paydesk/contract/resources/merchants/actions.ts';
import type { MerchantDetail } from '@paydesk/contract/resources/merchants/endpoints.ts';
import { ActionButton, ActionMenu, actionSpec } from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import { IconBan, IconCheck, IconCircleCheck, IconPencil, IconX } from '../../ui/icons.ts';
import { questions } from './words.ts';

const ICONS = {
  approve: <IconCheck size={16} aria-hidden />,
  decline: <IconX size={16} aria-hidden />,
  activate: <IconCircleCheck size={16} aria-hidden />,
  disable: <IconBan size={16} aria-hidden />,
};

/** What its status offers first. */
const FIRST = {
  PENDING_APPROVAL: 'approve',
  APPROVED: 'activate',
  DECLINED: null,
  ACTIVE: null,
  DISABLED: 'activate',
} as const satisfies Record<MerchantDetail['status']['name'], MerchantAction | null>;

/** Beside 'Edit' stands the way on; the others are in the menu, with their reasons (AM-16, AM-105). */
export function MerchantActions({ merchant }: { merchant: MerchantDetail }): ReactNode {
  const { id, name } = merchant;
  const params = { id };
  const common = {
    record: merchant,
  };
  const spec = (key: MerchantAction) => ({
    ...common,
    action: merchantActions[key],
    icon: ICONS[key],
    title: `${merchantActions[key].label} ${name}?`,
    submitLabel: `${merchantActions[key].label} ${name}`,
    danger: key === 'decline' || key === 'disable',
    intro: introOf(key, merchant),
    run: () => call(`POST /api/merchants/{id}/actions/${key}`, { params }),
  });
  const first = FIRST[merchant.status.name];
  const others = (Object.keys(merchantActions) as MerchantAction[]).filter((key) => key !== first);
  return (
    <>
      {first ? <ActionButton key={first} primary {...spec(first)} /> : null}
      <ActionButton
        {...common}
        action={updateMerchantProfile}
        icon={<IconPencil size={16} aria-hidden />}
        title={`Edit ${name}`}
        initial={{ ...merchant, country: countryOf(merchant) }}
        submitLabel="Save changes"
        // what was emptied is said to be empty: a field left out stays
        run={(values, _key, readAs) =>
          call('PUT /api/merchants/{id}', {
            params,
            body: { ...emptied, ...values, readAs },
          })
        }
      />
      <ActionMenu label="More actions" actions={others.map((key) => actionSpec(spec(key)))} />
    </>
  );
}

const emptied = Object.fromEntries(
  Object.keys(updateMerchantProfile.fields).map((key) => [key, null]),
);

/** By its code, as the form chooses it. */
const countryOf = ({ country }: MerchantDetail) => country?.code as 'LV' | undefined;

function introOf(key: MerchantAction, { status }: MerchantDetail): ReactNode {
  if (key === 'disable') return questions.disable.map((words) => <p key={words}>{words}</p>);
  if (key !== 'activate') return <p>{questions[key]}</p>;
  return <p>{questions.activate[status.name === 'APPROVED' ? 'APPROVED' : 'DISABLED']}</p>;
}
