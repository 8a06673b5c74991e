import { useEffect, useState, type ReactNode } from 'react';
import type { Call } from '@paydesk/contract/index.ts';
import { mccChoices } from '@paydesk/contract/business/mcc.ts';
import { checkBusiness } from '@paydesk/contract/resources/merchants/actions.ts';
import {
  APPLICATION_WORDS,
  applicationFields,
} from '@paydesk/contract/resources/merchants/applications.ts';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { Failed } from '../../platform/Failed.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import { valuesOf } from '../../platform/form/values.ts';
import { Coming } from '../../ui/Coming.tsx';
import { ApplicationDocuments } from './ApplicationDocuments.tsx';
import { dropDraft, keepDraft, readDraft } from './application-draft.ts';
import { ApplyNote } from './ApplyNote.tsx';
import styles from './apply.module.css';
import { Owners } from './Owners.tsx';

type Application = NonNullable<Call<'POST /api/merchant-applications/open'>['answer']>;

const BESIDE = {
  legalId: 'country',
  addressLine: 'zipCode',
  firstName: 'lastName',
};
const HINTS = { expectedTurnover: 'In EUR.' };
const PARTS = { termsUrl: () => <h2 className={styles.part}>You</h2> };

/** The business, its owners and documents; what is typed survives a reload, what is handed in is kept at once. */
export function ApplicationForm({ token, title }: { token: string; title: string }): ReactNode {
  const [application, setApplication] = useState<Application | null>();
  const [failed, setFailed] = useState<unknown>();
  const [sent, setSent] = useState(false);
  useEffect(() => {
    let gone = false;
    const ask = async () => {
      try {
        const answer = await call('POST /api/merchant-applications/open', { body: { token } });
        if (!gone) setApplication(answer);
      } catch (error) {
        if (!gone) setFailed(error);
      }
    };
    void ask();
    return () => {
      gone = true;
    };
  }, [token]);
  if (sent) return <ApplyNote title={title} tone="success" words={APPLICATION_WORDS.done} />;
  // what is typed survives it
  if (failed) return <Failed error={failed} onRetry={() => location.reload()} />;
  if (application === undefined) return <Coming />;
  if (application === null)
    return (
      <ApplyNote title={title} tone="error" words={APPLICATION_WORDS.over}>
        <AppLink href={paths.apply()}>Ask for another link</AppLink>
      </ApplyNote>
    );
  return (
    <Business
      token={token}
      title={title}
      application={application}
      onChange={setApplication}
      onSent={() => setSent(true)}
    />
  );
}

interface Props {
  token: string;
  title: string;
  application: Application;
  onChange: (application: Application | null) => void;
  onSent: () => void;
}

function Business({ token, title, application, onChange, onSent }: Props) {
  const [fields] = useState(() => ({
    ...applicationFields,
    mccCode: { ...applicationFields.mccCode, enumeration: mccChoices() },
  }));
  const [draft] = useState(() => readDraft(token));
  const [texts, setTexts] = useState(draft.texts);
  const [owners, setOwners] = useState(draft.owners);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => keepDraft(token, { texts, owners }), [token, texts, owners]);
  return (
    <article>
      <h1>{title}</h1>
      <p className={styles.lead}>
        As {application.email}. What you type stays in this browser; nobody reads it before you send
        it in.
      </p>
      <FieldsForm
        fields={fields}
        initial={valuesOf(fields, draft.texts) as object}
        focus={false}
        beside={BESIDE}
        hints={HINTS}
        below={PARTS}
        submitLabel="Send application"
        onTexts={setTexts}
        check={async (typed) => checkBusiness(valuesOf(fields, typed), null)}
        takeErrors={(errors) => {
          const own = errors.filter(({ field }) => /^(beneficialOwners|documents)/.test(field));
          setRefused(
            Object.fromEntries(own.map(({ field, message }) => [field.split('[')[0]!, message])),
          );
          return errors.filter((one) => !own.includes(one));
        }}
        onSubmit={async (values) => {
          setRefused({});
          const done = await call('POST /api/merchant-applications/submit', {
            body: { ...values, token, beneficialOwners: owners },
          });
          if (!done) return onChange(null);
          dropDraft(token);
          return onSent();
        }}
      >
        <Owners owners={owners} refused={refused['beneficialOwners']} onChange={setOwners} />
        <ApplicationDocuments
          token={token}
          documents={application.documents}
          refused={refused['documents']}
          onChange={onChange}
        />
      </FieldsForm>
    </article>
  );
}
