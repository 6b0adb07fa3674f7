import {
  type ChannelRef,
  type DisplayUnit,
  deviceKey,
  isRuleOfChannel,
  type RuleTarget,
} from '../../../service/contract/index.ts';
import { type ChannelLabel, channelLabel } from '../../data/alarms/channel-label.ts';
import { firstChannel, sharedLabel } from '../../data/alarms/rule-channels.ts';
import { getOwn } from '../../data/get-own.ts';
import { useDisplayUnits, useLive, useReadable } from '../../data/react.ts';

/**
 * Finds the display unit of a channel, or of the channels of a rule, from a device or one of its alarms; the empty unit
 * if neither is known.
 */
export function useUnitOf(): (of: ChannelRef | RuleTarget) => DisplayUnit {
  const { devices, alarms } = useLive();
  const units = useDisplayUnits();
  const records = useReadable(devices.known);
  const known = useReadable(alarms.list);
  return (of) => {
    const found = isRuleOfChannel(of) ? of : firstChannel(of, records);
    if (!found) return units.of('');
    const { family, serial, channel } = found;
    const product = devices.get(deviceKey({ family, serial }))?.device.product;
    const definition = product && getOwn(product.channels, channel);
    const alarm = known.find((one) => one.channel === channel && one.serial === serial && one.family === family);
    return units.of(definition?.unit ?? alarm?.unit ?? '');
  };
}

/** Finds the names of a channel and its device, or of a rule's; renders again when a device changes. */
export function usePlaces(): (of: ChannelRef | RuleTarget) => ChannelLabel {
  const { devices } = useLive();
  const records = useReadable(devices.known);
  return (of) => (isRuleOfChannel(of) ? channelLabel(of, devices.get(deviceKey(of))) : sharedLabel(of, records));
}
