/** Every request throws RequestError. */
import type { Dashboard, DashboardInput } from '../../../service/contract/index.ts';
import { request } from '../requests.ts';

const BASE = '/app/v1/dashboards';

/** In characters, of at most three bytes each. */
const MAX_KEEPALIVE = 20_000;

function dashboardPath(id: string): string {
  return `${BASE}/${encodeURIComponent(id)}`;
}

export function createDashboard(dashboard: DashboardInput): Promise<Dashboard> {
  return request(BASE, { method: 'POST', body: dashboard });
}

/** A usual dashboard is saved even if the window is closed at the same time. */
export function updateDashboard(id: string, dashboard: DashboardInput): Promise<Dashboard> {
  const body = JSON.stringify(dashboard);
  return request(dashboardPath(id), { method: 'PUT', body, keepalive: body.length <= MAX_KEEPALIVE });
}

export function removeDashboard(id: string): Promise<unknown> {
  return request(dashboardPath(id), { method: 'DELETE' });
}
