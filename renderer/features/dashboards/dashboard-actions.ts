/** Actions of a dashboard for its menu and the palette: each reports its failure. */
import type { Dashboard } from '../../../service/contract/index.ts';
import { saveBlob } from '../../app/download.ts';
import { navigateTo } from '../../app/guarded-location.ts';
import { showToast } from '../../app/toasts.tsx';
import { createDashboard } from '../../data/dashboards/requests.ts';
import type { Live } from '../../data/live.ts';
import { RequestError } from '../../data/requests.ts';
import { dashboardFile, dashboardFileName } from './dashboard-file.ts';
import { dashboardRoute } from './routes.ts';

async function attempt(failing: string, doing: () => Promise<void>): Promise<void> {
  try {
    await doing();
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    showToast({ title: failing, text: error.message });
  }
}

export function exportDashboard(view: Dashboard): void {
  saveBlob(new Blob([dashboardFile(view)], { type: 'application/json' }), dashboardFileName(view));
}

/** Adds a copy, and shows it. */
export function duplicateDashboard({ dashboards }: Live, { dashboard: { name, tiles } }: Dashboard): void {
  void attempt('Cannot duplicate the dashboard', async () => {
    const added = await createDashboard({ name: `${name} (copy)`.slice(0, 80), tiles });
    dashboards.accept(added);
    navigateTo(dashboardRoute(added.id));
  });
}

export function setStartPage({ settings }: Live, { id, dashboard: { name } }: Dashboard, isStart: boolean): void {
  void attempt('Cannot change the start page', async () => {
    await settings.change(() => ({ start_dashboard: isStart ? id : '' }));
    showToast({ title: isStart ? `New windows open “${name}”` : 'New windows open the list of devices' });
  });
}
