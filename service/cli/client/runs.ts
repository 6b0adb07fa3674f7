import type { Run, Runs } from '../../contract/index.ts';
import { CliError, EXIT } from '../failure.ts';
import type { Api } from './api.ts';

export const RUNS = '/app/v1/runs';

/** Runs of one request, the limit of the service. */
const PAGE = 1000;

/** All runs that contain these words, newest first. @param search empty: all runs */
async function allRuns(api: Api, search = ''): Promise<Run[]> {
  const runs: Run[] = [];
  for (;;) {
    const query = new URLSearchParams({ search, offset: String(runs.length), limit: String(PAGE) });
    const page = await api.call<Runs>(`${RUNS}?${query.toString()}`);
    runs.push(...page.runs);
    if (page.runs.length === 0 || runs.length >= page.total) return runs;
  }
}

/** The runs with this ID or name. A number that is an ID is not searched as a name. */
async function runsNamed(api: Api, run: string): Promise<Run[]> {
  const found = /^\d{1,15}$/.test(run) ? await api.find<Run>(`${RUNS}/${run}`) : undefined;
  return found ? [found] : (await allRuns(api, run)).filter(({ name }) => name === run);
}

function several(runs: readonly Run[], what: string): CliError {
  const each = runs.map(({ id, name }) => `${id} ("${name}")`).join(', ');
  return new CliError(EXIT.usage, `several ${what}: ${each}; use the ID`);
}

/** The run with this ID or name. @throws CliError `notFound`; `usage` for a name that several have */
export async function findRun(api: Api, run: string): Promise<Run> {
  const named = await runsNamed(api, run);
  if (named.length > 1) throw several(named, `runs have the name ${run}`);
  const [found] = named;
  if (found) return found;
  throw new CliError(EXIT.notFound, `no run with the ID or name ${run}; run "mensura run list" to list them`);
}

/**
 * The active run with this ID or name, or the only active one. If there is none, a finished one: the service refuses it.
 * @throws CliError `notFound`; `usage` if several match
 */
export async function findActiveRun(api: Api, run: string | undefined): Promise<Run> {
  const candidates = run === undefined ? await allRuns(api) : await runsNamed(api, run);
  const active = candidates.filter(({ to }) => to === null);
  if (active.length > 1)
    throw several(active, run === undefined ? 'runs are active' : `active runs have the name ${run}`);
  const found = active[0] ?? (run === undefined ? undefined : candidates[0]);
  if (found) return found;
  const missing = run === undefined ? 'run is active' : `active run with the ID or name ${run}`;
  throw new CliError(EXIT.notFound, `no ${missing}; run "mensura run list" to list runs`);
}
