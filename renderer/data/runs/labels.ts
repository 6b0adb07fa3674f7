import type { Run } from '../../../service/contract/index.ts';
import type { Badge } from '../devices/labels.ts';
import { matchesWords } from '../format/text.ts';

/** Longest name, in characters. */
const MAX_NAME = 100;

export function isActive({ to }: Pick<Run, 'to'>): boolean {
  return to === null;
}

export function runBadge(run: Pick<Run, 'to'>): Badge {
  return isActive(run) ? { word: 'Active', tone: 'good' } : { word: 'Finished', tone: 'plain' };
}

/**
 * Time until the planned end, in whole seconds as milliseconds; null without one.
 * @param now time of the service, in milliseconds since 1970
 */
export function remainingMs({ stop_at }: Pick<Run, 'stop_at'>, now: number): number | null {
  return stop_at === null ? null : Math.max(0, Math.floor((Date.parse(stop_at) - now) / 1000)) * 1000;
}

/** As the search of the service. */
export function matchesRun({ name, operator, notes, tags, channels }: Run, search: string): boolean {
  return matchesWords(search, [name, operator, notes, ...tags, ...channels.map(({ serial }) => serial)]);
}

/**
 * A name for the next run: the last one with the next number, `Batch 13` after `Batch 12`.
 * @param last name of the newest run; empty without one
 */
export function proposedName(last: string): string {
  if (last === '') return 'Run 1';
  const [, words = '', digits = ''] = /^(.*?)(\d{0,15})$/su.exec(last) ?? [];
  if (digits === '') return `${last} 2`.length > MAX_NAME ? last : `${last} 2`;
  const next = String(Number(digits) + 1).padStart(digits.length, '0');
  return `${words}${next}`.slice(0, MAX_NAME);
}
