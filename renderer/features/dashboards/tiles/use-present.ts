import { type Alarm, deviceKey } from '../../../../service/contract/index.ts';
import type { SelectableChannel } from '../../../data/compare/selectable-channels.ts';
import { useDecimals } from '../../../data/computed/decimals.ts';
import { channelReason } from '../../../data/devices/channel-name.ts';
import { formatAge, formatTimestamp, NO_VALUE } from '../../../data/format/numbers.ts';
import { getOwn } from '../../../data/get-own.ts';
import { useDevice, useDeviceAlarms, useDisplayUnits, useServiceNow } from '../../../data/react.ts';

/** A reading older than this, in milliseconds, and than three sampling periods shows its age. */
const OLD_MS = 2000;

export interface Present {
  /** In the contract's unit; null without a valid reading. */
  readonly magnitude: number | null;
  /** Without the unit. */
  readonly text: string;
  /** The problem in words; empty without one. */
  readonly state: string;
  /** Not a current reading: shown dimmed. */
  readonly isQuiet: boolean;
  /** Of the reading, in milliseconds since 1970; undefined without one. */
  readonly at: number | undefined;
  /** Active ones. */
  readonly alarms: readonly Alarm[];
}

/** The current reading of a channel; of a disconnected device, the last one. */
export function usePresent({ ref, unit }: SelectableChannel): Present {
  const record = useDevice(deviceKey(ref));
  const now = useServiceNow();
  const units = useDisplayUnits();
  const decimals = useDecimals()(ref);
  const alarms = useDeviceAlarms(deviceKey(ref)).filter(({ channel }) => channel === ref.channel);
  const channels = record?.gone ? record.gone.last : record?.device.device.channels;
  const present = channels && getOwn(channels, ref.channel);
  const magnitude = present?.value?.magnitude ?? null;
  const at = present?.value ? Date.parse(present.value.timestamp) : undefined;
  const text = magnitude === null ? NO_VALUE : units.of(unit).format(magnitude, decimals ?? ref.channel);
  const shown = { magnitude, text, at, alarms };
  if (!record) return { ...shown, isQuiet: true, state: 'Disconnected' };
  if (record.gone) {
    const { since } = record.gone;
    const state = Number.isNaN(since) ? 'Disconnected' : `Disconnected since ${formatTimestamp(since, now)}`;
    return { ...shown, isQuiet: true, state };
  }
  const { state, last_reading } = record.device;
  if (state === 'silent' && last_reading) {
    return { ...shown, isQuiet: magnitude === null, state: `No data for ${formatAge(now - Date.parse(last_reading))}` };
  }
  if (at === undefined) {
    return { ...shown, isQuiet: true, state: channelReason(record.device, ref.channel) || 'No valid readings' };
  }
  const isOld = now - at > Math.max(OLD_MS, 3 * (present?.period_ms ?? 0));
  return { ...shown, isQuiet: false, state: isOld ? `Latest reading ${formatAge(now - at)} ago` : '' };
}
