import { useRouter } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { AMOUNTS, amountNames, counts, type AmountName } from '@paydesk/contract/amounts.ts';
import { formatAmount } from '@paydesk/contract/kernel/money.ts';
import type { Call } from '@paydesk/contract/index.ts';
import { holdingOf, wholeRole } from '@paydesk/contract/holdings.ts';
import { definitionOf, groupedRights, type GivenRight } from '@paydesk/contract/rights.ts';
import { whyNotViewAs } from '@paydesk/contract/view-as.ts';
import { paths } from '../../paths.ts';
import { AppLink } from '../../platform/AppLink.tsx';
import { TableScroller } from '../../platform/DetailScreen/RelatedTable.tsx';
import { Failed } from '../../platform/Failed.tsx';
import { useCall } from '../../platform/query.ts';
import { useRouteSearch } from '../../platform/route-state.ts';
import { useActor } from '../../platform/session.ts';
import { ViewAsButton } from '../../platform/ViewAsButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { Coming } from '../../ui/Coming.tsx';
import { PlainSelect } from '../../ui/Input.tsx';
import { IconCheck } from '../../ui/icons.ts';
import styles from './roles.module.css';

type Holding = Call<'GET /api/rights'>['answer'][number];

const keyOf = ({ id, base }: Holding) => id ?? base;

/** Every right beside every role and who has it; of two that are chosen, what differs is marked. */
export function WhoScreen(): ReactNode {
  const { data, error } = useCall('GET /api/rights');
  const { left, right } = useRouteSearch<'who-can-do-what'>();
  const router = useRouter();
  if (error) return <Failed error={error} />;
  if (!data) return <Coming />;
  const [one, other] = [left, right].map((key) => data.find((held) => keyOf(held) === key));
  const shown = one && other && one !== other ? [one, other] : data;
  const compared = shown.length === 2 && one !== undefined && other !== undefined;
  const choose = (side: 'left' | 'right', key: string) =>
    void router.navigate({
      href: paths.whoCanDoWhat({
        ...(left && { left }),
        ...(right && { right }),
        [side]: key || undefined,
      }),
      replace: true,
    });
  const rights = [...new Set(data.flatMap((held) => held.rights))];
  return (
    <section>
      <h1>Who can do what</h1>
      <div className={styles.compare}>
        <Choice label="Compare" value={left} of={data} onChange={(key) => choose('left', key)} />
        <Choice label="with" value={right} of={data} onChange={(key) => choose('right', key)} />
      </div>
      <Card title="Rights by role" flush>
        {/* scrolls in itself, both ways, so that its head and its first column stay */}
        <TableScroller caption="Who has which right" className={styles.scroll}>
          <table className={styles.matrix}>
            <thead>
              <tr>
                <th scope="col">What</th>
                {shown.map((held) => (
                  <th key={keyOf(held)} scope="col">
                    {held.id ? (
                      <AppLink href={paths.role(held.id)}>{held.name}</AppLink>
                    ) : (
                      held.name
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr className={styles.people}>
                <th scope="row">People</th>
                {shown.map((held) => (
                  <td key={keyOf(held)}>
                    <small>{peopleOf(held)}</small>
                    <ViewAs held={held} />
                  </td>
                ))}
              </tr>
              {groupedRights(rights).map(({ group, title, of }) => (
                <Fragment key={group}>
                  <Group title={title} of={shown} />
                  {of.map((one) => (
                    <Row key={one} right={one} of={shown} compared={compared} />
                  ))}
                </Fragment>
              ))}
              <Group title="At once" of={shown} />
              {amountNames.map((name) => (
                <Most key={name} name={name} of={shown} compared={compared} />
              ))}
              {data.some(({ merchants }) => merchants.length) ? (
                <Reached of={shown} compared={compared} />
              ) : null}
            </tbody>
          </table>
        </TableScroller>
      </Card>
    </section>
  );
}

const Group = ({ title, of }: { title: string; of: readonly Holding[] }) => (
  <tr>
    <th scope="rowgroup" colSpan={of.length + 1} className={styles.group}>
      <span>{title}</span>
    </th>
  </tr>
);

/** For administrators: the console as somebody of this role sees it. */
function ViewAs({ held }: { held: Holding }) {
  const actor = useActor();
  const { id, base, name } = held;
  const seen = id === null ? wholeRole(base) : holdingOf(held);
  const may = !whyNotViewAs(actor, { ...seen, merchantId: actor.merchantId });
  return may ? (
    <div className={styles.viewAs}>
      <ViewAsButton as={id === null ? { userRole: base } : { roleId: id }} name={name} />
    </div>
  ) : null;
}

/** How much of it each gives back at once, of those that can at all. */
function Most({
  name,
  of,
  compared,
}: {
  name: AmountName;
  of: readonly Holding[];
  compared: boolean;
}) {
  const most = of.map((one) =>
    counts(name, one.rights) ? (one[name] === null ? 'No limit' : formatAmount(one[name])) : null,
  );
  return (
    <tr data-differs={(compared && most[0] !== most[1]) || undefined}>
      <th scope="row">{AMOUNTS[name].label}</th>
      {of.map((role, at) => (
        <td key={keyOf(role)}>{most[at] ?? <span aria-label="No">–</span>}</td>
      ))}
    </tr>
  );
}

/** Of which merchants each of them is. */
function Reached({ of, compared }: { of: readonly Holding[]; compared: boolean }) {
  const names = of.map(({ merchants }) => merchants.join(', ') || 'Every merchant');
  return (
    <>
      <Group title="Of whom" of={of} />
      <tr data-differs={(compared && names[0] !== names[1]) || undefined}>
        <th scope="row">Merchants they reach</th>
        {of.map((role, at) => (
          <td key={keyOf(role)}>{names[at]}</td>
        ))}
      </tr>
    </>
  );
}

function Row({
  right,
  of,
  compared,
}: {
  right: GivenRight;
  of: readonly Holding[];
  compared: boolean;
}) {
  const held = of.map(({ rights }) => rights.includes(right));
  return (
    <tr data-differs={(compared && held[0] !== held[1]) || undefined}>
      <th scope="row">{definitionOf(right).label}</th>
      {of.map((role, at) => (
        <td key={keyOf(role)}>
          {held[at] ? (
            <>
              <IconCheck size={16} aria-hidden />
              <span className={styles.hidden}>Yes</span>
            </>
          ) : (
            <span aria-label="No">–</span>
          )}
        </td>
      ))}
    </tr>
  );
}

function Choice(props: {
  label: string;
  value: string | undefined;
  of: readonly Holding[];
  onChange: (key: string) => void;
}) {
  return (
    <label>
      <span>{props.label}</span>
      <PlainSelect
        aria-label={props.label}
        value={props.value ?? ''}
        onChange={({ target }) => props.onChange(target.value)}
      >
        <option value="">Choose a role</option>
        {props.of.map((held) => (
          <option key={keyOf(held)} value={keyOf(held)}>
            {held.name}
          </option>
        ))}
      </PlainSelect>
    </label>
  );
}

function peopleOf({ people, count }: Holding): string {
  if (!count) return 'Nobody';
  const names = people.slice(0, 3).map(({ name }) => name);
  return count > names.length
    ? `${names.join(', ')} and ${count - names.length} more`
    : names.join(', ');
}
