/** What would be lost by other limits, before they are saved. */
import type { HistoryStorage } from '../../../../service/contract/index.ts';
import { describeDeletions, type Retention } from '../../../data/history/labels.ts';
import { fetchStorage } from '../../../data/history/requests.ts';
import { RequestError } from '../../../data/requests.ts';

export interface Limits {
  wanted: Retention;
  /** Those that hold now. */
  present: Retention;
}

/**
 * What is deleted since the wanted limits are lower than those of now, as sentences; none where nothing is.
 * @param known what is kept, as far as the page has heard of it; else the service is asked, where a limit is lowered
 * @throws RequestError where it cannot be told: then nothing may be saved
 */
export async function dataDeletedBy(
  { wanted, present }: Limits,
  known: HistoryStorage | undefined,
  ask: () => Promise<HistoryStorage> = fetchStorage,
): Promise<string[]> {
  // What a limit that holds already deletes, sooner or later, is no doing of what is saved.
  const lowered = (limit: keyof Retention): number =>
    wanted[limit] < present[limit] ? wanted[limit] : Number.POSITIVE_INFINITY;
  const limits: Retention = {
    history_raw_days: lowered('history_raw_days'),
    history_minute_days: lowered('history_minute_days'),
    history_max_gib: lowered('history_max_gib'),
  };
  if (!Object.values(limits).some(Number.isFinite)) return [];
  return describeDeletions(known ?? (await asked(ask)), limits, Date.now());
}

async function asked(ask: () => Promise<HistoryStorage>): Promise<HistoryStorage> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof RequestError)) throw cause;
    throw new RequestError(`Cannot determine what the lower limits would delete. ${cause.message}`, {
      cause,
    });
  }
}
