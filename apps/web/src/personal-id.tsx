import { useEffect, useState, type ReactNode } from 'react';
import { withDots } from '@paydesk/contract/kernel/dots.ts';
import { customer, type Customer } from '@paydesk/contract/resources/customers/endpoints.ts';
import { SHOWN_SECONDS } from '@paydesk/contract/resources/customers/personal.ts';
import styles from './personal-id.module.css';
import { ActionButton } from './platform/ActionButton.tsx';
import { specOf } from './platform/DetailScreen/RecordActions.tsx';
import { usePrinting } from './platform/Printed.tsx';
import { useCall, useRefresh } from './platform/query.ts';
import { IconEye } from './ui/icons.ts';

/** What was asked for, whole for a while; then as everybody sees it, whatever this machine's clock says. */
function ShownAWhile({ value, masked }: Record<'value' | 'masked', string>): ReactNode {
  const refresh = useRefresh();
  const onPaper = usePrinting() !== null;
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setIsOver(true);
      void refresh();
    }, SHOWN_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [refresh]);
  // paper keeps what is shown for half a minute
  if (isOver || onPaper) return masked;
  return (
    <>
      {value} <small className={styles.shown}>hidden again in {SHOWN_SECONDS} s</small>
    </>
  );
}

/** A customer's, as everybody sees it, or whole to whoever has just asked for it and said why. */
export const PersonalId = ({
  of: { personalId, shownPersonalId, shownUntil },
}: {
  of: Pick<Customer, 'personalId' | 'shownPersonalId' | 'shownUntil'>;
}): ReactNode =>
  shownPersonalId && personalId ? (
    <ShownAWhile key={shownUntil} value={shownPersonalId} masked={personalId} />
  ) : (
    personalId
  );

const SHOW = 'POST /api/personal-data/{id}/show';

/** The one that a customer gave elsewhere: seen whole by the same question, which is recorded with its reason. */
export function PersonalIdOf({
  customerId,
  given,
}: {
  customerId: string | null | undefined;
  given: string;
}): ReactNode {
  const { data: whose } = useCall(
    'GET /api/customers/{id}',
    { params: { id: customerId ?? '' } },
    { enabled: Boolean(customerId) },
  );
  const masked = withDots(given);
  if (!whose) return masked;
  return whose.shownUntil ? (
    <ShownAWhile key={whose.shownUntil} value={given} masked={masked} />
  ) : (
    <span className={styles.masked}>
      <span>{masked}</span>
      <ActionButton
        {...specOf(
          customer,
          SHOW,
          { ...whose, personalId: masked },
          <IconEye size={16} aria-hidden />,
        )}
      />
    </span>
  );
}
