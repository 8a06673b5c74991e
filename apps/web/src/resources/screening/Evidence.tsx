import { Fragment, type ReactNode } from 'react';
import { countryName } from '@paydesk/contract/merchant-record.ts';
import {
  CASE_SOURCES,
  CASE_STATUSES,
  screeningCase,
  SCREENING_LISTS,
  type ScreeningCase,
} from '@paydesk/contract/resources/screening.ts';
import {
  agreedWords,
  bornAgreement,
  countriesOf,
  countryAgreement,
  entryOf,
  isBlind,
  listedDay,
  nameAgreement,
  type Agreement,
} from '@paydesk/contract/resources/screening/story.ts';
import { SCREENING_RESULTS } from '@paydesk/contract/risk.ts';
import { canAskProvider } from '@paydesk/contract/resources/screening/rules.ts';
import { paths } from '../../paths.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { AppLink } from '../../platform/AppLink.tsx';
import { DetailCard, Fields } from '../../platform/DetailScreen/blocks.tsx';
import { specOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { useCall } from '../../platform/query.ts';
import { useActor } from '../../platform/session.ts';
import { StatusChip } from '../../ui/Chip.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { DateTime } from '../../ui/values.tsx';
import styles from './evidence.module.css';

const WORDS: Record<Exclude<Agreement, 'unknown'>, string> = {
  same: 'The same',
  partly: 'In part',
  differs: 'Differs',
};

/** What matched beside what we know, and what was found of the same person before (CU-08). */
export const Matched = ({ one, ask }: { one: ScreeningCase; ask?: ReactNode }): ReactNode => (
  <>
    {isBlind(one) ? <ToAsk one={one} /> : <Compared one={one} />}
    {ask}
    <Others one={one} />
  </>
);

/** The same at the desk, where the provider is asked again below it. */
export const Evidence = ({ one }: { one: ScreeningCase }): ReactNode => (
  <Matched one={one} ask={one.source === 'PROVIDER' ? <AskAgain one={one} /> : null} />
);

/** There is nothing to compare: by what the provider finds it again, and who that is. */
const ToAsk = ({ one }: { one: ScreeningCase }) => (
  <DetailCard title="What to ask the provider about">
    <Fields
      fields={[
        { label: 'Name', value: one.personName, copy: one.personName },
        { label: 'Born', value: one.personBorn, copy: one.personBorn ?? '' },
        { label: 'Country', value: countryName(one.personCountry) },
        { label: 'Email', value: one.personEmail, copy: one.personEmail },
        { label: 'List', value: SCREENING_LISTS[one.list] },
        { label: 'Match Score', value: `${one.score} of 100` },
        { label: 'Screened', value: <DateTime value={one.lastScreened ?? one.createdDate} /> },
        { label: 'Result', value: one.lastResult && SCREENING_RESULTS[one.lastResult] },
      ]}
    />
  </DetailCard>
);

const ASK = 'POST /api/screening/cases/{id}/actions/ask-provider';

/** Its answer comes into the case, wherever that is read. */
const AskAgain = ({ one }: { one: ScreeningCase }) =>
  canAskProvider(one, useActor().userId) === null ? (
    <div className={styles.ask} data-key="e" data-does="Ask the screening provider again">
      <ActionButton {...specOf(screeningCase, ASK, one, <kbd aria-hidden>e</kbd>)} />
    </div>
  ) : null;

/** Line by line what both sides say, what one alone does once below, then what else the list says. */
function Compared({ one }: { one: ScreeningCase }) {
  const listed = [one.listedName, ...(one.listedNames?.split('; ') ?? [])].filter(
    (name) => name !== null,
  );
  const [first, ...others] = [...new Set(listed)];
  const agreed = agreedWords(one.personName, listed);
  const entry = entryOf(one);
  const lines: [string, ReactNode, ReactNode, Agreement][] = [
    [
      'Name',
      one.personName.split(/\s+/).map((word, at) => (
        // the words of one name, which stay where they are
        // oxlint-disable-next-line react/no-array-index-key
        <span key={at}>{agreed.includes(word) ? <mark>{word}</mark> : word} </span>
      )),
      first,
      nameAgreement(one.personName, listed),
    ],
    [
      'Born',
      one.personBorn,
      listedDay(one.listedBorn),
      bornAgreement(one.personBorn, one.listedBorn),
    ],
    [
      'Country',
      countryName(one.personCountry),
      countriesOf(one),
      countryAgreement(one.personCountry, one.listedCountries),
    ],
  ];
  const oneSided = [
    { label: 'Not on the list', of: lines.filter(([, ours, theirs]) => ours && !theirs) },
    { label: 'Not known to us', of: lines.filter(([, ours, theirs]) => theirs && !ours) },
  ].filter(({ of }) => of.length);
  const alone = [
    { label: 'Other names', value: others.join('; ') },
    { label: 'Position', value: one.listedPosition },
    { label: 'Programme', value: one.listedProgramme },
    { label: 'List', value: one.listedOn },
    { label: 'Where it is written', value: one.listedSource },
    { label: 'Entry', value: entry, mono: true },
  ].filter(({ value }) => value);
  return (
    <>
      <DetailCard flush title="What matched">
        <table className={styles.compared}>
          <caption>{one.personName} beside the entry of the list</caption>
          <thead>
            <tr>
              <th scope="col">Detail</th>
              <th scope="col">What we know</th>
              <th scope="col">
                {SCREENING_LISTS[one.list]}, {CASE_SOURCES[one.source]}
              </th>
              <th scope="col">Agrees</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(([label, ours, theirs, agreement]) =>
              agreement === 'unknown' ? null : (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  <td data-of="What we know">{ours}</td>
                  <td data-of="On the list">{theirs}</td>
                  <td data-agrees={agreement}>{WORDS[agreement]}</td>
                </tr>
              ),
            )}
            {oneSided.map(({ label, of }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td colSpan={3}>
                  {of.map(([what, ours, theirs], at) => (
                    <Fragment key={what}>
                      {at ? '; ' : null}
                      {what} {ours || theirs}
                    </Fragment>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </DetailCard>
      {alone.length ? (
        <DetailCard title="What else the list says">
          <Fields fields={alone} />
        </DetailCard>
      ) : null}
    </>
  );
}

/** What was found of the same person, and what was said of it. */
function Others({ one: { id, customerId } }: { one: ScreeningCase }) {
  const { data, error } = useCall('GET /api/screening/cases', {
    query: { page: 0, size: 50, sort: 'createdDate,DESC', f_customerId: customerId },
  });
  if (!data && !error) return <Coming />;
  const others = data?.content.filter((other) => other.id !== id);
  return (
    <DetailCard title="Other cases of the same person" {...(others && { count: others.length })}>
      {others?.length ? (
        <ul className={styles.others}>
          {others.map(({ id: other, list, source, score, status, createdDate }) => (
            <li key={other}>
              <AppLink href={paths.screeningCase(other)}>
                {SCREENING_LISTS[list]}, {CASE_SOURCES[source]}: {score} of 100
              </AppLink>
              <StatusChip status={{ name: status.name, description: CASE_STATUSES[status.name] }} />
              <DateTime value={createdDate} />
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.none}>
          {others ? 'There is no other: this is the first hit.' : 'They could not be loaded.'}
        </p>
      )}
    </DetailCard>
  );
}
