import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Tooltip.css';
import { Menu, Tooltip } from '@mantine/core';
import { Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { Action } from '@paydesk/contract/kernel/action.ts';
import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import type { Fields, ValuesOf } from '@paydesk/contract/kernel/fields.ts';
import { isAllowed } from '@paydesk/contract/policy.ts';
import { Button } from '../ui/Button.tsx';
import '../ui/inputs.css';
import { IconDots } from '../ui/icons.ts';
import styles from './action.module.css';
import { useAsked } from './asked.ts';
import { menuItems } from './bar.ts';
import type { EditFormOptions } from './DetailScreen/EditForm.tsx';
import type { Initial, Texts } from './form/values.ts';
import type { Told } from './notify-store.ts';
import { useActor } from './session.ts';
import { useTypeAhead } from './type-ahead.ts';
import { useAtOnce } from './useAtOnce.ts';
import { late } from './late.tsx';

const loadDialog = () => import('./ActionDialog.tsx');
const ActionDialog = late(loadDialog);
/** There before it is asked for. */
const preload = () => void loadDialog().catch(() => undefined);

/** All that a screen says about an action; the rules and the fields are the contract's. */
export interface ActionSpec<R, F extends Fields, A> {
  action: Action<R, F>;
  record: R;
  /** The call, under the key of this dialog. */
  run: (values: ValuesOf<F>, idempotencyKey: string, readAs: ReadAs) => Promise<A>;
  /** The title of the dialog says the action. */
  title: string;
  /** What is left, what will happen and what can't be undone; a confirmation is only this. */
  intro?: ReactNode;
  /** Below it what becomes of what is typed: its line is there, whatever that is. */
  follows?: (texts: Texts) => string | null;
  /** A question that comes first. */
  ask?: { title: string; question: string; yes: string };
  initial?: Initial<F>;
  /** What its form has beside the fields: hints, a preview. */
  form?: EditFormOptions;
  beside?: Readonly<Record<string, string>>;
  /** Between a field's label and its input. */
  hints?: Readonly<Record<string, string>>;
  submitLabel?: string | ((texts: Texts) => string);
  danger?: boolean;
  /** Without a dialog: what asks for no confirmation and has no fields (AM-99). */
  atOnce?: boolean;
  icon?: ReactNode;
  /** Takes the answer for what the record is now, until that is read anew. */
  keep?: (answer: A) => void;
  /** Words in place of the action's success, or with it, a line each, by the answer; null: the usual. */
  outcome?: (answer: A) => Told | null;
}

/** An action as data, its types forgotten: what menus and bars hold. */
export type AnyActionSpec = ActionSpec<never, Fields, unknown>;

export function actionSpec<R, F extends Fields, A>(spec: ActionSpec<R, F, A>): AnyActionSpec {
  return spec as unknown as AnyActionSpec;
}

/** The dialog of an action, none without one; what is typed before it is there stands in it. */
export function OpenDialog({ spec, onClose }: { spec: AnyActionSpec | null; onClose: () => void }) {
  useTypeAhead(spec !== null, onClose);
  return spec ? (
    <Suspense fallback={null}>
      <ActionDialog spec={spec} onClose={onClose} />
    </Suspense>
  ) : null;
}

/** Absent where the role forbids; disabled with the reason where the state does (AM-105). */
export function ActionButton<R, F extends Fields, A>({
  primary = false,
  ...given
}: ActionSpec<R, F, A> & { primary?: boolean }) {
  const spec = actionSpec(given);
  const actor = useActor();
  const runAtOnce = useAtOnce();
  const [open, setOpen] = useState(false);
  const [now] = useState(() => new Date());
  const reasonId = useId();
  const { action, record } = spec;
  const allowed = isAllowed(actor, action.asks);
  const reason = allowed ? action.whyNot(record, now, actor) : null;
  const button = useRef<HTMLButtonElement>(null);
  const begin = () => {
    // what the dialog gives the focus back to
    button.current?.focus();
    setOpen(true);
  };
  useAsked(action.label, allowed && reason === null && !spec.atOnce ? begin : null);
  if (!allowed) return null;
  return (
    <>
      {/* the same element whatever the state says, so that it keeps the focus when that changes */}
      <Tooltip
        label={reason}
        disabled={reason === null}
        multiline
        maw={280}
        events={{ hover: true, focus: true, touch: true }}
      >
        <Button
          ref={button}
          variant={primary && reason === null ? 'primary' : 'default'}
          data-primary={primary || undefined}
          icon={spec.icon}
          // focusable, so that the reason can be read
          aria-disabled={reason !== null || undefined}
          aria-describedby={reason === null ? undefined : reasonId}
          onPointerEnter={preload}
          onFocus={preload}
          onClick={() => {
            if (reason !== null) return;
            if (spec.atOnce) runAtOnce(spec);
            else setOpen(true);
          }}
        >
          {action.label}
        </Button>
      </Tooltip>
      {reason === null ? null : (
        <span id={reasonId} className={styles.reason}>
          {reason}
        </span>
      )}
      <OpenDialog spec={open ? spec : null} onClose={() => setOpen(false)} />
    </>
  );
}

/** The rare and the dangerous ones behind '…', each with its reason under its name. */
export function ActionMenu({
  actions,
  label,
  quiet = false,
}: {
  actions: readonly AnyActionSpec[];
  label: string;
  /** Without a frame: at the end of a row. */
  quiet?: boolean;
}) {
  const actor = useActor();
  const runAtOnce = useAtOnce();
  const [open, setOpen] = useState<string | null>(null);
  const target = useRef<HTMLButtonElement>(null);
  const [now] = useState(() => new Date());
  const allowed = actions
    .filter(({ action }) => isAllowed(actor, action.asks))
    .map((spec) => ({ spec, reason: spec.action.whyNot(spec.record, now, actor) }))
    // what can be done stands first, and what can’t be taken back away from where the pointer comes from
    .toSorted(
      (one, other) =>
        Number(one.spec.danger ?? false) - Number(other.spec.danger ?? false) ||
        Number(one.reason !== null) - Number(other.reason !== null),
    );
  const begin = (spec: AnyActionSpec) => {
    // what the dialog gives the focus back to: the item is gone by then
    target.current?.focus();
    if (spec.atOnce) runAtOnce(spec);
    else setOpen(spec.action.label);
  };
  // search finds them without the menu being open
  useEffect(() => {
    const possible = allowed.filter(({ reason }) => reason === null);
    if (target.current)
      menuItems.set(
        target.current,
        possible.map(({ spec }) => ({ label: spec.action.label, run: () => begin(spec) })),
      );
  });
  if (!allowed.length) return null;
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            ref={target}
            aria-label={label}
            title={label}
            {...(quiet ? { className: styles.quiet } : {})}
          >
            <IconDots size={16} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown maw={300}>
          {allowed.map(({ spec, reason }) => {
            const { action, icon } = spec;
            return (
              <Menu.Item
                key={action.label}
                data-danger={spec.danger || undefined}
                leftSection={icon}
                aria-disabled={reason !== null || undefined}
                closeMenuOnClick={reason === null}
                className={reason === null ? styles.item : `${styles.item} ${styles.disabledItem}`}
                onClick={() => {
                  if (reason === null) begin(spec);
                }}
              >
                {action.label}
                {reason === null ? null : <small className={styles.itemReason}>{reason}</small>}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      <OpenDialog
        spec={allowed.find(({ spec }) => spec.action.label === open)?.spec ?? null}
        onClose={() => setOpen(null)}
      />
    </>
  );
}
