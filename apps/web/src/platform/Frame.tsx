import { useQuery } from '@tanstack/react-query';
import { Suspense, useLayoutEffect, type ReactNode } from 'react';
import { IconButton } from '../ui/Button.tsx';
import { IconMoon, IconSun } from '../ui/icons.ts';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { paths } from '../paths.ts';
import { PassingForms } from './form/typed.ts';
import { AppLink } from './AppLink.tsx';
import { consoleSettingsQuery } from './session.ts';
import classes from './Shell.module.css';

/** The sign of whoever runs this installation, else that of the house (AM-117). */
export function Logo(): ReactNode {
  const { data } = useQuery(consoleSettingsQuery);
  const own = data?.provider.logo;
  if (own) return <img className={classes.ownLogo} src={own} alt="" />;
  return (
    <svg className={classes.logo} viewBox="0 0 24 24" width="24" height="24" aria-hidden>
      <rect width="24" height="24" rx="6" fill="currentColor" />
      <path
        d="M7 18V11a5 5 0 0 1 10 0v7"
        fill="none"
        stroke="var(--surface)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The frame of index.html stood here until this one was there. */
export function useFrame(): void {
  useLayoutEffect(() => document.getElementById('frame')?.remove(), []);
}

/** From light to dark and back; the profile card leads back to the system's own. */
export function SchemeSwitch(): ReactNode {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const label = dark ? 'Switch to light theme' : 'Switch to dark theme';
  const Icon = dark ? IconSun : IconMoon;
  return (
    <IconButton large label={label} onClick={() => setColorScheme(dark ? 'light' : 'dark')}>
      <Icon size={18} stroke={1.6} aria-hidden />
    </IconButton>
  );
}

/** The first stop of the keyboard on every page, before the banner and its links. */
export function SkipLink(): ReactNode {
  return (
    <a className={classes.skip} href="#main">
      Skip to content
    </a>
  );
}

/** SH-07, AM-117 */
export function Footer({ withAbout = false }: { withAbout?: boolean }): ReactNode {
  const { data } = useQuery(consoleSettingsQuery);
  const copyright = data?.copyright;
  return (
    <footer className={classes.footer}>
      {copyright}
      {withAbout && (
        <>
          {copyright ? ' · ' : null}
          <AppLink href={paths.documentation()}>About</AppLink>
        </>
      )}
    </footer>
  );
}

/** The frame of the pages without a menu: one card in the middle. */
export function BareFrame({ children }: { children: ReactNode }): ReactNode {
  useFrame();
  const { data } = useQuery(consoleSettingsQuery);
  return (
    <div className={classes.bare}>
      <div className={classes.bareTools}>
        <SchemeSwitch />
      </div>
      <main id="main" tabIndex={-1} className={classes.bareMain}>
        <div className={classes.bareTitle}>
          <Logo />
          <span>{data?.provider.name ?? 'Paydesk'}</span>
        </div>
        <PassingForms value={true}>
          <section className={classes.sheet}>
            <Suspense fallback={null}>{children}</Suspense>
          </section>
        </PassingForms>
      </main>
      <Footer />
    </div>
  );
}
