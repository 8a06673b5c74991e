import { Suspense, type ComponentType, type ReactNode } from 'react';
import {
  financingInstitution,
  type FinancingInstitution,
  institutionFeatures,
} from '@paydesk/contract/resources/financing-institutions.ts';
import { FeatureList } from '../../platform/DetailScreen/FeatureList.tsx';
import { RecordCard } from '../../platform/DetailScreen/blocks.tsx';
import { RecordScreen } from '../../platform/DetailScreen/record.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Coming } from '../../ui/Coming.tsx';
import {
  IconBan,
  IconBuildingBank,
  IconCircleCheck,
  IconPencil,
  IconTrash,
  IconX,
} from '../../ui/icons.ts';
import { NamedLogo } from '../../ui/Logo.tsx';
import { MailLink, PhoneLink } from '../../ui/Reach.tsx';

const ACTIVATE = 'POST /api/financing/financing-institutions/{id}/actions/activate';
const DEACTIVATE = 'POST /api/financing/financing-institutions/{id}/actions/deactivate';
const SET_GATEWAY = 'POST /api/financing/financing-institutions/{id}/actions/set-gateway';
const REMOVE_GATEWAY = 'POST /api/financing/financing-institutions/{id}/actions/remove-gateway';
const DELETE = 'DELETE /api/financing/financing-institutions/{id}';

/** What keeps it from lending, before anybody wonders why no borrower is offered anything of it. */
function answerOf({ address, supervisor }: FinancingInstitution) {
  const missing = [!address && 'address', !supervisor && 'supervisory authority'].filter(Boolean);
  return missing.length === 0
    ? null
    : {
        reason: 'Not offered to borrowers',
        nextStep: `Its ${missing.join(' and its ')} must be known first: they appear in what a borrower reads and signs.`,
      };
}

/** FI-10; what it lends, its products, is another resource's. */
export const FinancingInstitutionScreen = ({
  Products,
}: {
  Products: ComponentType<{ institutionId: string }>;
}): ReactNode => (
  <RecordScreen
    record={financingInstitution}
    parts={(one) => ({
      title: one.name,
      chips: (
        <Chip tone={one.active ? 'success' : 'ended'}>{one.active ? 'Active' : 'Inactive'}</Chip>
      ),
      note: one.code,
      answer: answerOf(one),
      more: (
        <Suspense fallback={<Coming />}>
          <Products key={one.id} institutionId={one.id} />
        </Suspense>
      ),
      aside: (
        <>
          <FeatureList
            definition={institutionFeatures}
            id={one.id}
            of={one.name}
            rows={one.features}
          />
          <RecordCard of={one} keys={['createdDate', 'updatedDate', 'updatedBy']} />
        </>
      ),
    })}
    icons={{
      'PUT /api/financing/financing-institutions/{id}': <IconPencil size={16} aria-hidden />,
      [ACTIVATE]: <IconCircleCheck size={16} aria-hidden />,
      [DEACTIVATE]: <IconBan size={16} aria-hidden />,
      [SET_GATEWAY]: <IconBuildingBank size={16} aria-hidden />,
      [REMOVE_GATEWAY]: <IconX size={16} aria-hidden />,
      [DELETE]: <IconTrash size={16} aria-hidden />,
    }}
    menu={({ active }) => [active ? ACTIVATE : DEACTIVATE, SET_GATEWAY, REMOVE_GATEWAY, DELETE]}
    cells={{
      name: ({ logoUrl, name }) => ({
        value: <NamedLogo url={logoUrl} name={name} />,
        copy: name,
      }),
      code: ({ code }) => ({ value: code, copy: code, mono: true }),
      gatewayUrl: ({ gatewayUrl }) => ({
        value: gatewayUrl ?? 'The gateway of this installation',
        ...(gatewayUrl && { copy: gatewayUrl }),
      }),
      products: ({ products }) => ({ value: String(products) }),
      operationsEmail: ({ operationsEmail: email }) => ({
        value: email && <MailLink to={email} />,
        ...(email && { copy: email }),
      }),
      operationsPhone: ({ operationsPhone: phone }) => ({
        value: phone && <PhoneLink to={phone} />,
        ...(phone && { copy: phone }),
      }),
    }}
  />
);
