import { ChartSpline } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '../../components/empty-state.tsx';

export function NoChannelsSelected({ hasChannels }: { hasChannels: boolean }) {
  return (
    <EmptyState icon={<ChartSpline aria-hidden size={26} />} title="Compare channels">
      <p className="dim">
        Chart channels from different devices on one time axis. Channels with the same unit share a chart. Big view
        shows the current values in large figures.
      </p>
      {hasChannels ? (
        <p>Select channels in the list. Disconnected devices are listed if they have stored readings.</p>
      ) : (
        <>
          <p>No channels available: no device is connected and no readings are stored.</p>
          <Link href="/devices" className="button primary">
            Connect a device
          </Link>
        </>
      )}
    </EmptyState>
  );
}
