import {
  type AppDevice,
  type ChannelDefinition,
  type CorrectionInput,
  type CorrectionVersion,
  describeCurve,
  UNCORRECTED_SUFFIX,
} from '../../../service/contract/index.ts';

/** Whether a channel has the values before a correction. */
export function isUncorrected(label: string): boolean {
  return label.endsWith(UNCORRECTED_SUFFIX);
}

/** Whether a channel can be corrected: a measured one, not computed from others. */
export function canCorrect({ family }: Pick<AppDevice, 'family'>, { label, details }: ChannelDefinition): boolean {
  return family !== 'computed' && !details.virtual && !isUncorrected(label);
}

/** The channel of an uncorrected one. */
export function correctedChannel(label: string): string {
  return label.slice(0, -UNCORRECTED_SUFFIX.length);
}

const MEMBERS: readonly (readonly [name: keyof CorrectionInput, word: string])[] = [
  ['points', 'points'],
  ['unit', 'unit'],
  ['fit', 'curve'],
  ['range', 'range'],
  ['standard', 'reference standard'],
  ['date', 'date'],
  ['by', 'by'],
  ['note', 'note'],
  ['due', 'next check'],
];

/**
 * What a version changed, as part of a sentence: "points and range changed", "turned off".
 * @param before the version before it; undefined for the first
 */
export function describeChange({ correction }: CorrectionVersion, before: CorrectionVersion | undefined): string {
  const earlier = before?.correction ?? null;
  if (!correction) return 'removed';
  if (!earlier) return `${correction.enabled ? 'added' : 'added, turned off'}: ${describeCurve(correction)}`;
  const changed = MEMBERS.filter(([name]) => JSON.stringify(correction[name]) !== JSON.stringify(earlier[name]));
  const words = changed.map(([, word]) => word);
  const switched = correction.enabled === earlier.enabled ? [] : [correction.enabled ? 'turned on' : 'turned off'];
  const all = [...switched, ...(words.length > 0 ? [`${listOf(words)} changed`] : [])];
  return all.length > 0 ? all.join(', ') : 'saved without a change';
}

/** `points, range and date` */
function listOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
