import { useState, type ReactNode } from 'react';
import type { ReadAs } from '@paydesk/contract/kernel/body.ts';
import type { Fields } from '@paydesk/contract/kernel/fields.ts';
import { parseAmount } from '@paydesk/contract/kernel/money.ts';
import type { Amounts, UserRole } from '@paydesk/contract/permissions.ts';
import { gainsOf, lossesOf, type Kept } from '@paydesk/contract/role-change.ts';
import { isOfMerchants, rightsOf, RIGHT_WORDS, type GivenRight } from '@paydesk/contract/rights.ts';
import { FieldsForm } from '../../platform/form/FieldsForm.tsx';
import type { Initial } from '../../platform/form/values.ts';
import { useActor } from '../../platform/session.ts';
import { LossesAsked, RoleChange, type People } from './RoleChange.tsx';
import { Merchants } from './Merchants.tsx';
import { Rights } from './Rights.tsx';
import styles from './roles.module.css';

interface Props<F extends Fields> {
  fields: F;
  start: Initial<F>;
  /** Of a role that is there: what it is made from stays. */
  base?: UserRole;
  rights?: readonly GivenRight[];
  /** The merchants that it reaches, by id, with their names; none: all. */
  merchants?: ReadonlyMap<string, string>;
  /** What it gives now, and whom: what a change takes and gives is said before it is saved, and the former asked about. */
  given?: { amounts: Amounts; people: People };
  submitLabel: string;
  onSubmit: (
    values: object,
    nested: { rights: GivenRight[]; merchants: string[] },
    readAs: ReadAs,
  ) => Promise<void>;
  onCancel?: () => void;
}

const NONE: ReadonlyMap<string, string> = new Map();
const atOnce = 'In EUR, at one time. Leave it empty for no limit.';
const HINTS = {
  base: 'It can never do more than this built-in role.',
  refundUpTo: atOnce,
  reverseUpTo: atOnce,
};

const NO_LIMIT: Amounts = { refundUpTo: null, reverseUpTo: null };

interface Asked {
  losses: readonly string[];
  send: () => Promise<void>;
  done: () => void;
  fail: (error: unknown) => void;
}

/** What is typed as an amount; what is none yet takes nothing away. */
const amountIn = (text: string | boolean | undefined): number | null =>
  typeof text === 'string' && text.trim() ? parseAmount(text) : null;
const same = (one: Amounts, other: Amounts) =>
  one.refundUpTo === other.refundUpTo && one.reverseUpTo === other.reverseUpTo;
const amountsOf = (values: Readonly<Record<string, unknown>>): Amounts => ({
  refundUpTo: (values['refundUpTo'] as number | undefined) ?? null,
  reverseUpTo: (values['reverseUpTo'] as number | undefined) ?? null,
});

/** A role: its name, what it is made from, and what is kept of that. */
export function RoleForm<F extends Fields>(props: Props<F>): ReactNode {
  const { role: own, merchantId } = useActor();
  const all = (of: UserRole) => rightsOf(of).filter((right) => !own?.lacks.includes(right));
  const names = props.merchants ?? NONE;
  const [reached, setReached] = useState<readonly string[]>([...names.keys()]);
  const [named, setNamed] = useState(names);
  const [merchantsError, setMerchantsError] = useState<string>();
  const reach = (ids: readonly string[]) => {
    setReached(ids);
    setMerchantsError(undefined);
    // what is of all merchants at once goes with the first that is named
    if (ids.length) change(held.filter(isOfMerchants));
  };
  const first = props.base ?? (props.start['base'] as UserRole);
  const [base, setBase] = useState(first);
  const [held, setHeld] = useState<readonly GivenRight[]>(props.rights ?? all(first));
  const [error, setError] = useState<string>();
  const change = (rights: readonly GivenRight[]) => {
    setHeld(rights);
    setError(undefined);
  };
  const [typed, setTyped] = useState(props.given?.amounts ?? NO_LIMIT);
  const [asked, setAsked] = useState<Asked | null>(null);
  const nameOf = (id: string) => named.get(id) ?? id;
  const changed = ({ amounts, people }: NonNullable<Props<F>['given']>, now: Amounts) => {
    const before: Kept = { ...amounts, rights: props.rights ?? [], merchants: [...names.values()] };
    const after: Kept = { ...now, rights: held, merchants: reached.map(nameOf) };
    return people.count
      ? { losses: lossesOf(before, after), gains: gainsOf(before, after) }
      : { losses: [], gains: [] };
  };
  const leave = () => {
    // nothing was sent: what is typed stays typed
    asked?.fail(new DOMException('Left', 'AbortError'));
    setAsked(null);
  };
  const { given } = props;
  return (
    <div className={styles.form}>
      <FieldsForm
        fields={props.fields}
        foot
        initial={props.start}
        focus={!props.base}
        hints={HINTS}
        submitLabel={props.submitLabel}
        onCancel={props.onCancel}
        onTexts={(texts) => {
          const now = {
            refundUpTo: amountIn(texts['refundUpTo']),
            reverseUpTo: amountIn(texts['reverseUpTo']),
          };
          setTyped((was) => (same(was, now) ? was : now));
          const chosen = texts['base'] as UserRole | undefined;
          if (!chosen || chosen === base) return;
          setBase(chosen);
          change(all(chosen));
        }}
        takeErrors={(errors) => {
          const mine = errors.find(({ field }) => field.startsWith('rights'));
          const theirs = errors.find(({ field }) => field.startsWith('merchants'));
          if (mine) setError(mine.message);
          if (theirs) setMerchantsError(theirs.message);
          return errors.filter((one) => one !== mine && one !== theirs);
        }}
        parts={{
          rights: {
            label: 'What they can do',
            value: held,
            readAs: props.rights ?? [],
            words: (of) =>
              (of as GivenRight[]).map((right) => RIGHT_WORDS[right]).join(', ') || 'nothing',
            take: (of) => change(of as GivenRight[]),
          },
          ...(merchantId === null && {
            merchants: {
              label: 'Merchants they reach',
              value: reached,
              readAs: [...names.keys()],
              words: (of: unknown) =>
                (of as string[]).map((id) => names.get(id) ?? id).join(', ') || 'every merchant',
              take: (of: unknown) => reach(of as string[]),
            },
          }),
        }}
        onSubmit={async (values, readAs) => {
          const send = () =>
            props.onSubmit(values, { rights: [...held], merchants: [...reached] }, readAs);
          const losses = given ? changed(given, { ...NO_LIMIT, ...amountsOf(values) }).losses : [];
          if (!losses.length) return send();
          return new Promise<void>((done, fail) => setAsked({ losses, send, done, fail }));
        }}
      >
        {merchantId === null ? (
          <Merchants
            held={reached}
            names={names}
            onChange={reach}
            onNames={setNamed}
            error={merchantsError}
          />
        ) : null}
        <Rights
          base={base}
          held={held}
          onChange={change}
          error={error}
          confined={reached.length > 0}
        />
        {given ? <RoleChange people={given.people} {...changed(given, typed)} /> : null}
      </FieldsForm>
      {asked && given ? (
        <LossesAsked
          people={given.people}
          losses={asked.losses}
          onCancel={leave}
          onYes={async () => {
            await asked.send().then(asked.done, asked.fail);
            setAsked(null);
          }}
        />
      ) : null}
    </div>
  );
}
