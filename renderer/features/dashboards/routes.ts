/** The hash routes of the Dashboards page. */
import { routeBelow, routeText } from '../../data/format/route-text.ts';

export const DASHBOARDS_ROUTE = '/dashboards';

/** No ID collides with these: its plus signs are encoded. */
export const NEW_DASHBOARD_ROUTE = `${DASHBOARDS_ROUTE}/+new`;
/** The list, which is a page of its own in a narrow window. */
export const DASHBOARD_LIST_ROUTE = `${DASHBOARDS_ROUTE}/+list`;

/** `full`: over the whole window. */
export type DashboardMode = 'view' | 'edit' | 'full';

export type DashboardTarget =
  | { readonly kind: 'none' }
  | { readonly kind: 'list' }
  | { readonly kind: 'new' }
  | { readonly kind: 'dashboard'; readonly id: string; readonly mode: DashboardMode };

export function dashboardRoute(id: string, mode: DashboardMode = 'view'): string {
  return `${DASHBOARDS_ROUTE}/${encodeURIComponent(id)}${mode === 'view' ? '' : `/${mode}`}`;
}

/** @param route as in the address, not decoded */
export function dashboardTarget(route: string): DashboardTarget {
  if (route === NEW_DASHBOARD_ROUTE) return { kind: 'new' };
  if (route === DASHBOARD_LIST_ROUTE) return { kind: 'list' };
  const [id = '', mode] = routeBelow(route, DASHBOARDS_ROUTE).split('/');
  if (id === '') return { kind: 'none' };
  return { kind: 'dashboard', id: routeText(id), mode: mode === 'edit' || mode === 'full' ? mode : 'view' };
}
