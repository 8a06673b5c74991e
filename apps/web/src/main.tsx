import './theme/nonce.ts';
import './theme/tokens.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { paths } from './paths.ts';
import { keepTyped } from './platform/form/typed.ts';
import { guardTyped } from './platform/leave.ts';
import { tellActivity } from './platform/activity.ts';
import { forgetOpenings } from './platform/early.ts';
import { focusHeadingOnNavigation } from './platform/focus.ts';
import { forgetLists } from './platform/last-lists.ts';
import { DRAFTS, dropOthers, RECENT, STORES, writeOwn } from './platform/own-store.ts';
import { askAgain, queryClient, takeOpening } from './platform/query.ts';
import { refreshMe } from './platform/session.ts';
import { getSession, sessionStore, watchSession } from './platform/session-store.ts';
import { fetchScreen, router } from './routes.tsx';
import { styleNonce } from './theme/nonce.ts';
import { colorSchemeManager, cssVariablesResolver, theme } from './theme/theme.ts';

sessionStore.subscribe(() => {
  const session = getSession();
  if (!session) return;
  dropOthers(STORES.tab, DRAFTS, session.userId);
  dropOthers(STORES.browser, RECENT, session.userId);
});
watchSession({
  // one who leaves goes to login (NG-22); one who is put out comes back to the same page after it
  onEnd: (reason) => {
    // what is typed waits for the same person's next sign-in; who signs out leaves nothing behind
    const left = reason === 'signedOut' || reason === 'elsewhere';
    if (left) {
      writeOwn(STORES.tab, DRAFTS, null);
      forgetLists(STORES);
      writeOwn(STORES.browser, RECENT, null);
      forgetOpenings();
    } else keepTyped();
    const gone = left ? router.navigate({ href: paths.login() }) : router.invalidate();
    // what the page before the console asks by then is nobody's
    void gone.finally(askAgain);
  },
  // another user has signed in in another tab: nothing of the first may stay on the screen
  onOtherUser: () => location.reload(),
  onPasswordExpired: () => void router.invalidate(),
  onSecondFactorMissing: () => void refreshMe(queryClient).then(() => router.invalidate()),
});

// after the code, which has a slow line to itself till then, and before the first words are drawn
void document.fonts.load('1em Inter').catch(() => undefined);
if (getSession()) {
  takeOpening();
  fetchScreen(location.pathname);
}
tellActivity();
focusHeadingOnNavigation(router);
guardTyped(router.history);

// after all that somebody waits for; what came before is told, too
addEventListener('load', () =>
  setTimeout(() => {
    import('./platform/vitals.ts')
      .then(({ watchVitals }) => watchVitals(router))
      .catch(() => undefined);
  }, 1000),
);

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={colorSchemeManager}
        cssVariablesResolver={cssVariablesResolver}
        getStyleNonce={() => styleNonce}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
