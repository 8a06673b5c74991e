import '@mantine/core/styles/Tooltip.css';
import { Tooltip } from '@mantine/core';
import { useId, type ComponentProps, type ReactNode } from 'react';
import type { Standing as StandingOf } from '@paydesk/contract/reasons.ts';
import { PlainButton } from '../../ui/Button.tsx';
import { StatusChip } from '../../ui/Chip.tsx';
import { CopyButton } from '../../ui/Copy.tsx';
import '../../ui/inputs.css';
import { Notice } from '../../ui/Notice.tsx';
import { DateTime, dash, inParts } from '../../ui/values.tsx';
import { AppLink } from '../AppLink.tsx';
import { useOpens } from '../closed.ts';
import { Card, Fold } from '../../ui/Card.tsx';
import { Field } from '../Field.tsx';
import { askAgain } from '../query.ts';
import { readItem, writeItem } from '../session-store.ts';
import styles from './detail.module.css';

/** A card of a screen: what could not be shown of it is asked for again. */
export const DetailCard = (props: ComponentProps<typeof Card>) => (
  <Card onRetry={askAgain} {...props} />
);

/** Opens on a click; closed at first (TX-31), and then as whoever reads it left it. */
export const DetailFold = ({
  title,
  keep,
  onOpen,
  children,
}: {
  title: string;
  /** By what name this browser remembers whether it is open. */
  keep?: string;
  /** For what is asked for only then. */
  onOpen?: () => void;
  children: ReactNode;
}) => (
  <Fold
    title={title}
    open={(keep && readItem(`paydesk.open.${keep}`) === '1') || undefined}
    onToggle={(open) => {
      if (keep) writeItem(`paydesk.open.${keep}`, open ? '1' : null);
      if (open) onOpen?.();
    }}
    onRetry={askAgain}
  >
    {children}
  </Fold>
);

export interface DetailField {
  label: string;
  /** Empty shows the dash. */
  value: ReactNode;
  /** Copied whole on hover. */
  copy?: string;
  mono?: boolean;
}

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === '';

/** Term left, value right (AM-95). */
export function Fields({ fields, narrow = false }: { fields: DetailField[]; narrow?: boolean }) {
  return (
    <dl className={narrow ? styles.narrowFields : styles.fields}>
      {fields.map(({ label, value, copy, mono }) => (
        <div key={label} data-wide={(!mono && isLong(copy ?? value)) || undefined}>
          <Field label={label} mono={mono}>
            <span className={styles.value}>
              {isEmpty(value) ? dash : typeof value === 'string' ? inParts(value) : value}
            </span>
            {copy && !isEmpty(value) ? <CopyButton text={copy} label={`Copy ${label}`} /> : null}
          </Field>
        </div>
      ))}
    </dl>
  );
}

/** A word of it would break in what a label and the other half of the card leave. */
const isLong = (value: ReactNode) => typeof value === 'string' && /[^\s@]{24}/.test(value);

export interface TimelineEntry {
  key: string;
  tone: 'success' | 'info' | 'warning' | 'error' | 'ended';
  title: string;
  detail?: ReactNode;
  /** Below both: what is too much for a line. */
  more?: ReactNode;
  at: string | null;
}

/** What happened, the latest first. */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <ol className={styles.timeline}>
      {entries.map(({ key, tone, title, detail, more, at }) => (
        <li key={key} data-tone={tone}>
          <div>
            <strong>{title}</strong>
            {detail ? <p>{detail}</p> : null}
            {more}
          </div>
          {at ? <DateTime value={at} /> : null}
        </li>
      ))}
    </ol>
  );
}

export interface RelatedLink {
  label: string;
  icon: ReactNode;
  /** Null: shown, but there is nothing to go to. */
  href: string | null;
  value?: ReactNode;
  /** Why there is nothing: what there is none of shares a line. */
  reason?: string;
  /**
   * Of a link that the specification shows to everybody: who may not open it reads before it whose it is, and lands
   * on the page that says so (AM-09, AM-53). Any other is absent then (AM-105).
   */
  always?: 'Ask the back office for' | 'Administrators only';
}

export function RelatedLinks({ links }: { links: RelatedLink[] }) {
  const opens = useOpens();
  const [shown, shut] = [true, false].map((open) =>
    links.filter(({ href, always }) => (href === null || opens(href)) === open && (open || always)),
  ) as [RelatedLink[], RelatedLink[]];
  const nothing = shown.filter(({ href }) => href === null);
  return (
    <ul className={styles.related}>
      {shown.map((link) =>
        link.href === null ? null : (
          <li key={link.label}>
            <RelatedAnchor {...link} href={link.href} />
          </li>
        ),
      )}
      {nothing.length ? (
        <li className={styles.shut}>
          {/* words above may name one all the same, as a shop sent them */}
          No record here:
          {nothing.map(({ label, reason }) => (
            <NoLink key={label} label={label} {...(reason && { reason })} />
          ))}
        </li>
      ) : null}
      {/* doors that stay shut take a line together, below those that open */}
      {shut.length ? (
        <li className={styles.shut} data-shut>
          {shut[0]!.always}:
          {shut.map(({ label, href }) => (
            <AppLink key={label} href={href!} always>
              {label}
            </AppLink>
          ))}
        </li>
      ) : null}
    </ul>
  );
}

function RelatedAnchor({ href, icon, label, value }: RelatedLink & { href: string }) {
  return (
    <AppLink href={href}>
      {icon}
      <span>{label}</span>
      <span className={styles.relatedValue}>{value}</span>
    </AppLink>
  );
}

/** Rendered always, disabled without an id, and says why (AM-09): once, to who sees it and to who hears it. */
function NoLink({ label, reason }: Pick<RelatedLink, 'label' | 'reason'>) {
  const id = useId();
  return (
    <>
      <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
        <PlainButton className={styles.noLink} aria-disabled aria-describedby={id}>
          {label}
        </PlainButton>
      </Tooltip>
      <span id={id} className={styles.srOnly}>
        {reason}
      </span>
    </>
  );
}

/** A share of a whole; the words beside it say the figures. */
export function Bar({ share, rest = false }: { share: number; rest?: boolean }) {
  return (
    <div className={styles.bar} data-rest={rest || undefined} aria-hidden>
      <span style={{ width: `${Math.min(100, Math.max(0, share * 100))}%` }} />
    </div>
  );
}

/** A line above all cards: what is still under way. */
export const Note = ({ tone, children }: { tone: 'info' | 'warning'; children: ReactNode }) => (
  <Notice tone={tone} aria-live="polite">
    {children}
  </Notice>
);

const RECORD_LABELS = {
  createdDate: 'Created',
  createdBy: 'Created by',
  lastUsedDate: 'Last used',
  updatedDate: 'Updated',
  updatedBy: 'Updated by',
};
type RecordKey = keyof typeof RECORD_LABELS;

/** A status whose word leaves open of what or by whom it is: that stands behind it. */
export const StatusOf = ({
  status,
  words,
}: ComponentProps<typeof StatusChip> & { words: string | null }) => (
  <span className={styles.statusOf}>
    <StatusChip status={status} />
    {words ? ` ${words}` : null}
  </span>
);

/** Since when there is a record, and who changed it last. */
export function RecordCard<K extends RecordKey>({
  of,
  keys,
}: {
  of: { readonly [P in K]: string | null };
  keys: readonly K[];
}) {
  // nothing has been done to it yet
  if (keys.every((key) => of[key] === null)) return null;
  return (
    <DetailCard title="Record">
      <Fields
        narrow
        fields={keys.map((key) => ({
          label: RECORD_LABELS[key],
          value: key.endsWith('Date') ? <DateTime value={of[key]} /> : of[key],
        }))}
      />
    </DetailCard>
  );
}

/** The status with who brought the record into it, when and why: nobody has to look for it in the history. */
export function Standing({
  of: { status, statusDate, statusBy, statusReason },
}: {
  of: StandingOf & { status: { description: string } };
}) {
  if (!statusDate) return status.description;
  return (
    <>
      {status.description}
      {statusReason ? <span className={styles.why}>“{statusReason}”</span> : null}
      <span className={styles.why}>
        {statusBy}, <DateTime value={statusDate} />
      </span>
    </>
  );
}
