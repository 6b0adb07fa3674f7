import { useEffect } from 'react';
import { forceNavigate, rawRoute } from '../../app/guarded-location.ts';
import { PAGES, pageForPath } from '../../app/pages.ts';
import { useLive, useReadable } from '../../data/react.ts';
import { dashboardRoute } from './routes.ts';

/** The window was opened without a route. */
let isUndecided = rawRoute.get() === '/';

/** Shows the start dashboard, if it exists, as soon as a window without a route knows it. */
export function useStartPage(): void {
  const { connection, dashboards, settings } = useLive();
  const { state } = useReadable(connection);
  const all = useReadable(settings.all);
  const list = useReadable(dashboards.list);
  useEffect(() => {
    if (!isUndecided || state !== 'live' || !all) return;
    isUndecided = false;
    const id = all.start_dashboard;
    // The list of devices may have selected one meanwhile.
    const isHome = pageForPath(rawRoute.get()) === PAGES[0];
    if (isHome && list.some((one) => one.id === id)) {
      forceNavigate(dashboardRoute(id), { replace: true });
    }
  }, [state, all, list]);
}
