import type { Live } from '../../data/live.ts';
import { duplicateDashboard, exportDashboard, setStartPage } from '../../features/dashboards/dashboard-actions.ts';
import { dashboardRoute } from '../../features/dashboards/routes.ts';
import type { Navigate, PaletteCommand } from './rank.ts';

/** Each dashboard, and its actions. */
export function dashboardCommands(live: Live, navigate: Navigate): PaletteCommand[] {
  const start = live.settings.all.get()?.start_dashboard;
  return live.dashboards.list.get().flatMap((view): PaletteCommand[] => {
    const { id, dashboard } = view;
    const { name } = dashboard;
    const command = (word: string, title: string, keywords: string, run: () => void): PaletteCommand => ({
      id: `${word}-dashboard ${id}`,
      kind: 'Command',
      title,
      keywords,
      run,
    });
    return [
      {
        id: `dashboard ${id}`,
        kind: 'Dashboard',
        title: name,
        keywords: 'dashboard tiles overview wall gauge',
        run: () => navigate(dashboardRoute(id)),
      },
      command('edit', `Edit dashboard ${name}`, 'arrange tiles rename add', () => navigate(dashboardRoute(id, 'edit'))),
      command('full', `Fill window with dashboard ${name}`, 'full screen wall presentation kiosk', () =>
        navigate(dashboardRoute(id, 'full')),
      ),
      id === start
        ? command('start', `Do not use dashboard ${name} as start page`, 'home', () => setStartPage(live, view, false))
        : command('start', `Use dashboard ${name} as start page`, 'home', () => setStartPage(live, view, true)),
      command('export', `Export dashboard ${name}`, 'save download file', () => exportDashboard(view)),
      command('duplicate', `Duplicate dashboard ${name}`, 'copy', () => duplicateDashboard(live, view)),
    ];
  });
}
