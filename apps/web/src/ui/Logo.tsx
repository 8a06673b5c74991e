import styles from './ui.module.css';

/** A picture out of our own files, beside the name of whom it stands for; else the name's first letter. */
export function Logo({ url, name }: { url: string | null; name: string }) {
  return url && /^\/[^/]/.test(url) ? (
    <img className={styles.logo} src={url} alt="" width={24} height={24} />
  ) : (
    <span className={styles.logo} aria-hidden>
      {name.slice(0, 1)}
    </span>
  );
}
