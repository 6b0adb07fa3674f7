import type { HistoryStorage } from '../../../../service/contract/index.ts';
import { describeDeletions, type Retention } from '../../../data/history/labels.ts';
import { fetchStorage } from '../../../data/history/requests.ts';
import { RequestError } from '../../../data/requests.ts';

export interface Limits {
  wanted: Retention;
  /** The current limits. */
  present: Retention;
}

/**
 * What is deleted because limits are lowered; empty if nothing is.
 * @param known current storage; if undefined and a limit is lowered, the service is asked
 * @throws RequestError if it cannot be determined: nothing may be saved then
 */
export async function dataDeletedBy(
  { wanted, present }: Limits,
  known: HistoryStorage | undefined,
  load: () => Promise<HistoryStorage> = fetchStorage,
): Promise<string[]> {
  // Data beyond the current limits is deleted anyway.
  const lowered = (limit: keyof Retention): number =>
    wanted[limit] < present[limit] ? wanted[limit] : Number.POSITIVE_INFINITY;
  const limits: Retention = {
    history_raw_days: lowered('history_raw_days'),
    history_minute_days: lowered('history_minute_days'),
    history_max_gib: lowered('history_max_gib'),
  };
  if (!Object.values(limits).some(Number.isFinite)) return [];
  return describeDeletions(known ?? (await loadStorage(load)), limits, Date.now());
}

async function loadStorage(load: () => Promise<HistoryStorage>): Promise<HistoryStorage> {
  try {
    return await load();
  } catch (cause) {
    if (!(cause instanceof RequestError)) throw cause;
    throw new RequestError(`Cannot list the data beyond the new limits. ${cause.message}`, {
      cause,
    });
  }
}
