/** What a client will publish: computed from the connected devices, their periods and the choice of readings. */
import {
  type AppDevice,
  deviceTopics,
  type MqttLayout,
  type ReadingChoice,
  ReadingSelection,
} from '../../../../service/contract/index.ts';

export interface ExpectedTraffic {
  /** Devices that are selected and connected. */
  devices: number;
  messagesPerHour: number;
  /** Of topics, payloads and MQTT's own headers; without those of TCP and TLS. */
  bytesPerDay: number;
  /** The most that can be: unchanged values are not sent. */
  isAtMost: boolean;
}

export interface TrafficOptions {
  choice: ReadingChoice;
  layout: MqttLayout;
  prefix: string;
  devices: readonly AppDevice[];
}

const HOUR_MS = 3_600_000;

/** Type and flags, remaining length, length of the topic and packet identifier (MQTT 3.1.1, 2.2 and 3.3). */
const HEADER_BYTES = 7;

/** A value that is not known yet, as long as most. */
const USUAL_VALUE = 21.375;

/** The sum over all selected devices. */
export function expectedTraffic({ choice, layout, prefix, devices }: TrafficOptions): ExpectedTraffic {
  const selection = new ReadingSelection(choice);
  const total = { devices: 0, messagesPerHour: 0, bytesPerDay: 0, isAtMost: choice.only_changes };
  for (const device of devices) {
    const channels = device.device.channel_list.filter((channel) => selection.hasChannel(channel));
    if (!selection.hasDevice(device) || channels.length === 0) continue;
    const periods = channels.map((channel) => device.device.channels[channel]?.period_ms ?? HOUR_MS);
    const samplingsPerHour = HOUR_MS / Math.max(Math.min(...periods), choice.interval_s * 1000);
    const sizes = messageSizes({ choice, layout, prefix }, device, channels);
    total.devices += 1;
    total.messagesPerHour += samplingsPerHour * sizes.length;
    total.bytesPerDay += 24 * samplingsPerHour * sizes.reduce((sum, size) => sum + size, 0);
  }
  return total;
}

/** Bytes of each message of one sampling. */
function messageSizes(
  { choice, layout, prefix }: Pick<TrafficOptions, 'choice' | 'layout' | 'prefix'>,
  { serial, device, product }: AppDevice,
  channels: readonly string[],
): number[] {
  const topics = deviceTopics(prefix, serial);
  const timestamp = new Date(0).toISOString();
  const valueOf = (channel: string) => {
    const measured = device.channels[channel]?.value?.magnitude ?? USUAL_VALUE;
    const magnitude =
      choice.decimals === null ? measured : Math.round(measured * 10 ** choice.decimals) / 10 ** choice.decimals;
    const isMean = choice.interval_s > 0 && choice.interval_value === 'mean';
    const spread = isMean ? { count: choice.interval_s, maximum: magnitude, minimum: magnitude } : {};
    return { ...spread, magnitude, unit: product.channels[channel]?.unit ?? '' };
  };
  const values = Object.fromEntries(channels.map((channel) => [channel, valueOf(channel)]));
  const whole = sizeOf(topics.measurement, { serial, timestamp, values });
  const each = channels.map((channel) => sizeOf(topics.channel(channel), { timestamp, ...valueOf(channel) }));
  if (layout === 'device') return [whole];
  return layout === 'channel' ? each : [whole, ...each];
}

const encoder = new TextEncoder();

function sizeOf(topic: string, payload: object): number {
  return HEADER_BYTES + encoder.encode(topic).length + encoder.encode(JSON.stringify(payload)).length;
}
