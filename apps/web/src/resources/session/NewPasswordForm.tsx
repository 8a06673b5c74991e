import { useEffect, useState, type ReactNode } from 'react';
import type { Field, Fields, ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import {
  ownWords,
  PASSWORD_HINT,
  STRENGTH_WORDS,
  STRONG_FROM,
  whyWeak,
} from '@paydesk/contract/kernel/password.ts';
import { confirmationError } from '@paydesk/contract/resources/session/passwords.ts';
import { Input } from '../../ui/Input.tsx';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import type { Texts } from '../../platform/form/values.ts';
import { loadScorer } from '../../platform/strength.ts';
import classes from './session.module.css';

type Person = Parameters<typeof ownWords>[0] & { email?: string };

interface Props<F extends Fields> {
  /** A new password and its confirmation, and what else the form asks for. */
  fields: F;
  submitLabel: string;
  onSubmit: (values: ValuesOf<F>) => Promise<unknown>;
  /** Whose password it is, where that is known: their own words are no good one. */
  person?: Person | undefined;
  /** Stands alone in its card. */
  alone?: boolean;
}

const AUTOCOMPLETE = {
  currentPassword: 'current-password',
  newPassword: 'new-password',
  confirmPassword: 'new-password',
};

/** Every form that chooses a password: reset, invitation, renewal and profile (AU-25..30). */
export function NewPasswordForm<
  F extends Fields & Record<'newPassword' | 'confirmPassword', Field>,
>({ fields, submitLabel, onSubmit, person, alone = false }: Props<F>): ReactNode {
  const words = ownWords(person);
  return (
    <div onFocusCapture={() => void loadScorer().catch(() => undefined)}>
      <FieldsForm
        fields={fields}
        submitLabel={submitLabel}
        onSubmit={onSubmit}
        autoComplete={AUTOCOMPLETE}
        hints={{ newPassword: PASSWORD_HINT }}
        below={{ newPassword: meterOf(words) }}
        check={async (texts) => ({
          newPassword: await weakness(String(texts['newPassword']), words),
          confirmPassword: confirmationError(texts),
        })}
        focus={alone}
        wide={alone}
      >
        {/* tells a password manager whose password this is */}
        {person?.email && (
          <Input
            type="email"
            name="username"
            autoComplete="username"
            value={person.email}
            readOnly
            hidden
          />
        )}
      </FieldsForm>
    </div>
  );
}

/** Without the scorer, such as on a line that was cut, the server is the one who says so. */
const weakness = (password: string, words: readonly string[]) =>
  loadScorer().then(
    (score) => whyWeak(score(password, words)),
    () => null,
  );

const meterOf = (words: string[]) => (texts: Texts) => (
  <StrengthMeter password={String(texts['newPassword'])} words={words} />
);

const PAUSE_MS = 150;

/** How good it is, as a bar and in words, while it is being typed. */
function StrengthMeter({ password, words }: { password: string; words: string[] }): ReactNode {
  const [score, setScore] = useState<number | null>(null);
  const known = words.join();
  useEffect(() => {
    if (!password) return;
    let current = true;
    const timer = setTimeout(async () => {
      const scorer = await loadScorer().catch(() => null);
      if (current) setScore(scorer?.(password, known.split(',')).score ?? null);
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [password, known]);
  const shown = password ? score : null;
  return (
    <div className={classes.strength} data-strong={shown !== null && shown >= STRONG_FROM}>
      <div className={classes.strengthBar} aria-hidden>
        {STRENGTH_WORDS.slice(1).map((word, nth) => (
          <span key={word} data-on={shown !== null && nth < Math.max(shown, 1)} />
        ))}
      </div>
      <span aria-live="polite">
        {shown === null ? '' : `Strength: ${STRENGTH_WORDS[shown]?.toLowerCase()}`}
      </span>
    </div>
  );
}
