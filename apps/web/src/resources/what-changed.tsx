import '@mantine/core/styles/Input.css';
import { TextInput } from '@mantine/core';
import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { AUDIENCES } from '@paydesk/contract/permissions.ts';
import { VERSIONS } from 'virtual:changelog';
import { changesWith, inWords, type ChangeGroup, type Version } from '../platform/changelog.ts';
import { useChangesSeen } from '../platform/changes-seen.ts';
import { DetailCard } from '../platform/DetailScreen/blocks.tsx';
import { useActor } from '../platform/session.ts';
import { Words } from '../platform/Words.tsx';
import classes from './what-changed.module.css';

const linesIn = (versions: readonly Version[]) =>
  versions.flatMap(({ groups }) => groups.flatMap(({ lines }) => lines)).length;

/** What each version adds, changes and mends, as CHANGELOG.md says it, to merchants without its calls and what runs an installation; whoever was here has seen it. */
export function WhatChangedScreen(): ReactNode {
  const [typed, setTyped] = useState('');
  const words = useDeferredValue(typed);
  const [, mark] = useChangesSeen();
  // oxlint-disable-next-line react/exhaustive-deps
  useEffect(mark, []);
  const isStaff = AUDIENCES.staff(useActor());
  const versions = useMemo(() => (isStaff ? VERSIONS : inWords(VERSIONS)), [isStaff]);
  const shown = changesWith(versions, words);
  return (
    <article>
      <header className={classes.head}>
        <h1>What changed</h1>
        <TextInput
          className={classes.filter}
          label="Filter"
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </header>
      <output className={classes.found}>{said(linesIn(shown), linesIn(versions), words)}</output>
      <div className={classes.cards}>
        {shown.map(({ title, groups }) => (
          <DetailCard key={title} title={title}>
            {groups.map((group) => (
              <Group key={group.title ?? ''} {...group} />
            ))}
          </DetailCard>
        ))}
      </div>
    </article>
  );
}

function said(found: number, all: number, words: string): string {
  if (!words.trim()) return `${all} changes, the newest version first.`;
  return found
    ? `${found} of ${all} changes`
    : `No change has these words: ${words.trim()}. Clear the filter to see all ${all}.`;
}

function Group({ title, lines }: ChangeGroup): ReactNode {
  if (title === undefined)
    return lines.map((line, at) => (
      <p key={at} className={classes.words}>
        <Words line={line} />
      </p>
    ));
  return (
    <>
      <h3>{title}</h3>
      <ul className={classes.lines}>
        {lines.map((line, at) => (
          <li key={at}>
            <Words line={line} />
          </li>
        ))}
      </ul>
    </>
  );
}
