/** Requests of automatic runs. Every one throws RequestError. */
import type { Run, RunPlan, RunPlanInput } from '../../../service/contract/index.ts';
import { request } from '../requests.ts';

const BASE = '/app/v1/run-plans';

function planPath(id: string): string {
  return `${BASE}/${encodeURIComponent(id)}`;
}

export function createPlan(plan: RunPlanInput): Promise<RunPlan> {
  return request(BASE, { method: 'POST', body: plan });
}

export function updatePlan(id: string, plan: RunPlanInput): Promise<RunPlan> {
  return request(planPath(id), { method: 'PUT', body: plan });
}

export function removePlan(id: string): Promise<unknown> {
  return request(planPath(id), { method: 'DELETE' });
}

/** Undoes a deletion of the last 10 minutes. */
export function restorePlan(id: string): Promise<RunPlan> {
  return request(`${planPath(id)}/restore`, { method: 'POST' });
}

/** Starts a run now, also of a disabled automatic run. */
export function startPlannedRun(id: string): Promise<Run> {
  return request(`${planPath(id)}/start`, { method: 'POST' });
}
