import { useEffect, useState, type ReactNode } from 'react';
import { SHOWN_SECONDS } from '@paydesk/contract/resources/customers/personal.ts';
import { useRefresh } from '../../platform/query.ts';
import styles from './customers.module.css';

/** What was asked for, whole for a while; then as everybody sees it, whatever this machine's clock says. */
export function ShownAWhile({ value, masked }: Record<'value' | 'masked', string>): ReactNode {
  const refresh = useRefresh();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsOver(true);
      void refresh();
    }, SHOWN_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [refresh]);
  if (isOver) return masked;
  return (
    <>
      {value} <small className={styles.shown}>hidden again in {SHOWN_SECONDS} s</small>
    </>
  );
}
