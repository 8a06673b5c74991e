import {
  INSTITUTION_FEATURES,
  turnOffFeature,
  turnOnFeature,
  type InstitutionDetail,
  type InstitutionFeature,
  type InstitutionFeatureName,
} from '@paydesk/contract/resources/financing-institutions.ts';
import { ActionButton } from '../../platform/ActionButton.tsx';
import { call } from '../../platform/api.ts';
import { DetailCard } from '../../platform/DetailScreen/blocks.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { DateTime } from '../../ui/values.tsx';
import styles from './financing-institutions.module.css';

/** What each is good for (AM-116). */
const EFFECTS: Readonly<Record<InstitutionFeatureName, { on: string; off: string }>> = {
  INSTANT_DECISION: {
    on: 'It decides at once what it is asked.',
    off: 'What it is asked waits for its answer.',
  },
  REMOTE_SIGNING: {
    on: 'Agreements are signed online.',
    off: 'Agreements are signed at the merchant’s.',
  },
  PARTIAL_REFUND: {
    on: 'A part of a loan may be asked back.',
    off: 'Only all that is left of a loan may be asked back.',
  },
};

/** FI-11, AM-61: each with who turned it on or off last, and the other one to do. */
export function Features({ institution }: { institution: InstitutionDetail }) {
  return (
    <DetailCard flush title="Features">
      <ul className={styles.features}>
        {institution.features.map((one) => (
          <li key={one.feature} aria-label={INSTITUTION_FEATURES[one.feature]}>
            <Feature institution={institution} one={one} />
          </li>
        ))}
      </ul>
    </DetailCard>
  );
}

function Feature({
  institution,
  one,
}: {
  institution: InstitutionDetail;
  one: InstitutionFeature;
}) {
  const { feature, enabled, updatedDate, updatedBy } = one;
  const name = INSTITUTION_FEATURES[feature];
  const action = enabled ? turnOffFeature : turnOnFeature;
  return (
    <>
      <div>
        <p className={styles.what}>
          <strong>{name}</strong>
          <Chip tone={enabled ? 'success' : 'ended'}>{enabled ? 'On' : 'Off'}</Chip>
        </p>
        <p className={styles.who}>{EFFECTS[feature][enabled ? 'on' : 'off']}</p>
        <p className={styles.who}>
          {updatedDate ? (
            <>
              <DateTime value={updatedDate} /> by {updatedBy}
            </>
          ) : (
            'Never turned on'
          )}
        </p>
      </div>
      <ActionButton
        action={action}
        record={one}
        title={`${action.label} ${name.toLowerCase()}?`}
        intro={
          <p>
            {enabled
              ? `${institution.name} will no longer offer it, for any merchant.`
              : `${institution.name} will offer it from now on, for every merchant.`}{' '}
            {EFFECTS[feature][enabled ? 'off' : 'on']}
          </p>
        }
        submitLabel={`${action.label} ${name.toLowerCase()}`}
        danger={enabled}
        run={() =>
          call('PUT /api/financing/financing-institutions/{id}/features/{feature}', {
            params: { id: institution.id, feature },
            body: { enabled: !enabled },
          })
        }
      />
    </>
  );
}
