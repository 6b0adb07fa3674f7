/** What an alarm is about, with the user's names and display units. */
import {
  type Alarm,
  type AlarmRuleInput,
  type ChannelRef,
  type ComputedChannel,
  type DisplayUnit,
  DisplayUnits,
  deviceKey,
  formatAlarmLimit,
  formatCondition,
  isDifference,
  type Precision,
  type UnitChoices,
} from '../contract/index.ts';
import { type ChannelNameSource, describeChannel } from './describe-channel.ts';
import { labelText } from './labels.ts';

/** Names and units come from devices and remote installations too. */
const MAX_NAME = 200;

export interface ConditionSource extends ChannelNameSource {
  /** A change's time and a deviation's reference are those of the rule, if it still exists. */
  alarms: { findRule(id: string): AlarmRuleInput | undefined };
  settings: { get(): { display_units: UnitChoices } };
}

export interface ReadingTextSource extends ConditionSource {
  /** They have decimals of their own. */
  computed: { list(): readonly Pick<ComputedChannel, 'id' | 'computed'>[] };
}

/** A channel with the user's names, each on one line without control characters. */
export interface NamedChannel {
  /** `Cold room (E24638)`; empty for a computed channel, whose ID means nothing to the user. */
  device: string;
  /** `Temperature`. */
  channel: string;
}

export interface AlarmCondition extends NamedChannel {
  /** The exceeded limit, `30 °C`; empty for `no-data`. */
  limit: string;
  /**
   * `Temperature above 30 °C`, `Temperature changed by more than 2 °C within 10 min`, `Temperature deviates by more than
   * 1 °C from Temperature of Freezer (E2)`, `Temperature has no data`.
   */
  condition: string;
}

export function nameChannel(ref: ChannelRef, source: ChannelNameSource): NamedChannel {
  const names = describeChannel(ref, source);
  const named = labelText(names.device, MAX_NAME);
  const number = labelText(ref.serial, MAX_NAME);
  return {
    device: ref.family === 'computed' ? '' : named ? `${named} (${number})` : number,
    channel: labelText(names.channel, MAX_NAME),
  };
}

export function describeCondition(alarm: Alarm, source: ConditionSource): AlarmCondition {
  const named = nameChannel(alarm, source);
  const limit = limitText(alarm, source);
  return {
    ...named,
    limit,
    condition: limit ? `${named.channel} ${wordsOf(alarm, limit, source)}` : `${named.channel} has no data`,
  };
}

/** The value of an alarm in its display unit: `31.20 °C`; of a difference, `+2.30 °C`. */
export function formatAlarmValue(magnitude: number, alarm: Alarm, source: ReadingTextSource): string {
  if (!isDifference(alarm.kind)) return formatValue(magnitude, alarm, source);
  return `${magnitude < 0 ? '−' : '+'}${formatDifference(Math.abs(magnitude), alarm, source)}`;
}

/** Without a sign: `2.30 °C`. */
export function formatDifference(
  size: number,
  measured: ChannelRef & { unit: string },
  source: ReadingTextSource,
): string {
  const unit = unitOf(measured, source);
  return labelText(`${unit.formatDifference(size, precisionOf(measured, source))} ${unit.unit}`, MAX_NAME);
}

function limitText({ kind, limit, unit }: Alarm, source: ConditionSource): string {
  if (kind === 'no-data' || limit === null) return '';
  return labelText(formatAlarmLimit(kind, limit, unitOf({ unit }, source)), MAX_NAME);
}

function wordsOf(alarm: Alarm, limit: string, source: ConditionSource): string {
  const rule = isDifference(alarm.kind) ? source.alarms.findRule(alarm.rule) : undefined;
  const nameOf = (reference: ChannelRef): string => {
    const { device, channel } = nameChannel(reference, source);
    return device && deviceKey(reference) !== deviceKey(alarm) ? `${channel} of ${device}` : channel;
  };
  return formatCondition(alarm, { limitText: limit, rule, nameOf });
}

/** A reading of a channel in its display unit: `31.20 °C`. @param magnitude in the given unit */
export function formatValue(
  magnitude: number,
  measured: ChannelRef & { unit: string },
  source: ReadingTextSource,
): string {
  const unit = unitOf(measured, source);
  return labelText(`${unit.format(magnitude, precisionOf(measured, source))} ${unit.unit}`, MAX_NAME);
}

/** A computed channel has decimals of its own. */
export function precisionOf({ family, serial, channel }: ChannelRef, source: ReadingTextSource): Precision {
  const own = family === 'computed' ? source.computed.list().find(({ id }) => id === serial) : undefined;
  return own?.computed.decimals ?? channel;
}

function unitOf({ unit }: { unit: string }, { settings }: ConditionSource): DisplayUnit {
  return new DisplayUnits(settings.get().display_units).of(unit);
}
