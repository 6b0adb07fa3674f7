import { type AppDevice, deviceTopics, type MqttLayout } from '../../../../service/contract/index.ts';
import { byteLength, type ExpectedReading } from '../../../components/reading-choice/expected-traffic.ts';

/** Type and flags, remaining length, length of the topic and packet identifier (MQTT 3.1.1, 2.2 and 3.3). */
const HEADER_BYTES = 7;

/** Bytes of each message of one sampling: topic, payload and MQTT's own header, without those of TCP and TLS. */
export function messageSizes(
  { layout, prefix }: { layout: MqttLayout; prefix: string },
  { serial }: AppDevice,
  readings: readonly ExpectedReading[],
): number[] {
  const topics = deviceTopics(prefix, serial);
  const timestamp = new Date(0).toISOString();
  const contents = readings.map(({ channel, spread, ...value }) => [channel, { ...spread, ...value }] as const);
  const whole = sizeOf(topics.measurement, { serial, timestamp, values: Object.fromEntries(contents) });
  if (layout === 'device') return [whole];
  const each = contents.map(([channel, value]) => sizeOf(topics.channel(channel), { timestamp, ...value }));
  return layout === 'channel' ? each : [whole, ...each];
}

function sizeOf(topic: string, payload: object): number {
  return HEADER_BYTES + byteLength(topic) + byteLength(JSON.stringify(payload));
}
