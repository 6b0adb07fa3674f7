import { Dialog } from '@base-ui/react/dialog';
import { Unplug } from 'lucide-react';
import { Component, type ReactNode, useEffect, useState } from 'react';
import { Router, useLocation } from 'wouter';
import { Modal } from '../components/modal.tsx';
import { formatTimestamp } from '../data/format/numbers.ts';
import type { Live } from '../data/live.ts';
import { LiveContext, useLive, useReadable } from '../data/react.ts';
import { AlarmMessages } from '../features/alarms/indicators/alarm-messages.tsx';
import { SnoozeDialog } from '../features/alarms/snooze/snooze-dialog.tsx';
import { useStartPage } from '../features/dashboards/use-start-page.ts';
import { SwitchMessages } from '../features/devices/mode/switch-messages.tsx';
import { ChecksDialog } from '../features/onboarding/checks/check-list.tsx';
import { RunBar } from '../features/runs/bar/run-bar.tsx';
import { RUN_REPORT } from '../features/runs/report/lazy-page.ts';
import { reportedRunOf } from '../features/runs/report/routes.ts';
import { StopRunDialog } from '../features/runs/stop-dialog.tsx';
import './app.css';
import { desktopBridge } from './desktop.ts';
import { type BlockedNavigation, captureLocation, heldLeave, useGuardedLocation } from './guarded-location.ts';
import { LazyContent } from './lazy-content.tsx';
import { preloadWhenIdle } from './lazy-page.ts';
import { LAZY_PARTS, PAGES, pageForPath } from './pages.ts';
import { Palette } from './palette/palette.tsx';
import { Rail } from './rail.tsx';
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx';
import { useShortcuts } from './shortcuts/use-shortcuts.ts';
import { StatusLine } from './status-line.tsx';
import { Toasts } from './toasts.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
}

class ErrorBoundary extends Component<ErrorBoundaryProps, { message: string | null }> {
  override readonly state: { message: string | null } = { message: null };

  static getDerivedStateFromError(error: unknown): { message: string } {
    return { message: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.message === null) return this.props.children;
    return (
      <div className="failure" role="alert">
        <h1>Cannot show this page</h1>
        <p>Mensura continues to read devices. Its API is not affected.</p>
        <p className="mono failure-cause">{this.state.message}</p>
        <p>Reload the window. If this continues, include the message above in a bug report.</p>
        <button type="button" className="button primary" onClick={() => location.reload()}>
          Reload
        </button>
      </div>
    );
  }
}

export function App({ live }: { live: Live }) {
  useShortcuts();
  useEffect(() => preloadWhenIdle([...PAGES.map(({ content }) => content), ...LAZY_PARTS]), []);
  return (
    <ErrorBoundary>
      <LiveContext value={live}>
        {/* oxlint-disable-next-line react/hooks -- the router takes the hook that reads the location */}
        <Router hook={useGuardedLocation}>
          <div className="frame">
            <Rail />
            <div className="frame-page">
              <ConnectionBanner />
              <RunBar />
              <CurrentPage />
            </div>
            <StatusLine />
          </div>
          <LeaveDialog />
          <Palette />
          <ShortcutsDialog />
          <ChecksDialog />
          <StopRunDialog />
          <SnoozeDialog />
          <SwitchMessages />
          <AlarmMessages />
          <Toasts />
        </Router>
      </LiveContext>
    </ErrorBoundary>
  );
}

function CurrentPage() {
  useStartPage();
  const [location] = useLocation();
  const page = pageForPath(location);
  const { state } = useReadable(useLive().connection);
  return (
    <main className="frame-content" tabIndex={-1} data-stale={state === 'unreachable' || undefined}>
      <ErrorBoundary key={page.path}>
        <LazyContent page={reportedRunOf(location) === undefined ? page.content : RUN_REPORT} />
      </ErrorBoundary>
    </main>
  );
}

function ConnectionBanner() {
  const live = useLive();
  const connection = useReadable(live.connection);
  return (
    // Always present: screen readers announce only changes of an existing element.
    <output className="connection-status">
      {connection.state === 'unreachable' && (
        <div className="connection-banner">
          <Unplug aria-hidden size={18} />
          <p>
            <strong>No response from the service since {formatTimestamp(connection.since)}.</strong> {connection.cause}{' '}
            The data below may be out of date. This window reconnects automatically.{' '}
            {desktopBridge()
              ? 'If this continues, quit Mensura from its menu and start it again.'
              : 'If this continues, start Mensura on this computer again.'}
          </p>
          <button type="button" className="button" onClick={live.retry}>
            Retry now
          </button>
        </div>
      )}
    </output>
  );
}

function LeaveDialog() {
  const held = useReadable(heldLeave);
  // Keeps the text while the dialog fades out.
  const [last, setLast] = useState<BlockedNavigation | null>(null);
  // After a failed save the focus belongs to the invalid field.
  const [isSaving, setSaving] = useState(false);
  if (held && held !== last) {
    setLast(held);
    setSaving(false);
  }
  const saveAndLeave = async ({ save, leave, stay }: BlockedNavigation): Promise<void> => {
    setSaving(true);
    stay();
    const isHere = captureLocation();
    if ((await save()) && isHere()) leave();
  };
  return (
    <Modal
      isQuestion
      open={held !== null}
      onClose={() => held?.stay()}
      title={`Save changes to ${last?.what ?? ''}?`}
      finalFocus={() => !isSaving}
    >
      <Dialog.Description className="dim">They are discarded if you leave without saving.</Dialog.Description>
      <div className="dialog-actions">
        <Dialog.Close className="button">Cancel</Dialog.Close>
        <button type="button" className="button danger" onClick={() => held?.leave()}>
          Discard changes
        </button>
        <button type="button" className="button primary" onClick={() => held && void saveAndLeave(held)}>
          Save changes
        </button>
      </div>
    </Modal>
  );
}
