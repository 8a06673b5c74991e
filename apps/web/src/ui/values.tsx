import { createContext, useContext, type ReactNode } from 'react';
import { IconCheck } from './icons.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import { browserTimeZone, instantParts } from '../platform/format.ts';
import styles from './ui.module.css';

/** What stands where there is nothing. */
export const dash = <span className={styles.dash}>—</span>;

export function Amount({ amount, currency }: { amount: number | null; currency?: string }) {
  return (
    <span className={styles.amount}>
      {formatAmount(amount)}
      {currency ? <span className={styles.muted}> {currency}</span> : null}
    </span>
  );
}

/** A sum is one word: its currency stays beside it where a line ends. */
export const unbroken = (text: string): ReactNode =>
  text.includes(' EUR')
    ? text.split(/([\d'.]+ EUR)\b/).map((part, at) =>
        at % 2 ? (
          <span key={at} className={styles.whole}>
            {part}
          </span>
        ) : (
          part
        ),
      )
    : text;

/** An address that has no room breaks before its host, and not in a name. */
export const inParts = (text: string): ReactNode => {
  const at = /^\S+@\S+$/.test(text) ? text.indexOf('@') : -1;
  return at < 1 ? (
    unbroken(text)
  ) : (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
};

/** Whose clock times are shown by; the browser's, where a list does not follow another calendar. */
export const Zone = createContext(browserTimeZone());

/** DD.MM.YYYY HH:mm in the browser's zone, which the tooltip names (FC-02, FC-04). */
export function DateTime({ value }: { value: string | null | undefined }) {
  const timeZone = useContext(Zone);
  const parts = instantParts(value, timeZone);
  if (!parts || !value) return dash;
  return (
    <time
      dateTime={value}
      title={`${parts.date} ${parts.time}:${parts.seconds} ${timeZone}`}
      className={styles.dateTime}
    >
      {parts.date} <span className={styles.muted}>{parts.time}</span>
    </time>
  );
}

const check = <IconCheck size={16} aria-hidden className={styles.check} />;

/** A check for true (GT-12) and its word, everywhere alike: an empty cell would not say whether that is no or nothing. */
export function BooleanValue({ value }: { value: boolean | null | undefined }) {
  if (value === null || value === undefined) return dash;
  return value ? (
    <span className={styles.boolean}>{check}Yes</span>
  ) : (
    <span className={styles.muted}>No</span>
  );
}
