import { type Alarm, type ComputedChannel, DisplayUnits, formatLimit, type UnitChoices } from '../contract/index.ts';
import { type ChannelNameSource, describeChannel } from '../devices/describe-channel.ts';
import { labelText } from '../devices/labels.ts';
import type { AlarmEventKind, NotifiedAlarm } from './types.ts';

/** Names and units come from devices and remote installations too. */
const MAX_NAME = 200;

export interface ConditionSource extends ChannelNameSource {
  settings: { get(): { display_units: UnitChoices } };
}

export interface AlarmTextSource extends ConditionSource {
  /** They have decimals of their own. */
  computed: { list(): readonly Pick<ComputedChannel, 'id' | 'computed'>[] };
}

/**
 * The device, the channel and what is wrong, each on one line without control characters. The device is empty for a
 * computed channel, whose ID means nothing to the user.
 */
export function describeCondition(
  alarm: Alarm,
  source: ConditionSource,
): Pick<NotifiedAlarm, 'device' | 'channel' | 'limit' | 'condition'> {
  const { family, serial, kind } = alarm;
  const names = describeChannel(alarm, source);
  const channel = labelText(names.channel, MAX_NAME);
  const named = labelText(names.device, MAX_NAME);
  const number = labelText(serial, MAX_NAME);
  const unit = unitOf(alarm, source);
  const limit = kind === 'no-data' || alarm.limit === null ? '' : labelText(formatLimit(alarm.limit, unit), MAX_NAME);
  return {
    device: family === 'computed' ? '' : named ? `${named} (${number})` : number,
    channel,
    limit,
    condition: limit ? `${channel} ${kind} ${limit}` : `${channel} has no data`,
  };
}

/**
 * An alarm with the user's names and display units, and the displayed decimals.
 * @param at when the event happened, in milliseconds since 1970
 */
export function describeAlarm(event: AlarmEventKind, at: number, alarm: Alarm, source: AlarmTextSource): NotifiedAlarm {
  const value = alarm.kind === 'no-data' || alarm.magnitude === null ? '' : formatValue(alarm.magnitude, alarm, source);
  return { event, at, alarm, ...describeCondition(alarm, source), value };
}

/** A reading of the alarm's channel in its display unit: `31.20 °C`. @param magnitude in the alarm's unit */
export function formatValue(magnitude: number, alarm: Alarm, source: AlarmTextSource): string {
  const unit = unitOf(alarm, source);
  const { family, serial, channel } = alarm;
  const own = family === 'computed' ? source.computed.list().find(({ id }) => id === serial) : undefined;
  return labelText(`${unit.format(magnitude, own?.computed.decimals ?? channel)} ${unit.unit}`, MAX_NAME);
}

function unitOf({ unit }: Alarm, { settings }: ConditionSource): ReturnType<DisplayUnits['of']> {
  return new DisplayUnits(settings.get().display_units).of(unit);
}
