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

/** Time of its readings, in whole seconds as milliseconds. @param now time of the service, in milliseconds since 1970 */
export function runLengthMs({ from, to }: Pick<Run, 'from' | 'to'>, now: number): number {
  return wholeSeconds((to === null ? now : Date.parse(to)) - Date.parse(from));
}

/** Time since the start, without readings before it. @param now as above */
export function elapsedMs({ started }: Pick<Run, 'started'>, now: number): number {
  return wholeSeconds(now - Date.parse(started));
}

/** Time until the planned end; null without one. @param now as above */
export function remainingMs({ stop_at }: Pick<Run, 'stop_at'>, now: number): number | null {
  return stop_at === null ? null : wholeSeconds(Date.parse(stop_at) - now);
}

function wholeSeconds(ms: number): number {
  return Math.max(0, Math.floor(ms / 1000)) * 1000;
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
