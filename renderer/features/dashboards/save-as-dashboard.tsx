import { LayoutDashboard } from 'lucide-react';
import { navigateTo } from '../../app/guarded-location.ts';
import { showToast } from '../../app/toasts.tsx';
import { useAction } from '../../components/config-editor/use-action.ts';
import type { SelectableChannel } from '../../data/compare/selectable-channels.ts';
import { createDashboard } from '../../data/dashboards/requests.ts';
import { plural } from '../../data/format/numbers.ts';
import { useLive } from '../../data/react.ts';
import { RequestError } from '../../data/requests.ts';
import type { Arrangement } from '../charts/arrangement.ts';
import { dashboardRoute } from './routes.ts';
import { dashboardOfChannels } from './tile-kinds.ts';
import { storedArrangement } from './tiles/tile-arrangement.ts';

interface SaveAsDashboardProps {
  shown: readonly SelectableChannel[];
  /** Of their charts. */
  arrangement: () => Arrangement;
}

/** Adds a dashboard of the compared channels, and opens it for editing. */
export function SaveAsDashboard({ shown, arrangement }: SaveAsDashboardProps) {
  const { dashboards } = useLive();
  const { run, busy } = useAction();
  const add = async (): Promise<void> => {
    const name = plural(shown.length, 'compared channel');
    const paths = shown.map(({ path }) => path);
    try {
      const added = await createDashboard(dashboardOfChannels(name, paths, storedArrangement(arrangement())));
      dashboards.accept(added);
      navigateTo(dashboardRoute(added.id, 'edit'));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      showToast({ title: 'Cannot save the dashboard', text: error.message });
    }
  };
  return (
    <button type="button" className="button" disabled={busy} onClick={() => void run(add)}>
      <LayoutDashboard aria-hidden size={14} /> Save as dashboard
    </button>
  );
}
