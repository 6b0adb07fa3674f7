/** What would be lost by other limits, before they are saved. */
import type { HistoryStorage } from '../../../../service/contract/index.ts';
import { askStorage } from '../../../data/history/requests.ts';
import { losses, type Retention } from '../../../data/history/words.ts';
import { RequestError } from '../../../data/requests.ts';

export interface Limits {
  wanted: Retention;
  /** Those that hold now. */
  present: Retention;
}

/**
 * What is deleted when the wanted limits are saved, as sentences; none where nothing is.
 * @param known what is kept, as far as the page has heard of it; else the service is asked, where a limit is lowered
 * @throws RequestError where it cannot be told: then nothing may be saved
 */
export async function lostBy(
  { wanted, present }: Limits,
  known: HistoryStorage | undefined,
  ask: () => Promise<HistoryStorage> = askStorage,
): Promise<string[]> {
  const isLowered =
    wanted.history_raw_days < present.history_raw_days ||
    wanted.history_minute_days < present.history_minute_days ||
    wanted.history_max_gib < present.history_max_gib;
  if (!known && !isLowered) return [];
  return losses(known ?? (await asked(ask)), wanted, Date.now());
}

async function asked(ask: () => Promise<HistoryStorage>): Promise<HistoryStorage> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof RequestError)) throw cause;
    throw new RequestError(`Nothing was changed: what lower limits would delete cannot be told. ${cause.message}`, {
      cause,
    });
  }
}
