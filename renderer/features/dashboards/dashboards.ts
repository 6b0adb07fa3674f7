import type { EntryDefinition } from '../../components/config-editor/entry-definition.ts';
import { createDashboard, removeDashboard } from '../../data/dashboards/requests.ts';
import { setStartPage } from './dashboard-actions.ts';
import { DASHBOARD_LIST_ROUTE, DASHBOARDS_ROUTE, dashboardRoute, NEW_DASHBOARD_ROUTE } from './routes.ts';

export const DASHBOARDS: EntryDefinition<'dashboard'> = {
  storeOf: ({ dashboards }) => dashboards,
  word: 'dashboard',
  title: 'Dashboards',
  none: 'No dashboards',
  newTitle: 'New dashboard',
  detailsTitle: 'Dashboard details',
  removedText: 'Undo restores it with a new link.',
  deletedText: '',
  routeOf: dashboardRoute,
  newRoute: NEW_DASHBOARD_ROUTE,
  pageRoute: DASHBOARDS_ROUTE,
  listRoute: DASHBOARD_LIST_ROUTE,
  remove: removeDashboard,
  restore: async ({ id, dashboard }, live) => {
    const restored = await createDashboard(dashboard);
    // It has a new ID.
    if (live.settings.all.get()?.start_dashboard === id) setStartPage(live, restored, true);
    return restored;
  },
};
