import styles from './certificates.module.css';

/** Staff have no systems of a merchant's (AM-41). */
export function NoMerchant() {
  return (
    <section>
      <h1>Certificates</h1>
      <p className={styles.notice}>
        You work for no merchant, so there are no certificates and no API key of your own here.
      </p>
    </section>
  );
}
