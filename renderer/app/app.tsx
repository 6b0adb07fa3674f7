import { useEffect, useState } from 'react';
import { Router, useLocation } from 'wouter';
import type { Live } from '../data/live.ts';
import { LiveContext, useLive, useReadable } from '../data/react.ts';
import { AlarmMessages } from '../features/alarms/indicators/alarm-messages.tsx';
import { SwitchMessages } from '../features/devices/mode/switch-messages.tsx';
import { ChecksDialog } from '../features/onboarding/checks/checks-dialog.tsx';
import './app.css';
import { ConnectionBanner } from './connection-banner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { useGuardedLocation } from './guarded-location.ts';
import { type LazyPage, preloadWhenIdle } from './lazy-page.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { PAGES, pageForPath } from './pages.ts';
import { Palette } from './palette/palette.tsx';
import { Rail } from './rail.tsx';
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import { StatusLine } from './status-line.tsx';
import { Toasts } from './toasts.tsx';

export function App({ live }: { live: Live }) {
  useShortcuts();
  useEffect(() => preloadWhenIdle(PAGES.map(({ content }) => content)), []);
  return (
    <ErrorBoundary>
      <LiveContext value={live}>
        {/* oxlint-disable-next-line react/hooks -- the router takes the hook that reads the location */}
        <Router hook={useGuardedLocation}>
          <div className="frame">
            <Rail />
            <div className="frame-page">
              <ConnectionBanner />
              <CurrentPage />
            </div>
            <StatusLine />
          </div>
          <LeaveDialog />
          <Palette />
          <ShortcutsDialog />
          <ChecksDialog />
          <SwitchMessages />
          <AlarmMessages />
          <Toasts />
        </Router>
      </LiveContext>
    </ErrorBoundary>
  );
}

function CurrentPage() {
  const [location] = useLocation();
  const page = pageForPath(location);
  const { state } = useReadable(useLive().connection);
  return (
    <main className="frame-content" tabIndex={-1} data-stale={state === 'unreachable' || undefined}>
      <ErrorBoundary key={page.path}>
        <PageContent page={page.content} />
      </ErrorBoundary>
    </main>
  );
}

/** Empty until the page is loaded, which takes a frame or two. */
function PageContent({ page }: { page: LazyPage }) {
  const content = useReadable(page);
  const [failure, setFailure] = useState<{ cause: unknown }>();
  useEffect(() => {
    page.read().catch((cause: unknown) => setFailure({ cause }));
  }, [page]);
  // Thrown while rendering, so that the error boundary shows it.
  if (failure) throw failure.cause;
  return content;
}
