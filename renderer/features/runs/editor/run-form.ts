/** The form of a run: its texts, and reading them. */
import type * as z from 'zod';
import {
  type ChannelRef,
  channelPath,
  type DisplayUnit,
  displayUnit,
  fieldsOf,
  MAX_HISTORY_CHANNELS,
  parseChannelPath,
  type Run,
  type RunInput,
  type RunStart,
  runStartSchema,
} from '../../../../service/contract/index.ts';
import {
  describeFieldError,
  type FieldLabels,
  type FormError,
  labelsOf,
} from '../../../components/config-editor/field-errors.ts';
import type { FormDefinition } from '../../../components/config-editor/use-stored-form.ts';
import { formatDuration, parseDurationInput } from '../../../data/format/durations.ts';
import { formatNumberInput, parseNumberInput } from '../../../data/format/numbers.ts';
import type { TimeRange } from '../../../data/history-tiles/range-list.ts';

export const RUN_FIELDS = fieldsOf(runStartSchema);

/** Of a channel, as typed, in the display unit. */
export interface LimitForm {
  low: string;
  high: string;
  /** The channel's unit in the contract; empty if unknown. */
  kept: string;
  /** The unit in which limits are typed. */
  shown: string;
}

/** What the forms of runs and of automatic runs have in common. Texts as typed. */
export interface RunDetailsForm {
  name: string;
  /** Paths of the channels, and their limits in the same order. */
  channels: string[];
  limits: LimitForm[];
  operator: string;
  tags: string;
  notes: string;
  pre_trigger_s: string;
  stop_after_s: string;
}

export interface RunForm extends RunDetailsForm {
  /** A range of stored readings instead of a run that starts now. */
  isPast: boolean;
  /** Milliseconds since 1970; NaN for an invalid text. */
  range: { from: number; to: number };
}

export type UnitOf = (channel: ChannelRef) => DisplayUnit;

const LIMIT_LABELS = { low: 'Lower limit', high: 'Upper limit' } as const;

/** Of the limits of all channels that a run can have. */
export const CHANNEL_LIMIT_LABELS: FieldLabels = Object.fromEntries(
  Array.from({ length: MAX_HISTORY_CHANNELS }, (_, index) =>
    Object.entries(LIMIT_LABELS).map(([name, label]) => [`limits.${index}.${name}`, label] as const),
  ).flat(),
);

const LABELS = {
  ...labelsOf(RUN_FIELDS),
  ...CHANNEL_LIMIT_LABELS,
  'range.from': 'From',
  'range.to': 'To',
};

/** Replaces the schema's messages; the form accepts typed text. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  name: 'Enter a name of at most 100 characters.',
  channels: `Select 1 to ${MAX_HISTORY_CHANNELS} channels.`,
  low: 'Enter a number, such as 2.5. Leave empty for no limit.',
  high: 'Enter a number, such as 8. Leave empty for no limit.',
  pre_trigger_s: 'Enter a time from 0 s to 1 h, such as 30 s.',
  stop_after_s: 'Enter a time from 1 s to 366 d, such as 3 h. Leave empty to stop it yourself.',
  'range.from': 'Enter the start.',
  'range.to': 'Enter the end.',
};

/** All field errors; the first of each field comes first. */
export function checkForm(form: RunForm): FormError[] {
  const issues = runStartSchema.safeParse(startOfForm(form)).error?.issues ?? [];
  return issues.map((issue) => {
    const [first] = issue.path;
    if (first === 'range' && issue.code === 'custom') return { path: 'range.to', message: 'Must be after the start.' };
    return describeRunIssue(LABELS, issue);
  });
}

/** An error of the schema of a run or an automatic run, at its field. */
export function describeRunIssue(labels: FieldLabels, { path, code, message }: z.core.$ZodIssue): FormError {
  const names = path.map(String);
  const [first = '', index, limit] = names;
  if (limit && first === 'channels') {
    const own = code === 'custom' ? 'Must be above the lower limit.' : OWN_WORDS[limit];
    return { path: `limits.${index}.${limit}`, message: own ?? message };
  }
  const at = names.join('.');
  return { path: at, message: OWN_WORDS[at] ?? describeFieldError(labels, at, message) };
}

export function emptyLimit(unit: DisplayUnit): LimitForm {
  return { low: '', high: '', kept: unit.contractUnit, shown: unit.unit };
}

export interface NewRun {
  name: string;
  operator: string;
  channels: readonly ChannelRef[];
  /** Undefined to start now. */
  range: TimeRange | undefined;
  /** Milliseconds since 1970. */
  now: number;
}

/** Offered as the range of stored readings if there is no other, in milliseconds. */
const HOUR_MS = 3_600_000;

export function newForm({ name, operator, channels, range, now }: NewRun, unitOf: UnitOf): RunForm {
  const listed = channels.slice(0, MAX_HISTORY_CHANNELS);
  return {
    name,
    channels: listed.map(channelPath),
    limits: listed.map((channel) => emptyLimit(unitOf(channel))),
    operator,
    tags: '',
    notes: '',
    pre_trigger_s: formatDuration(0),
    stop_after_s: '',
    isPast: range !== undefined,
    range: range ? { from: Math.floor(range.from), to: Math.ceil(range.to) } : { from: now - HOUR_MS, to: now },
  };
}

/** @param present values of the open form: their units stay, so that numbers do not change under the user's eyes */
export function formOfRun(run: Run, present: RunForm | undefined, unitOf: UnitOf): RunForm {
  const { name, operator, from, to } = run;
  return {
    ...newForm({ name, operator, channels: [], range: undefined, now: 0 }, unitOf),
    ...detailsOf(run, present, unitOf),
    range: { from: Date.parse(from), to: Date.parse(to ?? from) },
  };
}

/** The texts of what the user can change of a run at any time. @param present as above */
export function detailsOf(
  { name, operator, notes, tags, channels }: RunInput,
  present: RunDetailsForm | undefined,
  unitOf: UnitOf,
): Omit<RunDetailsForm, keyof RunTimes> {
  const limits = channels.map(({ low, high, ...channel }): LimitForm => {
    const known = present?.limits[present.channels.indexOf(channelPath(channel))];
    const unit = known ? unitOfLimit(known) : unitOf(channel);
    const text = (limit: number | null): string => (limit === null ? '' : formatNumberInput(unit.toShown(limit)));
    return { ...emptyLimit(unit), low: text(low), high: text(high) };
  });
  return { name, operator, notes, tags: tags.join(', '), channels: channels.map(channelPath), limits };
}

export function unitOfLimit({ kept, shown }: Pick<LimitForm, 'kept' | 'shown'>): DisplayUnit {
  return displayUnit(kept, shown);
}

/** As the API expects it; NaN for text that is not a number. */
export function inputOfForm(form: RunDetailsForm): RunInput {
  return {
    name: form.name.trim(),
    channels: form.channels.flatMap((path, index) => {
      const channel = parseChannelPath(path);
      const limits = form.limits[index];
      return channel ? [{ ...channel, low: limitOf(limits, 'low'), high: limitOf(limits, 'high') }] : [];
    }),
    operator: form.operator.trim(),
    notes: form.notes,
    tags: form.tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  };
}

export type RunTimes = Pick<RunStart, 'pre_trigger_s' | 'stop_after_s'>;

/** In seconds; NaN for an invalid text. */
export function timesOfForm({ pre_trigger_s: before, stop_after_s: after }: RunDetailsForm): RunTimes {
  return {
    pre_trigger_s: before.trim() === '' ? 0 : parseDurationInput(before),
    stop_after_s: after.trim() === '' ? null : parseDurationInput(after),
  };
}

export function startOfForm(form: RunForm): RunStart {
  const { isPast, range } = form;
  return {
    ...inputOfForm(form),
    ...(isPast ? { pre_trigger_s: 0, stop_after_s: null } : timesOfForm(form)),
    range: isPast ? { from: timestamp(range.from), to: timestamp(range.to) } : null,
  };
}

function limitOf(limits: LimitForm | undefined, name: 'low' | 'high'): number | null {
  if (!limits || limits[name].trim() === '') return null;
  const unit = unitOfLimit(limits);
  return unit.toContract(parseNumberInput(limits[name], unit.unit));
}

/** Empty for an invalid time, which the API refuses. */
function timestamp(at: number): string {
  return Number.isNaN(at) ? '' : new Date(at).toISOString();
}

export function runFormDefinition(unitOf: UnitOf): FormDefinition<Run, RunForm> {
  return {
    labels: LABELS,
    formOf: (run, present) => formOfRun(run, present, unitOf),
    formText: (form) => JSON.stringify(form),
    configurationText: ({ name, channels, operator, notes, tags }) =>
      JSON.stringify([name, channels, operator, notes, tags]),
  };
}
