/** Topics and payloads as docs/mqtt.md says, byte for byte: compact JSON with keys in code-unit order. */
import type { RemoteModel } from './models.ts';

const VENDOR = 'Dracal technologies inc.';

/** A serial number or channel name as one level of a topic. */
export function topicLevel(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is encoded
  return text.replaceAll(/[%/+#\u0000-\u001F\u007F-\u009F]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

/** `{name}/about`. @param installation `MS` and ten letters and digits */
export function aboutPayload(installation: string): string {
  return `{"installation":"${installation}","service_name":"mensura-device-service","version":"3.7.0"}`;
}

export interface InfoOf {
  serial: string;
  model: RemoteModel;
  periodMs: number;
  /** The serial port that it is at. */
  port: string;
  firmware: { major: number; minor: number };
}

/** `{name}/{serial}/info`: device and product, with every value null. */
export function infoPayload({ serial, model, periodMs, port, firmware }: InfoOf): string {
  const { name, channels } = model;
  return sorted({
    device: {
      channel_list: channels.map(({ label }) => label),
      channels: Object.fromEntries(channels.map(({ label }) => [label, { period_ms: periodMs, value: null }])),
      config: { protocol: { usb: true, vcp: true } },
      connections: { usb: null, vcp: { port } },
      info: {
        firmware_version_major: firmware.major,
        firmware_version_minor: firmware.minor,
        product: name,
        serial,
        vendor: VENDOR,
      },
      model: `${name}/v1`,
    },
    product: {
      channels: Object.fromEntries(
        channels.map(({ label, type, unit, description, wave }) => [
          label,
          { description, details: { virtual: wave === null }, label, type, unit },
        ]),
      ),
      info: { interfaces: { usb: 'USB', vcp: 'Virtual COM port' }, name, sku: name, vendor: VENDOR },
      model: `${name}/v1`,
    },
  });
}

/** One channel in a moment; null for one that turned invalid in it. */
export interface Reading {
  label: string;
  unit: string;
  magnitude: number | null;
}

/** `{name}/{serial}/measurement`. @param at milliseconds since 1970 @param readings by label, in code-unit order */
export function measurementPayload(serial: string, at: number, readings: readonly Reading[]): string {
  const values = readings.map(
    ({ label, unit, magnitude }) =>
      `${JSON.stringify(label)}:{"magnitude":${magnitude},"unit":${JSON.stringify(unit)}}`,
  );
  return `{"serial":${JSON.stringify(serial)},"timestamp":"${timestamp(at)}","values":{${values.join(',')}}}`;
}

/** `{name}/{serial}/channel/{channel}`. @param at milliseconds since 1970 */
export function channelPayload(at: number, { unit, magnitude }: Reading): string {
  return `{"magnitude":${magnitude},"timestamp":"${timestamp(at)}","unit":${JSON.stringify(unit)}}`;
}

/** UTC, milliseconds. @param at milliseconds since 1970 */
export function timestamp(at: number): string {
  return new Date(at).toISOString();
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}
