import { useQuery } from '@tanstack/react-query';
import { Suspense, useId, useRef, useState, type ReactNode } from 'react';
import { PlainButton } from '../ui/Button.tsx';
import { Popover } from '../ui/Popover.tsx';
import { IconUser } from '../ui/icons.ts';
import classes from './Shell.module.css';
import { avatarQuery, useMe } from './session.ts';
import { late } from './late.tsx';

const ProfileMenu = late(() => import('./ProfileMenu.tsx'));

/** The avatar and the card behind it (SH-22..26, SH-28). */
export function ProfileCard(): ReactNode {
  const me = useMe();
  const id = useId();
  const card = useRef<HTMLDialogElement>(null);
  // fetched when a hand comes near
  const [asked, setAsked] = useState(false);
  const ask = () => setAsked(true);
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
      <PlainButton
        className={classes.avatar}
        aria-label={`${initials} Profile of ${name}`}
        title={name}
        popoverTarget={id}
        onPointerEnter={ask}
        onFocus={ask}
        onClick={({ currentTarget }) => {
          const { bottom } = currentTarget.getBoundingClientRect();
          card.current?.style.setProperty('top', `${bottom + 12}px`);
        }}
      >
        {face}
      </PlainButton>
      <Popover ref={card} id={id} aria-label="Profile" className={classes.profile}>
        {asked ? (
          <Suspense fallback={null}>
            <ProfileMenu face={face} close={() => card.current?.hidePopover()} />
          </Suspense>
        ) : null}
      </Popover>
    </>
  );
}
