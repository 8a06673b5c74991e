import { cut } from '@paydesk/contract/kernel/texts.ts';
import { useState } from 'react';
import styles from './ui.module.css';

/**
 * A picture out of our own files, beside the name of whom it stands for; the name's first letter
 * where there is none, or none that can be shown.
 */
export function Logo({ url, name }: { url: string | null; name: string }) {
  // of which address, since a row of a list becomes another's
  const [broken, setBroken] = useState<string | null>(null);
  return url && url !== broken && /^\/[^/]/.test(url) ? (
    <img className={styles.logo} src={url} alt="" height={24} onError={() => setBroken(url)} />
  ) : (
    <span className={styles.logo} aria-hidden>
      {cut(name, 1).toUpperCase()}
    </span>
  );
}

/** The logo and the name behind it. */
export const NamedLogo = ({ url, name }: { url: string | null; name: string }) => (
  <span className={styles.named}>
    <Logo url={url} name={name} />
    {name}
  </span>
);
