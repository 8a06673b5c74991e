import { useQuery } from '@tanstack/react-query';
import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useId, useRef, useState, type ReactNode } from 'react';
import { ROLES } from '@paydesk/contract/permissions.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { IconLogout, IconUser } from '../ui/icons.ts';
import { LinkButton } from './LinkButton.tsx';
import classes from './Shell.module.css';
import { mayLeave } from './leave.ts';
import { avatarQuery, signOut, useMe } from './session.ts';

const SCHEMES: readonly [MantineColorScheme, string][] = [
  ['auto', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

/** The avatar and the card behind it (SH-22..26, SH-28). */
export function ProfileCard(): ReactNode {
  const me = useMe();
  const id = useId();
  const card = useRef<HTMLDialogElement>(null);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { data: avatar } = useQuery(avatarQuery);
  const [broken, setBroken] = useState<string>();
  const name = `${me.firstName} ${me.lastName}`.trim();
  const initials = [me.firstName, me.lastName]
    .map((part) => [...part][0] ?? '')
    .join('')
    .toUpperCase();
  const face =
    avatar?.image && avatar.image !== broken ? (
      <img src={avatar.image} alt="" onError={() => setBroken(avatar.image ?? undefined)} />
    ) : (
      initials || <IconUser size={16} aria-hidden />
    );
  return (
    <>
      <button
        type="button"
        className={classes.avatar}
        aria-label={`${initials} Profile of ${name}`}
        title={name}
        popoverTarget={id}
        onClick={({ currentTarget }) => {
          const { bottom } = currentTarget.getBoundingClientRect();
          card.current?.style.setProperty('top', `${bottom + 12}px`);
        }}
      >
        {face}
      </button>
      <dialog ref={card} id={id} popover="auto" aria-label="Profile" className={classes.profile}>
        <div className={classes.who}>
          <span className={classes.avatar} aria-hidden>
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
        <fieldset className={classes.schemes}>
          <legend>Theme</legend>
          {SCHEMES.map(([scheme, label]) => (
            <label key={scheme}>
              <input
                type="radio"
                name="scheme"
                checked={colorScheme === scheme}
                onChange={() => setColorScheme(scheme)}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <div className={classes.profileActions}>
          <LinkButton
            href={paths.profile()}
            icon={<IconUser size={16} aria-hidden />}
            onClick={() => card.current?.hidePopover()}
          >
            Account
          </LinkButton>
          <Button
            icon={<IconLogout size={16} aria-hidden />}
            onClick={() => {
              card.current?.hidePopover();
              void mayLeave().then((leave) => leave && signOut());
            }}
          >
            Sign out
          </Button>
        </div>
      </dialog>
    </>
  );
}
