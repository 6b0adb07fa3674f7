import { channelPath, type Run, type RunStatistics } from '../../../service/contract/index.ts';
import { RequestError } from '../requests.ts';
import { fetchRun, fetchRunStatistics } from './requests.ts';

/** Maximum runs of a comparison. */
export const MAX_COMPARED_RUNS = 8;

export interface ComparedRun {
  readonly run: Run;
  readonly statistics: RunStatistics;
}

/** By ID, in the order of the IDs; undefined: there is no such run. */
export type ComparedRuns = ReadonlyMap<number, ComparedRun | undefined>;

/**
 * A request for runs and their statistics. Repeated, it requests only the statistics of active and changed runs again.
 * It throws RequestError.
 */
export function comparedRunsRequest(ids: readonly number[]): (signal: AbortSignal) => Promise<ComparedRuns> {
  let known: ComparedRuns = new Map();
  return async (signal) => {
    const found = new Map<number, ComparedRun | undefined>();
    // One after the other: the statistics of many readings take the service a while.
    for (const id of ids) found.set(id, await comparedRun(id, known.get(id), signal));
    known = found;
    return found;
  };
}

async function comparedRun(
  id: number,
  known: ComparedRun | undefined,
  signal: AbortSignal,
): Promise<ComparedRun | undefined> {
  try {
    const run = await fetchRun(id, signal);
    const isSame = known !== undefined && run.to !== null && measuredText(run) === measuredText(known.run);
    const statistics = isSame ? known.statistics : await fetchRunStatistics(id, signal);
    return { run, statistics };
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return undefined;
    throw error;
  }
}

/** What the statistics depend on. */
function measuredText({ from, to, channels }: Run): string {
  return JSON.stringify([from, to, channels.map((channel) => [channelPath(channel), channel.low, channel.high])]);
}
