import {
  type AlarmRule,
  fieldAt,
  fieldsOf,
  MAX_SNOOZE_S,
  ruleSnoozeInputSchema,
} from '../../../../service/contract/index.ts';
import { formatDuration, parseDurationInput } from '../../../data/format/durations.ts';
import { formatMinute } from '../../../data/format/numbers.ts';

export const DURATION_FIELD = fieldAt(fieldsOf(ruleSnoozeInputSchema), 'duration_s');

/** Usual durations, in seconds. */
const CHOICES_S = [900, 3600, 14_400, 86_400] as const;

export const DURATION_CHOICES = CHOICES_S.map((seconds) => {
  const value = formatDuration(seconds);
  return { value, word: value.replace(/ d$/, ' day') };
});

/** Filled in at first. */
export const USUAL_DURATION = formatDuration(3600);

/** In seconds; undefined for an invalid text. */
export function parseSnooze(text: string): number | undefined {
  const { data } = ruleSnoozeInputSchema.shape.duration_s.safeParse(parseDurationInput(text));
  return data;
}

/** `Snoozed until 14:30`, with the date of another day; undefined for a rule that is not snoozed. */
export function formatSnooze({ snoozed }: Pick<AlarmRule, 'snoozed'>): string | undefined {
  return snoozed ? `Snoozed until ${formatMinute(Date.parse(snoozed.until))}` : undefined;
}

/** `Ann: Defrosting.`; empty without a name and a reason. */
export function formatSnoozeReason({ snoozed }: Pick<AlarmRule, 'snoozed'>): string {
  return snoozed ? [snoozed.by, snoozed.reason].filter(Boolean).join(': ') : '';
}

/** What remains of a snooze, in seconds, at most the longest snooze; 0 if it ended. @param now milliseconds since 1970 */
export function remainingSnooze({ snoozed }: Pick<AlarmRule, 'snoozed'>, now: number): number {
  if (!snoozed) return 0;
  const seconds = Math.ceil((Date.parse(snoozed.until) - now) / 1000);
  return Math.max(0, Math.min(MAX_SNOOZE_S, seconds));
}
