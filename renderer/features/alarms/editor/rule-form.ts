import {
  type AlarmRule,
  type AlarmRuleInput,
  type AlarmSeverity,
  alarmRuleInputSchema,
  type ChannelRef,
  type DisplayUnit,
  displayUnit,
  type Family,
  fieldsOf,
} from '../../../../service/contract/index.ts';
import { describeFieldError, type FormError, labelsOf } from '../../../components/config-editor/field-errors.ts';
import { formatDuration, parseDurationInput } from '../../../data/format/durations.ts';
import { formatNumberInput, parseNumberInput } from '../../../data/format/numbers.ts';

export const RULE_FIELDS = fieldsOf(alarmRuleInputSchema);
export const RULE_LABELS = labelsOf(RULE_FIELDS);

/** Replaces the schema's messages about one field; the form accepts typed text. Rules across fields keep theirs. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  upper: 'Enter a number, such as 25.5. Leave empty for no limit.',
  lower: 'Enter a number, such as 25.5. Leave empty for no limit.',
  hysteresis: 'Enter a number of 0 or more, such as 0.5.',
  delay_s: 'Enter a time from 0 s to 24 h, such as 30 s or 5 min.',
  no_data_s: 'Enter a time from 1 s to 30 days, such as 30 s or 10 min. Empty disables it.',
};

/** All field errors; the first of each field comes first. */
export function checkForm(form: RuleForm): FormError[] {
  const input = inputOfForm(form);
  const missing: FormError[] = [];
  if (input.serial === '') missing.push({ path: 'serial', message: missingDevice(form) });
  if (input.channel === '') missing.push({ path: 'channel', message: missingChannel(form) });
  const issues = alarmRuleInputSchema.safeParse(input).error?.issues ?? [];
  const errors = issues.map((issue) => {
    const path = issue.path.join('./');
    const own = issue.code === 'custom' ? undefined : OWN_WORDS[path];
    return { path, message: own ?? describeFieldError(RULE_LABELS, path, issue.message) };
  });
  return [...missing, ...errors.filter(({ path }) => !missing.some((one) => one.path === path))];
}

function missingDevice({ isTyped }: RuleForm): string {
  return isTyped ? 'Enter a serial number.' : 'Select a device.';
}

function missingChannel({ isTyped }: RuleForm): string {
  return isTyped ? 'Enter a channel.' : 'Select a channel.';
}

/** Texts as typed, limits in the display unit. */
export interface RuleForm {
  family: Family;
  /** Empty until a device is selected. */
  serial: string;
  channel: string;
  /** The serial number is typed instead of selected from the connected devices. */
  isTyped: boolean;
  /** The channel's unit in the contract; empty if unknown. */
  kept: string;
  /** The unit in which limits are typed. */
  shown: string;
  upper: string;
  lower: string;
  hysteresis: string;
  delay_s: string;
  no_data_s: string;
  severity: AlarmSeverity;
  message: string;
}

export function emptyForm(channel: ChannelRef | null, unit: DisplayUnit): RuleForm {
  return {
    ...(channel ?? { family: 'usb', serial: '', channel: '' }),
    isTyped: false,
    kept: unit.contractUnit,
    shown: unit.unit,
    upper: '',
    lower: '',
    hysteresis: '0',
    delay_s: formatDuration(0),
    no_data_s: '',
    severity: 'warning',
    message: '',
  };
}

export function toForm({ rule }: Pick<AlarmRule, 'rule'>, unit: DisplayUnit): RuleForm {
  const { family, serial, channel, upper, lower, hysteresis, delay_s, no_data_s, severity, message } = rule;
  return {
    ...emptyForm({ family, serial, channel }, unit),
    upper: upper === null ? '' : formatNumberInput(unit.toShown(upper)),
    lower: lower === null ? '' : formatNumberInput(unit.toShown(lower)),
    hysteresis: formatNumberInput(unit.toShownDifference(hysteresis)),
    delay_s: formatDuration(delay_s),
    no_data_s: no_data_s === null ? '' : formatDuration(no_data_s),
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
  unitOf: (channel: ChannelRef) => DisplayUnit,
): RuleForm {
  const { family, serial, channel } = view.rule;
  const isSame = present?.family === family && present.serial.trim() === serial && present.channel.trim() === channel;
  return toForm(view, isSame && present.kept !== '' ? unitOfForm(present) : unitOf(view.rule));
}

export function unitOfForm({ kept, shown }: Pick<RuleForm, 'kept' | 'shown'>): DisplayUnit {
  return displayUnit(kept, shown);
}

/** The form as the API expects it; NaN for text that is not a number. */
export function inputOfForm(form: RuleForm, enabled = true): AlarmRuleInput {
  const unit = unitOfForm(form);
  const limitOf = (text: string): number | null =>
    isEmpty(text) ? null : unit.toContract(parseNumberInput(text, unit.unit));
  return {
    family: form.family,
    serial: form.serial.trim(),
    channel: form.channel.trim(),
    enabled,
    upper: limitOf(form.upper),
    lower: limitOf(form.lower),
    hysteresis: isEmpty(form.hysteresis) ? 0 : unit.toContractDifference(parseNumberInput(form.hysteresis, unit.unit)),
    delay_s: isEmpty(form.delay_s) ? 0 : parseDurationInput(form.delay_s),
    no_data_s: isEmpty(form.no_data_s) ? null : parseDurationInput(form.no_data_s),
    severity: form.severity,
    message: form.message.trim(),
  };
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
  const { family, serial, channel, upper, lower, hysteresis, delay_s, no_data_s, severity, message } = rule;
  return JSON.stringify([family, serial, channel, upper, lower, hysteresis, delay_s, no_data_s, severity, message]);
}
