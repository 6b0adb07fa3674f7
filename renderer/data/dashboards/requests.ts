/** Every request throws RequestError. */
import type { Dashboard, DashboardInput } from '../../../service/contract/index.ts';
import { request } from '../requests.ts';

const BASE = '/app/v1/dashboards';

function dashboardPath(id: string): string {
  return `${BASE}/${encodeURIComponent(id)}`;
}

export function createDashboard(dashboard: DashboardInput): Promise<Dashboard> {
  return request(BASE, { method: 'POST', body: dashboard });
}

export function updateDashboard(id: string, dashboard: DashboardInput): Promise<Dashboard> {
  return request(dashboardPath(id), { method: 'PUT', body: dashboard });
}

export function removeDashboard(id: string): Promise<unknown> {
  return request(dashboardPath(id), { method: 'DELETE' });
}
