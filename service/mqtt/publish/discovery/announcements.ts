/**
 * Home Assistant discovery: one retained message per channel, `<prefix>/sensor/<node_id>/<object_id>/config`.
 *
 * Per channel, not per device (`<prefix>/device/...`): every version of Home Assistant and other programs with its
 * discovery read it, and a removed channel is cleared by its own topic.
 *
 * Source: home-assistant.io, "MQTT", section "MQTT Discovery", and "MQTT Sensor", configuration variables; as of
 * 2026.
 */

import { createHash } from 'node:crypto';
import {
  APP_VERSION_TEXT,
  clientTopics,
  deviceTopics,
  distinctLabel,
  type MqttAdvanced,
} from '../../../contract/index.ts';
import { canonicalJson } from '../../../support/canonical-json.ts';
import type { PublishedDevice } from '../../types.ts';
import { deviceClassOf, precisionOf, unitOf } from './device-classes.ts';

/**
 * Extracts a channel's magnitude from a `measurement` payload. `value_json.values` would be the dictionary's method,
 * hence the brackets. If the channel is missing, the text is empty, which a numeric sensor ignores; null becomes
 * `None`, which makes it unknown (home-assistant.io, "MQTT Sensor", `state_topic`).
 */
function measurementTemplate(channel: string): string {
  const name = textLiteral(channel);
  return `{{ value_json['values'][${name}]['magnitude'] if ${name} in value_json['values'] else '' }}`;
}

/** Extracts the magnitude from the payload of a channel's own topic. */
const CHANNEL_TEMPLATE = "{{ value_json['magnitude'] }}";

/** A Jinja2 literal, which uses Python's escapes. */
function textLiteral(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are among what is escaped
  const escaped = text.replaceAll(/[\\'\u0000-\u001F]/g, (sign) => {
    return `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `'${escaped}'`;
}

/** Digest characters that distinguish texts with the same plain form. */
const DIGEST_LENGTH = 8;

/** An id without `_`, so that it may precede one. Different texts have different ids. */
function plainId(text: string): string {
  return encode(text, /[^a-zA-Z0-9-]+/g);
}

/** The last part of an id. Different texts have different ids. */
function lastId(text: string): string {
  return encode(text, /[^a-zA-Z0-9_-]+/g);
}

function encode(text: string, forbidden: RegExp): string {
  const readable = text.replaceAll(forbidden, '-');
  if (readable === text) return text;
  return `${readable}-${createHash('sha256').update(text).digest('hex').slice(0, DIGEST_LENGTH)}`;
}

export interface AnnouncementsOptions extends Pick<MqttAdvanced, 'discovery_prefix' | 'layout' | 'qos'> {
  /** `MS...`. */
  installation: string;
  /** Two clients of one broker have separate topics. */
  identifier: string;
  prefix: string;
}

export class Announcements {
  readonly #options: AnnouncementsOptions;
  /** Prefix of all our topics. */
  readonly #base: string;
  /** Announced topics, by the device's id. */
  readonly #announced = new Map<string, ReadonlySet<string>>();

  constructor(options: AnnouncementsOptions) {
    const { installation, identifier, discovery_prefix } = options;
    this.#options = options;
    this.#base = `${discovery_prefix}/sensor/${installation}_${plainId(identifier)}/`;
  }

  /** Whether a topic is ours. */
  owns(topic: string): boolean {
    return topic.startsWith(this.#base);
  }

  /** Restores the topics announced by an earlier run. */
  recall(topics: readonly string[]): void {
    const byDevice = Map.groupBy(topics, (topic) => topic.slice(this.#base.length).split('_', 1)[0] ?? '');
    for (const [id, known] of byDevice) this.#announced.set(id, new Set(known));
  }

  /** A device's messages by topic, and its topics that no channel uses any more. */
  of(device: PublishedDevice): { current: ReadonlyMap<string, string>; former: readonly string[] } {
    const id = plainId(device.serial);
    const names = nameChannels(device);
    const current = new Map(
      Object.entries(device.product.channels).map(([channel, { unit }]) => [
        `${this.#base}${id}_${lastId(channel)}/config`,
        this.#payload(device, channel, unit, names.get(channel) ?? channel),
      ]),
    );
    const former = [...(this.#announced.get(id) ?? [])].filter((topic) => !current.has(topic));
    this.#announced.set(id, new Set(current.keys()));
    return { current, former };
  }

  #payload(device: PublishedDevice, channel: string, unit: string, name: string): string {
    const { installation, prefix, layout, qos } = this.#options;
    const { serial, firmware, vendor, productName, product } = device;
    const topics = deviceTopics(prefix, serial);
    const id = `${installation}_${plainId(serial)}`;
    const isKnownFirmware = firmware.major !== 0 || firmware.minor !== 0;
    return canonicalJson({
      name,
      unique_id: `${id}_${lastId(channel)}`,
      state_topic: layout === 'channel' ? topics.channel(channel) : topics.measurement,
      value_template: layout === 'channel' ? CHANNEL_TEMPLATE : measurementTemplate(channel),
      state_class: 'measurement',
      unit_of_measurement: unitOf(unit),
      device_class: deviceClassOf(channel, unit),
      suggested_display_precision: precisionOf(channel, unit),
      enabled_by_default: unit === 'raw' ? false : undefined,
      availability: [clientTopics(prefix).status, topics.status].map((topic) => ({
        topic,
        payload_available: 'online',
        payload_not_available: 'offline',
      })),
      availability_mode: 'all',
      qos,
      device: {
        identifiers: [id],
        name: `${productName} ${serial}`,
        manufacturer: vendor,
        model: product.info.name,
        serial_number: serial,
        sw_version: isKnownFirmware ? `${firmware.major}.${firmware.minor}` : undefined,
      },
      origin: { name: 'Mensura', sw_version: APP_VERSION_TEXT },
    });
  }
}

/** The name of each channel, with its label if needed; equal names are numbered from the second on. */
function nameChannels({ product: { channels }, labels }: PublishedDevice): Map<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    Object.entries(channels).map(([channel, { description }]) => {
      const name = distinctLabel(channels, labels, channel) || description || channel;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [channel, count === 1 ? name : `${name} ${count}`];
    }),
  );
}
