import {
  type AlarmRule,
  type AlarmRuleInput,
  type AlarmSeverity,
  alarmRuleInputSchema,
  type ChannelRef,
  channelPath,
  type DisplayUnit,
  displayUnit,
  type Family,
  fieldAt,
  fieldsOf,
  listText,
  parseChannelPath,
  parseField,
  type RuleTarget,
  type Weekday,
} from '../../../../service/contract/index.ts';
import { labelsOf } from '../../../components/config-editor/field-errors.ts';
import { formatDuration, parseDurationInput } from '../../../data/format/durations.ts';
import { formatNumberInput, parseNumberInput } from '../../../data/format/numbers.ts';

export const RULE_FIELDS = fieldsOf(alarmRuleInputSchema);

/** The channel to compare with is declared as a whole. Typed, it has the parts of the rule's channel. */
export const REFERENCE_FIELD = { label: '', ...alarmRuleInputSchema.shape.reference.meta()?.field };

const LABELS = labelsOf(RULE_FIELDS);
export const RULE_LABELS = {
  ...LABELS,
  reference: REFERENCE_FIELD.label,
  reference_serial: LABELS['serial'] ?? '',
  reference_channel: LABELS['channel'] ?? '',
};

/** The option for typing a channel or a serial number. No path and no device key starts with a plus sign. */
export const TYPED = '+typed';

/** Texts as typed, limits in the display unit. */
export interface RuleForm {
  family: Family;
  /** Empty until a device is selected. */
  serial: string;
  channel: string;
  /** The serial number is typed instead of selected from the connected devices. */
  isTyped: boolean;
  /** The rule watches all devices of the family, or of the group. */
  isShared: boolean;
  /** Of a shared rule; empty for all devices. */
  group: string;
  /** The channel's unit in the contract; empty if unknown. */
  kept: string;
  /** The unit in which limits are typed. */
  shown: string;
  upper: string;
  lower: string;
  hysteresis: string;
  delay_s: string;
  /** A difference, as the deviation. */
  change: string;
  change_s: string;
  deviation: string;
  /** Path of the channel to compare with; empty for none, `TYPED` for a typed one. */
  reference: string;
  reference_family: Family;
  reference_serial: string;
  reference_channel: string;
  no_data_s: string;
  /** With commas. */
  watch_days: string;
  watch_from: string;
  watch_to: string;
  severity: AlarmSeverity;
  message: string;
}

const WATCH_DAYS = fieldAt(RULE_FIELDS, 'watch_days');

/** The declared defaults. */
const USUAL = alarmRuleInputSchema.parse({ family: 'usb', serial: '-', channel: '-', upper: 0 });

export function emptyForm(channel: ChannelRef | null, unit: DisplayUnit): RuleForm {
  return {
    ...(channel ?? { family: 'usb', serial: '', channel: '' }),
    isTyped: false,
    isShared: false,
    group: '',
    kept: unit.contractUnit,
    shown: unit.unit,
    upper: '',
    lower: '',
    hysteresis: '0',
    delay_s: formatDuration(0),
    change: '',
    change_s: formatDuration(USUAL.change_s),
    deviation: '',
    reference: '',
    reference_family: 'usb',
    reference_serial: '',
    reference_channel: '',
    no_data_s: '',
    watch_days: '',
    watch_from: USUAL.watch_from,
    watch_to: USUAL.watch_to,
    severity: 'warning',
    message: '',
  };
}

export function toForm({ rule }: Pick<AlarmRule, 'rule'>, unit: DisplayUnit): RuleForm {
  const { family, serial, group, channel, upper, lower, hysteresis, delay_s, change, change_s, deviation, reference } =
    rule;
  const { no_data_s, watch_days, watch_from, watch_to, severity, message } = rule;
  const differenceOf = (value: number | null): string =>
    value === null ? '' : formatNumberInput(unit.toShownDifference(value));
  return {
    ...emptyForm({ family, serial: serial ?? '', channel }, unit),
    isShared: serial === null,
    group,
    upper: upper === null ? '' : formatNumberInput(unit.toShown(upper)),
    lower: lower === null ? '' : formatNumberInput(unit.toShown(lower)),
    hysteresis: differenceOf(hysteresis),
    delay_s: formatDuration(delay_s),
    change: differenceOf(change),
    change_s: formatDuration(change_s),
    deviation: differenceOf(deviation),
    reference: reference === null ? '' : channelPath(reference),
    no_data_s: no_data_s === null ? '' : formatDuration(no_data_s),
    watch_days: listText(WATCH_DAYS, watch_days),
    watch_from,
    watch_to,
    severity,
    message,
  };
}

/**
 * The form of a stored rule, in the unit of its channel. If the form already shows that channel, it keeps its unit, so
 * that the numbers do not change under the user's eyes.
 */
export function formForChannel(
  view: Pick<AlarmRule, 'rule'>,
  present: RuleForm | undefined,
  unitOf: (of: RuleTarget) => DisplayUnit,
): RuleForm {
  const { family, serial, group, channel } = view.rule;
  const isSame = present && isEqualTarget(targetOfForm(present), { family, serial, group, channel });
  return toForm(view, isSame && present.kept !== '' ? unitOfForm(present) : unitOf(view.rule));
}

type FormTarget = Omit<RuleTarget, 'reference'>;

/** Where the rule of a form watches. */
export function targetOfForm({ family, serial, isShared, group, channel }: RuleForm): FormTarget {
  const where = isShared ? { serial: null, group } : { serial: serial.trim(), group: '' };
  return { family, ...where, channel: channel.trim() };
}

function isEqualTarget(one: FormTarget, other: FormTarget): boolean {
  const isSameDevice = one.family === other.family && one.serial === other.serial && one.group === other.group;
  return isSameDevice && one.channel === other.channel;
}

export function unitOfForm({ kept, shown }: Pick<RuleForm, 'kept' | 'shown'>): DisplayUnit {
  return displayUnit(kept, shown);
}

/** The form as the API expects it; NaN for text that is not a number. */
export function inputOfForm(form: RuleForm, enabled = true): AlarmRuleInput {
  const unit = unitOfForm(form);
  const limitOf = (text: string): number | null =>
    isEmpty(text) ? null : unit.toContract(parseNumberInput(text, unit.unit));
  const differenceOf = (text: string): number | null =>
    isEmpty(text) ? null : unit.toContractDifference(parseNumberInput(text, unit.unit));
  return {
    ...targetOfForm(form),
    enabled,
    upper: limitOf(form.upper),
    lower: limitOf(form.lower),
    hysteresis: differenceOf(form.hysteresis) ?? 0,
    delay_s: isEmpty(form.delay_s) ? 0 : parseDurationInput(form.delay_s),
    change: differenceOf(form.change),
    // Without a change, its time has no effect.
    change_s: isEmpty(form.change_s) && isEmpty(form.change) ? USUAL.change_s : parseDurationInput(form.change_s),
    deviation: differenceOf(form.deviation),
    reference: referenceOfForm(form),
    no_data_s: isEmpty(form.no_data_s) ? null : parseDurationInput(form.no_data_s),
    watch_days: parseField(WATCH_DAYS, form.watch_days) as Weekday[],
    watch_from: form.watch_from.trim(),
    watch_to: form.watch_to.trim(),
    severity: form.severity,
    message: form.message.trim(),
  };
}

/** The channel to compare with; null for none. Parts of a typed one may be empty. */
export function referenceOfForm(form: ReferenceForm): ChannelRef | null {
  const { reference, reference_family: family, reference_serial: serial, reference_channel: channel } = form;
  if (reference === TYPED) return { family, serial: serial.trim(), channel: channel.trim() };
  return parseChannelPath(reference) ?? null;
}

type ReferenceForm = Pick<RuleForm, 'reference' | 'reference_family' | 'reference_serial' | 'reference_channel'>;

/** Whether the rule of a form has a change or a deviation. */
export function hasMoreConditions({ change, deviation, reference }: RuleForm): boolean {
  return !isEmpty(change) || !isEmpty(deviation) || reference !== '';
}

function isEmpty(text: string): boolean {
  return text.trim() === '';
}

/** Equal texts mean equal forms. */
export function formText(form: RuleForm): string {
  return JSON.stringify(form);
}

/** Equal texts mean equal rules, apart from `enabled`. */
export function configurationText({ rule }: Pick<AlarmRule, 'rule'>): string {
  return JSON.stringify(RULE_MEMBERS.map((member) => (member === 'enabled' ? null : rule[member])));
}

const RULE_MEMBERS = Object.keys(alarmRuleInputSchema.shape) as (keyof AlarmRuleInput)[];
