import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ChannelDefinition } from '../../../service/contract/index.ts';
import { ReadingText } from '../../components/reading-text.tsx';
import { useDecimals } from '../../data/computed/decimals.ts';
import { channelName } from '../../data/devices/channel-name.ts';
import type { DeviceRecord } from '../../data/devices/device-store.ts';
import { measuredChannels, rowChannels } from '../../data/devices/row-channels.ts';
import { useDeviceAlarms, useDisplayUnits } from '../../data/react.ts';
import { countFitting } from './fitting.ts';

/** The first readings of a device, as many as fit, and the count of the others. */
export function RowReadings({ record }: { record: DeviceRecord }) {
  const all = measuredChannels(record.device);
  const channels = rowChannels(record.device);
  const box = useRef<HTMLDivElement>(null);
  const shown = useFitting(box, channels, all.length > channels.length);
  const values = channels.map((channel, index) => (
    <ChannelValue key={channel.label} record={record} channel={channel} isCounted={index >= shown} />
  ));
  return (
    <div className="device-row-values" ref={box}>
      {values.toSpliced(shown, 0, <MoreReadings key="" record={record} channels={all.slice(shown)} />)}
    </div>
  );
}

/** The first reading and the count of the others. */
export function CompactRowReadings({ record }: { record: DeviceRecord }) {
  const [first, ...others] = measuredChannels(record.device);
  return (
    <div className="device-row-values">
      {first && <ChannelValue record={record} channel={first} />}
      <MoreReadings record={record} channels={others} />
    </div>
  );
}

/** @param isPartial the device has more channels than these */
function useFitting(
  box: RefObject<HTMLElement | null>,
  channels: readonly ChannelDefinition[],
  isPartial: boolean,
): number {
  const [fitting, setFitting] = useState(channels.length);
  const labels = channels.map(({ label }) => label).join(' ');
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const readings = [...element.querySelectorAll('.row-reading')];
    const observer = new ResizeObserver(() => {
      const widths = readings.map((one) => one.getBoundingClientRect().width);
      setFitting(countFitting(widths, element.clientWidth, isPartial));
    });
    for (const one of [element, ...readings]) observer.observe(one);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the readings of other channels are other elements
  }, [box, labels, isPartial]);
  return Math.min(fitting, channels.length);
}

interface ChannelValueProps {
  record: DeviceRecord;
  channel: ChannelDefinition;
  /** It is out of sight and in the count of further readings; it stays to be measured. */
  isCounted?: boolean;
}

function ChannelValue({ record, channel, isCounted = false }: ChannelValueProps) {
  const { key, device } = record;
  const { label, unit } = channel;
  const isInAlarm = useDeviceAlarms(key).some((alarm) => alarm.channel === label);
  const shown = useDisplayUnits().of(unit);
  const precision = useDecimals()(device) ?? label;
  return (
    <span
      title={channelName(device, label)}
      className={isInAlarm ? 'row-reading in-alarm' : 'row-reading'}
      aria-hidden={isCounted}
    >
      {isInAlarm && <span className="visually-hidden">Alarm: </span>}
      <ReadingText key={shown.unit} text={shown.format(magnitudeOf(record, label), precision)} unit={shown.unit} />
    </span>
  );
}

/** `+2`, with the readings as its tooltip and for screen readers. */
function MoreReadings({ record, channels }: { record: DeviceRecord; channels: readonly ChannelDefinition[] }) {
  const units = useDisplayUnits();
  const alarms = useDeviceAlarms(record.key);
  if (channels.length === 0) return null;
  const isInAlarm = (label: string): boolean => alarms.some(({ channel }) => channel === label);
  const lines = channels.map(({ label, unit }) => {
    const { format, unit: shownUnit } = units.of(unit);
    const reading = `${format(magnitudeOf(record, label), label)} ${shownUnit}`.trimEnd();
    return `${isInAlarm(label) ? 'Alarm: ' : ''}${channelName(record.device, label)} ${reading}`;
  });
  return (
    <span
      className={channels.some(({ label }) => isInAlarm(label)) ? 'row-reading-more in-alarm' : 'row-reading-more'}
      title={lines.join('\n')}
    >
      <span aria-hidden>+{channels.length}</span>
      <span className="visually-hidden">{lines.join(', ')}</span>
    </span>
  );
}

/** The last one of a disconnected device; null without a valid reading. */
function magnitudeOf({ device, gone }: DeviceRecord, label: string): number | null {
  return (gone?.last ?? device.device.channels)[label]?.value?.magnitude ?? null;
}
