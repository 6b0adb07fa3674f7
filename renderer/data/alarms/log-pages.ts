import type { Alarm } from '../../../service/contract/index.ts';
import { stateOf } from './labels.ts';

/** Alarms that are asked for at a time. */
export const PAGE = 50;

/** The most that are kept in a window. */
const MAX = 2000;

export interface LogPages {
  /** Newest first. */
  alarms: readonly Alarm[];
  /** There are older ones than those. */
  hasMore: boolean;
}

export const NO_PAGES: LogPages = { alarms: [], hasMore: false };

/** A page of older ones. It begins at the moment that the known ones end with: what is there already is left out. */
export function withOlder({ alarms: known }: LogPages, page: readonly Alarm[]): LogPages {
  const further = without(page, known);
  const alarms = [...known, ...further];
  return { alarms, hasMore: page.length >= PAGE && further.length > 0 && alarms.length < MAX };
}

/** The newest page again. What was read of older ones stays, unless it can have changed or does not follow on. */
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
