/** What stands in the middle while no channel is chosen. */
import { ChartSpline } from 'lucide-react';
import { EmptyState } from '../../components/empty-state.tsx';

export function NothingChosen() {
  return (
    <EmptyState icon={<ChartSpline aria-hidden size={26} />} title="Put channels side by side">
      <p className="dim">
        Tick channels in the list, of any devices: those of one unit share a chart, and all share the time axis. Devices
        that are not attached can be chosen too, as far as their readings were kept.
      </p>
      <p className="dim">The same channels can be shown as large figures that are read across a room.</p>
    </EmptyState>
  );
}
