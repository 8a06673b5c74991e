import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ownMerchant, type OwnMerchant } from '@paydesk/contract/resources/merchant.ts';
import { callText } from '../../platform/api.ts';
import { KEPT, queryOf } from '../../platform/query.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import EditForm from '../../platform/DetailScreen/EditForm.tsx';
import { specOf } from '../../platform/DetailScreen/RecordActions.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import styles from './merchant.module.css';
import { Ping } from './Ping.tsx';

interface UrlEditorProps {
  title: string;
  /** When the address is called. */
  words: string;
  /** Has the one field that is edited. */
  edit: keyof typeof ownMerchant.actions;
  merchant: OwnMerchant;
  ping?: boolean;
}

/** One callback address: where we call from, a copy, and for one of them a ping (MM-12..16). */
export function UrlEditor({ title, words, edit, merchant, ping }: UrlEditorProps): ReactNode {
  const spec = specOf(ownMerchant, edit, merchant);
  const [name, field] = Object.entries(spec.action.fields)[0]!;
  return (
    <DetailCard title={title}>
      <p className={styles.words}>{words}</p>
      <EditForm spec={spec}>
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
              {ping ? <Ping key={typed} url={typed} /> : null}
            </>
          );
        }}
      </EditForm>
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
