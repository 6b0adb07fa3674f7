/** What stands in the middle while no channel is chosen: what the page is for, and what to do first. */
import { ChartSpline } from 'lucide-react';
import { Link } from 'wouter';
import { EmptyState } from '../../components/empty-state.tsx';

export function NothingChosen({ hasChannels }: { hasChannels: boolean }) {
  return (
    <EmptyState icon={<ChartSpline aria-hidden size={26} />} title="Put channels side by side">
      <p className="dim">
        Channels of any devices stand here in the same charts: those of one unit share one, and all share the time axis.
        They can be shown as large figures too, to be read across a room.
      </p>
      {hasChannels ? (
        <p>
          Tick channels in the list. Devices that are not attached can be chosen too, as far as their readings were
          kept.
        </p>
      ) : (
        <>
          <p>There is no channel to choose yet: no instrument is attached, and nothing is kept of an earlier one.</p>
          <Link href="/devices" className="button primary">
            Connect an instrument
          </Link>
        </>
      )}
    </EmptyState>
  );
}
