/** A rule as the form holds it: texts as they are typed, limits in the unit that the user reads. */
import type { AlarmRule, AlarmRuleInput, ChannelRef, Family } from '../../../../service/contract/index.ts';
import { spanOf, spanText } from '../../../data/format/spans.ts';
import { numberOf, numberText } from '../../../data/format/typed-numbers.ts';
import { type DisplayUnit, displayUnit } from '../../../data/units/index.ts';

export interface RuleForm {
  family: Family;
  /** Empty while no device is chosen. */
  serial: string;
  channel: string;
  /** The device is named by its serial number instead of chosen among those attached. */
  isTyped: boolean;
  /** The contract's unit of the channel; empty where it is not known. */
  kept: string;
  /** The unit that limits are typed in. */
  shown: string;
  upper: string;
  lower: string;
  hysteresis: string;
  delay_s: string;
  no_data_s: string;
}

/** A new rule. */
export function emptyForm(channel: ChannelRef | null, unit: DisplayUnit): RuleForm {
  return {
    ...(channel ?? { family: 'usb', serial: '', channel: '' }),
    isTyped: false,
    kept: unit.kept,
    shown: unit.unit,
    upper: '',
    lower: '',
    hysteresis: '0',
    delay_s: spanText(0),
    no_data_s: '',
  };
}

export function formOfRule({ rule }: Pick<AlarmRule, 'rule'>, unit: DisplayUnit): RuleForm {
  const { family, serial, channel, upper, lower, hysteresis, delay_s, no_data_s } = rule;
  return {
    ...emptyForm({ family, serial, channel }, unit),
    upper: upper === null ? '' : numberText(unit.toShown(upper)),
    lower: lower === null ? '' : numberText(unit.toShown(lower)),
    hysteresis: numberText(unit.toShownDifference(hysteresis)),
    delay_s: spanText(delay_s),
    no_data_s: no_data_s === null ? '' : spanText(no_data_s),
  };
}

/**
 * A rule in the unit of its own channel, which need not be the channel that the form was about. Where it is, the form
 * stays in the unit it is in: else what stands there would look another from one moment to the next.
 */
export function formInPlace(
  view: Pick<AlarmRule, 'rule'>,
  present: RuleForm | undefined,
  unitOf: (channel: ChannelRef) => DisplayUnit,
): RuleForm {
  const { family, serial, channel } = view.rule;
  const isSame = present?.family === family && present.serial.trim() === serial && present.channel.trim() === channel;
  return formOfRule(view, isSame && present.kept !== '' ? unitOfForm(present) : unitOf(view.rule));
}

/** The unit that a form's limits are typed in. */
export function unitOfForm({ kept, shown }: Pick<RuleForm, 'kept' | 'shown'>): DisplayUnit {
  return displayUnit(kept, shown);
}

/** What the form says, as the API takes it: NaN where a text is no number. @param enabled the form does not say it */
export function inputOfForm(form: RuleForm, enabled = true): AlarmRuleInput {
  const unit = unitOfForm(form);
  const limitOf = (text: string): number | null => (isEmpty(text) ? null : unit.toKept(numberOf(text, unit.unit)));
  return {
    family: form.family,
    serial: form.serial.trim(),
    channel: form.channel.trim(),
    enabled,
    upper: limitOf(form.upper),
    lower: limitOf(form.lower),
    hysteresis: isEmpty(form.hysteresis) ? 0 : unit.toKeptDifference(numberOf(form.hysteresis, unit.unit)),
    delay_s: isEmpty(form.delay_s) ? 0 : spanOf(form.delay_s),
    no_data_s: isEmpty(form.no_data_s) ? null : spanOf(form.no_data_s),
  };
}

function isEmpty(text: string): boolean {
  return text.trim() === '';
}

/** What a form says, as one text: whether two say the same. */
export function formText(form: RuleForm): string {
  return JSON.stringify(form);
}

/** What a rule says, as one text. Being switched on or off is not part of it. */
export function configurationText({ rule }: Pick<AlarmRule, 'rule'>): string {
  const { family, serial, channel, upper, lower, hysteresis, delay_s, no_data_s } = rule;
  return JSON.stringify([family, serial, channel, upper, lower, hysteresis, delay_s, no_data_s]);
}
