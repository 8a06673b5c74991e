import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ROLES } from '@paydesk/contract/permissions.ts';
import { paths } from '../paths.ts';
import { Checkbox, Input } from '../ui/Input.tsx';
import { IconUser } from '../ui/icons.ts';
import words from '../ui/ui.module.css';
import { AppLink } from './AppLink.tsx';
import { useChangesSeen } from './changes-seen.ts';
import { turnHints, wantsHints } from './first-visits.ts';
import { LinkButton } from './LinkButton.tsx';
import styles from './profile.module.css';
import { useActor, useMe } from './session.ts';
import classes from './Shell.module.css';
import { SignOutButton } from './SignOutButton.tsx';

const SCHEMES: readonly [MantineColorScheme, string][] = [
  ['auto', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** What the card behind the avatar holds (SH-22..26, SH-28). */
export default function ProfileMenu({ face, close }: { face: ReactNode; close: () => void }) {
  const me = useMe();
  const { userId } = useActor();
  const name = `${me.firstName} ${me.lastName}`.trim();
  const [seen] = useChangesSeen();
  const [hints, setHints] = useState(() => wantsHints(userId));
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <div className={styles.who}>
        <span className={`${classes.avatar} ${styles.face}`} aria-hidden>
          {face}
        </span>
        <div>
          <strong>{name}</strong>
          <div className={classes.quiet}>{me.email}</div>
        </div>
      </div>
      <div className={classes.quiet}>
        {ROLES[me.userRole]}
        {me.merchantName && ` · ${me.merchantName}`}
      </div>
      <fieldset className={styles.schemes}>
        <legend>Theme</legend>
        {SCHEMES.map(([scheme, label]) => (
          <label key={scheme}>
            <Input
              type="radio"
              name="scheme"
              checked={colorScheme === scheme}
              onChange={() => setColorScheme(scheme)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <label className={styles.hints}>
        <Checkbox
          checked={hints}
          onChange={({ currentTarget: { checked } }) => {
            turnHints(userId, checked);
            setHints(checked);
          }}
        />
        Hints at a first visit
      </label>
      <AppLink href={paths.whatChanged()} className={styles.changed} onClick={close}>
        What changed
        {seen ? null : (
          <span className={styles.news}>
            <span className={words.hidden}>, new</span>
          </span>
        )}
      </AppLink>
      <div className={styles.profileActions}>
        <LinkButton
          href={paths.profile()}
          icon={<IconUser size={16} aria-hidden />}
          onClick={close}
        >
          Account
        </LinkButton>
        <SignOutButton onPress={close} />
      </div>
    </>
  );
}
