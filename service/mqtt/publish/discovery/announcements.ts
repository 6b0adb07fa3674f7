/**
 * Home Assistant discovery: one retained message per channel, `<prefix>/sensor/<node_id>/<object_id>/config`, and one
 * per device for its alarms, `<prefix>/binary_sensor/<node_id>/<object_id>/config`.
 *
 * Per channel, not per device (`<prefix>/device/...`): every version of Home Assistant and other programs with its
 * discovery read it, and a removed channel is cleared by its own topic.
 *
 * Source: home-assistant.io, "MQTT", section "MQTT Discovery", and "MQTT Sensor" and "MQTT Binary sensor",
 * configuration variables; as of 2026.
 */

import {
  APP_VERSION_TEXT,
  clientTopics,
  deviceTopics,
  distinctLabel,
  knownDecimalsOf,
  type MqttAdvanced,
} from '../../../contract/index.ts';
import { canonicalJson } from '../../../support/canonical-json.ts';
import type { PublishedDevice } from '../../types.ts';
import { deviceClassOf, unitOf } from './device-classes.ts';
import { lastId, plainId } from './ids.ts';

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

/** The last part of the id of a device's alarms, and their name. */
const ALARM = { id: 'alarm', name: 'Alarm' } as const;

/** Any active alarm is a problem. */
const ALARM_TEMPLATE = "{{ 'OFF' if value == '[]' else 'ON' }}";

/** Attributes must be an object. */
const ALARMS_TEMPLATE = "{{ {'alarms': value_json} | tojson }}";

export interface AnnouncementsOptions extends Pick<MqttAdvanced, 'discovery_prefix' | 'layout' | 'qos'> {
  /** `MS...`. */
  installation: string;
  /** Two clients of one broker have separate topics. */
  identifier: string;
  prefix: string;
}

/** Whether a topic of an earlier run is still published, by the ids in it; without a channel: that of the alarms. */
export type IsPublished = (parts: { deviceId: string; channelId: string | undefined }) => boolean;

export class Announcements {
  readonly #options: AnnouncementsOptions;
  /** Prefixes of all our topics. */
  readonly #sensors: string;
  readonly #alarms: string;
  /** Announced topics, by the device's id. */
  readonly #announced = new Map<string, ReadonlySet<string>>();

  constructor(options: AnnouncementsOptions) {
    const { installation, identifier, discovery_prefix } = options;
    this.#options = options;
    const node = `${installation}_${plainId(identifier)}`;
    this.#sensors = `${discovery_prefix}/sensor/${node}/`;
    this.#alarms = `${discovery_prefix}/binary_sensor/${node}/`;
  }

  /** Whether a topic is ours. */
  owns(topic: string): boolean {
    return topic.startsWith(this.#sensors) || topic.startsWith(this.#alarms);
  }

  /** Restores the topics announced by an earlier run, except those of channels that are not published any more. */
  recall(topics: readonly string[], isPublished: IsPublished): { former: readonly string[] } {
    const former: string[] = [];
    const known = topics.filter((topic) => {
      if (isPublished(this.#partsOf(topic))) return true;
      former.push(topic);
      return false;
    });
    const byDevice = Map.groupBy(known, (topic) => this.#partsOf(topic).deviceId);
    for (const [id, ofDevice] of byDevice) this.#announced.set(id, new Set(ofDevice));
    return { former };
  }

  /** Of a device that is not published any more. @returns its topics */
  remove(serial: string): readonly string[] {
    const id = plainId(serial);
    const former = [...(this.#announced.get(id) ?? [])];
    this.#announced.delete(id);
    return former;
  }

  /** A device's messages by topic, and its topics that no channel uses any more. */
  of(device: PublishedDevice): { current: ReadonlyMap<string, string>; former: readonly string[] } {
    const id = plainId(device.serial);
    const names = nameChannels(device);
    const current = new Map(
      Object.entries(device.product.channels).map(([channel, { unit }]) => [
        `${this.#sensors}${id}_${lastId(channel)}/config`,
        this.#sensor(device, channel, unit, names.get(channel) ?? channel),
      ]),
    );
    current.set(`${this.#alarms}${id}_${ALARM.id}/config`, this.#alarmSensor(device));
    const former = [...(this.#announced.get(id) ?? [])].filter((topic) => !current.has(topic));
    this.#announced.set(id, new Set(current.keys()));
    return { current, former };
  }

  #partsOf(topic: string): { deviceId: string; channelId: string | undefined } {
    const isAlarm = topic.startsWith(this.#alarms);
    const object = topic.slice((isAlarm ? this.#alarms : this.#sensors).length).replace(/\/config$/, '');
    const end = object.indexOf('_');
    return { deviceId: object.slice(0, end), channelId: isAlarm ? undefined : object.slice(end + 1) };
  }

  #sensor(device: PublishedDevice, channel: string, unit: string, name: string): string {
    const { prefix, layout } = this.#options;
    const topics = deviceTopics(prefix, device.serial);
    return canonicalJson({
      ...this.#common(device, lastId(channel)),
      name,
      state_topic: layout === 'channel' ? topics.channel(channel) : topics.measurement,
      value_template: layout === 'channel' ? CHANNEL_TEMPLATE : measurementTemplate(channel),
      state_class: 'measurement',
      unit_of_measurement: unitOf(unit),
      device_class: deviceClassOf(channel, unit),
      suggested_display_precision: knownDecimalsOf(channel, unit),
      enabled_by_default: unit === 'raw' ? false : undefined,
      availability: availabilityOf([clientTopics(prefix).status, topics.status]),
      availability_mode: 'all',
    });
  }

  /** Available while the device is disconnected: the alarm may be about that. */
  #alarmSensor(device: PublishedDevice): string {
    const { prefix } = this.#options;
    const { alarm } = deviceTopics(prefix, device.serial);
    return canonicalJson({
      ...this.#common(device, ALARM.id),
      name: ALARM.name,
      state_topic: alarm,
      value_template: ALARM_TEMPLATE,
      device_class: 'problem',
      json_attributes_topic: alarm,
      json_attributes_template: ALARMS_TEMPLATE,
      availability: availabilityOf([clientTopics(prefix).status]),
    });
  }

  #common({ serial, firmware, vendor, productName, product, names }: PublishedDevice, lastPart: string) {
    const { installation, qos } = this.#options;
    const id = `${installation}_${plainId(serial)}`;
    const isKnownFirmware = firmware.major !== 0 || firmware.minor !== 0;
    return {
      unique_id: `${id}_${lastPart}`,
      qos,
      device: {
        identifiers: [id],
        name: names.alias || `${productName} ${serial}`,
        manufacturer: vendor,
        model: product.info.name,
        serial_number: serial,
        sw_version: isKnownFirmware ? `${firmware.major}.${firmware.minor}` : undefined,
      },
      origin: { name: 'Mensura', sw_version: APP_VERSION_TEXT },
    };
  }
}

function availabilityOf(topics: readonly string[]) {
  return topics.map((topic) => ({ topic, payload_available: 'online', payload_not_available: 'offline' }));
}

/** The name of each channel: the user's, or else with its label if needed; equal names are numbered from the second on. */
function nameChannels({ product: { channels }, labels, names }: PublishedDevice): Map<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    Object.entries(channels).map(([channel, { description }]) => {
      const alias = Object.hasOwn(names.channelNames, channel) ? names.channelNames[channel]?.alias : '';
      const name = alias || distinctLabel(channels, labels, channel) || description || channel;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [channel, count === 1 ? name : `${name} ${count}`];
    }),
  );
}
