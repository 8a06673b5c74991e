import type { Call } from '@paydesk/contract/index.ts';
import type { DetailField } from '../../platform/DetailScreen/blocks.tsx';
import { formatCount } from '../../platform/format.ts';
import { Chip } from '../../ui/Chip.tsx';
import { DateTime } from '../../ui/values.tsx';

type Encryption = Call<'GET /api/system'>['answer']['encryption'];

/** Which key seals, and whether the one before it may go. */
export function keyFields({ keys, change }: Encryption): DetailField[] {
  const [newest, ...before] = keys;
  const [gone] = before.filter(({ retired }) => retired !== null);
  const needed = before.filter(({ retired }) => retired === null);
  return [
    { label: 'In use', value: newest?.id ?? null, mono: true },
    { label: 'Since', value: newest ? <DateTime value={newest.since} /> : null },
    ...needed.map(({ id }) => ({
      label: 'Still needed',
      value: (
        <>
          {id} <Chip tone="warning">Keep it in ENCRYPTION_KEY_OLD</Chip>
        </>
      ),
    })),
    ...(change
      ? [
          {
            label: 'Sealed anew',
            value: `Round ${change.round} of 2: ${formatCount(change.seen)} of about ${formatCount(change.about)} rows`,
          },
        ]
      : []),
    ...(gone?.retired
      ? [
          {
            label: 'May go',
            value: (
              <>
                {gone.id}, since <DateTime value={gone.retired} />
              </>
            ),
          },
        ]
      : []),
  ];
}
