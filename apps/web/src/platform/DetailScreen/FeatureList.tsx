import type { Key } from '@paydesk/contract/index.ts';
import type { Feature, Features } from '@paydesk/contract/kernel/features.ts';
import type { AnyRecord } from '@paydesk/contract/kernel/record.ts';
import { Chip } from '../../ui/Chip.tsx';
import { DateTime } from '../../ui/values.tsx';
import { ActionButton } from '../ActionButton.tsx';
import { call } from '../api.ts';
import { DetailCard } from './blocks.tsx';
import styles from './features.module.css';
import { wordsOf } from './RecordActions.tsx';

interface FeatureListProps<N extends string, D extends AnyRecord> {
  definition: Features<N, D>;
  /** The record, and what it is called. */
  id: string;
  of: string;
  rows: readonly Omit<Feature<N>, 'of'>[];
}

/** What is on or off of a record, each with who turned it last, and the other one to do (AM-61). */
export function FeatureList<N extends string, D extends AnyRecord>({
  definition,
  id,
  of,
  rows,
}: FeatureListProps<N, D>) {
  const { states, effect, on, off } = definition;
  const names: Readonly<Record<string, string>> = definition.names;
  return (
    <DetailCard flush title="Features">
      <ul className={styles.features}>
        {rows.map((row) => {
          const { feature, enabled, updatedDate, updatedBy } = row;
          const one = { ...row, of } as Feature<N>;
          const action = enabled ? off : on;
          return (
            <li key={feature} aria-label={names[feature]}>
              <div>
                <strong>{names[feature]}</strong>
                <Chip tone={enabled ? 'success' : 'ended'}>{enabled ? states.on : states.off}</Chip>
                <p>{effect(one)}</p>
                <p>
                  {updatedDate ? (
                    <>
                      <DateTime value={updatedDate} /> by {updatedBy}
                    </>
                  ) : (
                    states.never
                  )}
                </p>
              </div>
              <ActionButton
                {...wordsOf(action, one)}
                action={action}
                record={one}
                run={() =>
                  call(`PUT ${definition.of.one.path}/features/{feature}` as Key, {
                    params: { id, feature } as never,
                    body: { enabled: !enabled } as never,
                  })
                }
              />
            </li>
          );
        })}
      </ul>
    </DetailCard>
  );
}
