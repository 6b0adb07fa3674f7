import type { Alarm } from '../../../service/contract/index.ts';
import { stateOf } from './labels.ts';

export const PAGE = 50;

/** Limit for one window. */
const MAX = 2000;

export interface LogPages {
  /** Newest first. */
  alarms: readonly Alarm[];
  /** Older ones exist. */
  hasMore: boolean;
}

export const NO_PAGES: LogPages = { alarms: [], hasMore: false };

/** Appends a page of older alarms. It starts at the time of the last known one, so duplicates are skipped. */
export function withOlder({ alarms: known }: LogPages, page: readonly Alarm[]): LogPages {
  const further = without(page, known);
  const alarms = [...known, ...further];
  return { alarms, hasMore: page.length >= PAGE && further.length > 0 && alarms.length < MAX };
}

/** Replaces the newest page. Older alarms stay unless they may have changed or do not follow on. */
export function refreshed({ alarms: known, hasMore }: LogPages, page: readonly Alarm[]): LogPages {
  const older = without(known, page);
  const followsOn = older.length < known.length;
  if (!followsOn || older.some((alarm) => stateOf(alarm) !== 'over')) {
    return { alarms: page, hasMore: page.length >= PAGE };
  }
  return { alarms: [...page, ...older].slice(0, MAX), hasMore };
}

function without(alarms: readonly Alarm[], others: readonly Alarm[]): Alarm[] {
  const ids = new Set(others.map(({ id }) => id));
  return alarms.filter(({ id }) => !ids.has(id));
}
