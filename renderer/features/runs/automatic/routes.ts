/** The hash routes of automatic runs. */
import { routeBelow, routeText } from '../../../data/format/route-text.ts';
import { RUNS_ROUTE } from '../routes.ts';

/** No ID of a run collides with it: those are digits. */
export const PLANS_ROUTE = `${RUNS_ROUTE}/automatic`;

/** IDs are always encoded, so no ID can contain this plus sign. */
export const NEW_PLAN_ROUTE = `${PLANS_ROUTE}/+new`;
const COPY_ROUTE = `${PLANS_ROUTE}/+copy`;

export type PlanTarget =
  | { kind: 'list' | 'new' }
  /** An automatic run, or a duplicate of it. */
  | { kind: 'plan' | 'copy'; id: string };

export function planRoute(id: string): string {
  return `${PLANS_ROUTE}/${encodeURIComponent(id)}`;
}

export function copyPlanRoute(id: string): string {
  return `${COPY_ROUTE}/${encodeURIComponent(id)}`;
}

/** @param route as in the address, not decoded */
export function planTarget(route: string): PlanTarget {
  if (route === NEW_PLAN_ROUTE) return { kind: 'new' };
  const isCopy = route.startsWith(`${COPY_ROUTE}/`);
  const id = routeText(routeBelow(route, isCopy ? COPY_ROUTE : PLANS_ROUTE));
  return id === '' ? { kind: 'list' } : { kind: isCopy ? 'copy' : 'plan', id };
}
