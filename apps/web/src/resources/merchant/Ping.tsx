import { durationWords } from '@paydesk/contract/kernel/durations.ts';
import { useState, type ReactNode } from 'react';
import { checkField } from '@paydesk/contract/kernel/fields.ts';
import {
  pingPurchaseNotification,
  purchaseNotificationFields,
} from '@paydesk/contract/resources/merchant.ts';
import { ApiError, call } from '../../platform/api.ts';
import { errorText, UserError } from '../../platform/errors.ts';
import { useOnce } from '../../platform/useOnce.ts';
import { Button } from '../../ui/Button.tsx';
import { IconAlertTriangle, IconCheck } from '../../ui/icons.ts';
import styles from './merchant.module.css';

/** What came of a ping: in one line, how it was answered, and with which headers. */
interface Result {
  passed: boolean;
  title: string;
  facts: string[];
  headers: string[];
}

const FIELD = purchaseNotificationFields.purchaseNotificationUrl;

/** Asks whether the typed address takes our calls, and shows what it answered (MM-27..30). */
export function Ping({ url }: { url: string }): ReactNode {
  const [result, setResult] = useState<Result | null>(null);
  const [running, once] = useOnce();
  const run = () => {
    const message = checkField(FIELD, url);
    if (message) return setResult({ passed: false, title: message, facts: [], headers: [] });
    once(async () => {
      try {
        const { status, durationMs, headers } = await call(
          'POST /api/user-merchant/payment-notification-callback',
          { body: { purchaseNotificationUrl: url } },
        );
        setResult({
          passed: true,
          title: 'The address takes our calls',
          facts: [`Status ${status} after ${durationWords(durationMs)}`],
          headers: headers.map(({ name, value }) => `${name}: ${value}`),
        });
        return pingPurchaseNotification.success;
      } catch (error) {
        const refused = refusalOf(error);
        setResult(refused);
        throw refused ? new UserError(refused.title) : error;
      }
    });
  };
  return (
    <div className={styles.ping}>
      <Button pending={running !== null} onClick={run}>
        {pingPurchaseNotification.label}
      </Button>
      <span className={styles.pingWords}>
        Sends OPTIONS to the address above; 200 with PUT among the allowed methods is right.
      </span>
      <div aria-live="polite" className={styles.pingResult}>
        {result ? <Answer {...result} /> : null}
      </div>
    </div>
  );
}

/** The reason stands in the first line, the answer below it. */
function refusalOf(error: unknown): Result | null {
  const { fieldErrors = [], status, answer } = error instanceof ApiError ? error : {};
  const message = fieldErrors[0]?.message;
  if (!message) {
    const title = status === 429 ? answer?.message : errorText(error).lines[0];
    return title ? { passed: false, title, facts: [], headers: [] } : null;
  }
  const [title = '', fact, ...headers] = message.split('\n');
  return { passed: false, title, facts: fact ? [fact] : [], headers };
}

function Answer({ passed, title, facts, headers }: Result) {
  const Icon = passed ? IconCheck : IconAlertTriangle;
  return (
    <div className={styles.answer} data-passed={passed || undefined}>
      <Icon size={16} aria-hidden />
      <div>
        <strong>{title}</strong>
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
        {headers.length ? (
          <details>
            <summary>Headers of the answer</summary>
            <ul>
              {headers.map((header) => (
                <li key={header}>{header}</li>
              ))}
            </ul>
          </details>
        ) : null}
      </div>
    </div>
  );
}
