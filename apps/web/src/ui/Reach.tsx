import { CopyButton } from './Copy.tsx';
import styles from './reach.module.css';

export const MailLink = ({ to }: { to: string }) => <a href={`mailto:${to}`}>{to}</a>;

export const PhoneLink = ({ to }: { to: string }) => (
  <a href={`tel:${to.replace(/[^+\d]/g, '')}`}>{to}</a>
);

interface Reached {
  email: string | null;
  phone: string | null;
}

/** Where somebody is reached: a finger writes or calls. Nothing of who has neither. */
export function Reach({ of: { email, phone } }: { of: Reached }) {
  if (!email && !phone) return null;
  return (
    <span className={styles.reach}>
      {email ? (
        <span>
          <MailLink to={email} />
          <CopyButton text={email} label="Copy Email" />
        </span>
      ) : null}
      {phone ? (
        <span>
          <PhoneLink to={phone} />
          <CopyButton text={phone} label="Copy Phone" />
        </span>
      ) : null}
    </span>
  );
}
