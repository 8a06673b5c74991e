import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Action } from '@paydesk/contract/kernel/action.ts';
import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import type { Fields } from '@paydesk/contract/kernel/fields.ts';
import type { OwnMerchant } from '@paydesk/contract/resources/merchant.ts';
import { callText } from '../../platform/api.ts';
import { KEPT, queryOf } from '../../platform/query.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { ConfirmedForm } from '../../platform/form/ConfirmedForm.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import styles from './merchant.module.css';
import { Ping } from './Ping.tsx';

interface UrlEditorProps {
  title: string;
  /** When the address is called. */
  words: string;
  /** Has the one field that is edited. */
  action: Action<OwnMerchant>;
  url: string | null;
  question: string;
  ping?: boolean;
  onSave: (url: string, readAs: ReadAs) => Promise<void>;
}

/** One callback address: where we call from, a copy, and for one of them a ping (MM-12..16). */
export function UrlEditor(props: UrlEditorProps): ReactNode {
  const { action, url } = props;
  const [name, field] = Object.entries(action.fields as Fields)[0]!;
  return (
    <DetailCard title={props.title}>
      <p className={styles.words}>{props.words}</p>
      <ConfirmedForm
        fields={action.fields as Fields}
        initial={{ [name]: url }}
        focus={false}
        submitLabel="Save"
        action={action.label}
        question={props.question}
        onSubmit={(values, readAs) => props.onSave(String(values[name] ?? ''), readAs)}
      >
        {(texts) => {
          const typed = String(texts[name] ?? '').trim();
          return (
            <>
              <div className={styles.hints}>
                <PublicIp />
                <span>
                  Copy the URL <CopyButton text={typed} label={`Copy ${field.label}`} />
                </span>
              </div>
              {props.ping ? <Ping key={typed} url={typed} /> : null}
            </>
          );
        }}
      </ConfirmedForm>
    </DetailCard>
  );
}

/** For the merchant's firewall (MM-15). */
function PublicIp() {
  const { data } = useQuery({
    ...queryOf('GET /api/service-provider/public-ip'),
    meta: KEPT,
    queryFn: ({ signal }) => callText('GET /api/service-provider/public-ip', { signal }),
    staleTime: Infinity,
  });
  if (data === undefined) return null;
  if (!data) return <span>The address that our calls come from is not set here.</span>;
  return (
    <span>
      Our calls come from <code>{data}</code> <CopyButton text={data} label="Copy public IP" />
    </span>
  );
}
