import { useState, type ReactNode } from 'react';
import { LOADS_FILES } from '@paydesk/contract/kernel/loads.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { SANCTION_SOURCES, screening } from '@paydesk/contract/resources/screening.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { FileLoad } from '../../platform/FileLoad.tsx';
import { LinkButton } from '../../platform/LinkButton.tsx';
import { ListScreen } from '../../platform/ListScreen/ListScreen.tsx';
import { onlyThese } from '../../platform/ListScreen/usual.tsx';
import { useActor } from '../../platform/session.ts';
import { IconShieldCheck, IconUpload, IconUser } from '../../ui/icons.ts';
import { PlainSelect } from '../../ui/Input.tsx';

const iconLinks = [
  {
    label: 'Customer',
    icon: <IconUser size={16} aria-hidden />,
    to: ({ customerId }: { customerId: string }) => paths.customer(customerId),
  },
];

type Source = keyof typeof SANCTION_SOURCES;

/** CU-08 */
export function ScreeningScreen(): ReactNode {
  const may = isAllowed(useActor(), { ...LOADS_FILES, right: 'SCREENING_DECIDE' });
  return (
    <ListScreen
      resource={screening}
      nothingYet="No screening yet. Load a list of names, and every customer is screened against it."
      iconLinks={iconLinks}
      actions={
        <>
          {onlyThese(screening, 'result', 'POSSIBLE_MATCH')}
          <LinkButton
            href={paths.screeningCases({ f_status: 'OPEN' })}
            icon={<IconShieldCheck size={16} aria-hidden />}
          >
            Cases to review
          </LinkButton>
          {may ? <LoadList /> : null}
        </>
      }
    />
  );
}

function LoadList() {
  const [source, setSource] = useState<Source>('OFAC');
  return (
    <FileLoad
      label="Load sanctions list"
      icon={<IconUpload size={16} aria-hidden />}
      noun="name"
      hint="The CSV file as it is published, or one with the columns id, name and born. The names of this list are replaced, and every customer is screened again."
      load={(file, check) =>
        call('POST /api/screening/names', {
          file,
          query: { source, ...(check ? { check: 'true' } : { skipRefused: 'true' }) },
        })
      }
    >
      <label>
        Whose list{' '}
        <PlainSelect
          value={source}
          onChange={(event) => setSource(event.currentTarget.value as Source)}
        >
          {Object.entries(SANCTION_SOURCES).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </PlainSelect>
      </label>
    </FileLoad>
  );
}
