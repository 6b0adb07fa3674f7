/** The hash routes of the comparison of runs. */
import { RUNS_ROUTE } from '../routes.ts';

export const COMPARE_RUNS_ROUTE = `${RUNS_ROUTE}/compare`;

/** For links: the router would move a question mark out of the hash. */
export function compareRunsRoute(ids: readonly number[]): string {
  return `${COMPARE_RUNS_ROUTE}/${ids.map((id) => `run=${id}`).join('&')}`;
}

/** The IDs in `/runs/compare?run=12&run=15`, or in a link, each once. */
export function comparedIds(route: string): number[] {
  const ids = new URLSearchParams(route.slice(COMPARE_RUNS_ROUTE.length + 1)).getAll('run');
  return [...new Set(ids.filter((id) => /^\d{1,15}$/.test(id)).map(Number))];
}
