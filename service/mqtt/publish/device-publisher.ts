import { isDeepStrictEqual } from 'node:util';
import { type Alarm, type ChannelLabels, distinctLabel, FAMILIES, type Family } from '../../contract/index.ts';
import type { DeviceState } from '../../devices/device-state.ts';
import type { Registry } from '../../devices/registry.ts';
import type { AlarmSource, Sample } from '../../devices/types.ts';
import { withUncorrectedLabels } from '../../devices/uncorrected-channels.ts';
import { deviceView } from '../../devices/views.ts';
import { canonicalJson } from '../../support/canonical-json.ts';
import type { Clock } from '../../support/clock.ts';
import { Emitter, logListenerErrors } from '../../support/emitter.ts';
import type { Logger } from '../../support/logger.ts';
import type { NameSource, PublishedDevice, PublishedSampleSet, PublisherEvents } from '../types.ts';
import { infoPayload } from './chosen-device.ts';
import { MeasurementWriter } from './measurement-writer.ts';

/** Limit of disconnected devices remembered; the oldest is discarded first. */
const MAX_REMEMBERED = 10_000;

export interface DevicePublisherOptions {
  registry: Registry;
  alarms: AlarmSource;
  names: NameSource;
  /** Also publish simulated devices. */
  publishSimulated: boolean;
  clock: Clock;
  logger: Logger;
  /** False for a device that must not be published, such as one received over MQTT. Default: true. */
  mayPublish?(device: DeviceState): boolean;
}

/** A serial number and the device that publishes under it. */
interface Track {
  device: DeviceState;
  readonly writer: MeasurementWriter;
}

/**
 * Turns events of the registry into payloads, once for all clients (docs/mqtt.md), and decides which devices are
 * published.
 */
export class DevicePublisher {
  readonly events: Emitter<PublisherEvents>;
  readonly #options: DevicePublisherOptions;
  readonly #devices = new Map<string, PublishedDevice>();
  readonly #tracks = new Map<string, Track>();
  readonly #writers = new Map<DeviceState, MeasurementWriter>();
  /** Disconnected devices: family of the publishing device, and its valid channels. */
  readonly #remembered = new Map<string, { family: Family; channels: readonly string[] }>();
  /** Serial numbers whose alarms changed in the current turn of the event loop. */
  readonly #changedAlarms = new Set<string>();
  #endings: (() => void)[] = [];

  constructor(options: DevicePublisherOptions) {
    this.#options = options;
    this.events = new Emitter(logListenerErrors(options.logger));
  }

  get devices(): ReadonlyMap<string, PublishedDevice> {
    return this.#devices;
  }

  /** The payload of a device's `alarm` topic, also for a disconnected device. */
  alarmsOf(serial: string): string {
    const family = this.#tracks.get(serial)?.device.description.family ?? this.#remembered.get(serial)?.family;
    const families = family ? [family] : this.#possibleFamilies(serial);
    const found = families.map((each) => this.#options.alarms.active({ family: each, serial }));
    return alarmPayload(found.find((alarms) => alarms.length > 0) ?? []);
  }

  start(): void {
    if (this.#endings.length > 0) return;
    const { registry, alarms, names } = this.#options;
    this.#endings = [
      registry.events.on('attached', ({ description }) => this.#consider(description.serial)),
      registry.events.on('changed', ({ description }) => this.#consider(description.serial)),
      registry.events.on('removed', ({ serial }) => this.#consider(serial)),
      registry.events.on('readings', ({ device, at, samples, uncorrected }) => {
        const writer = this.#writers.get(device);
        this.#emitSampleSet(writer?.write(at, samples));
        if (uncorrected && writer) this.#emitUncorrected(device, at, uncorrected);
      }),
      alarms.events.on('alarm', ({ value: alarm }) => {
        if (alarm) this.#alarmsChanged(alarm.serial);
      }),
      names.events.on('changed', ({ family, serial }) => {
        const device = this.#tracks.get(serial)?.device;
        if (device?.description.family === family) this.#describe(serial, device);
      }),
    ];
    for (const { description } of registry.all()) this.#consider(description.serial);
  }

  stop(): void {
    for (const end of this.#endings) end();
    this.#endings = [];
    this.#devices.clear();
    this.#tracks.clear();
    this.#writers.clear();
    this.#remembered.clear();
    this.#changedAlarms.clear();
  }

  /** Several alarms of a device may change at once: one event is enough, since each payload holds all of them. */
  #alarmsChanged(serial: string): void {
    if (this.#changedAlarms.size === 0) queueMicrotask(() => this.#emitAlarms());
    this.#changedAlarms.add(serial);
  }

  #emitAlarms(): void {
    const serials = [...this.#changedAlarms];
    this.#changedAlarms.clear();
    for (const serial of serials) this.events.emit('alarms', serial);
  }

  /** Updates a serial number from the registry. */
  #consider(serial: string): void {
    const device = this.#publishingDevice(serial);
    const track = this.#tracks.get(serial);
    if (!device) {
      if (track) this.#remove(serial, track);
      return;
    }
    const { writer } = track ?? { writer: new MeasurementWriter(serial) };
    if (track?.device !== device) {
      if (track) this.#writers.delete(track.device);
      this.#tracks.set(serial, { device, writer });
      this.#writers.set(device, writer);
    }
    const now = this.#options.clock.now();
    const ended = writer.describe(device.description.product, now);
    if (!track) {
      writer.recall(this.#remembered.get(serial)?.channels ?? []);
      this.#remembered.delete(serial);
    }
    this.#describe(serial, device);
    this.#emitSampleSet(ended);
    if (device.state !== 'silent') return;
    this.#emitSampleSet(writer.silence(now));
    const nulls = [...device.uncorrected.keys()].map((channel) => ({ channel, magnitude: null }));
    if (nulls.length > 0) this.#emitUncorrected(device, now, nulls);
  }

  /**
   * The device that publishes under a serial number: the USB family takes precedence. The registry itself prefers the
   * gateway that found a device first.
   */
  #publishingDevice(serial: string): DeviceState | undefined {
    const { registry } = this.#options;
    const candidates = FAMILIES.map((family) => registry.get({ family, serial }));
    return candidates.find((device) => device && this.#mayPublish(device));
  }

  /** Families that may have published under a serial number in an earlier run; USB first. */
  #possibleFamilies(serial: string): Family[] {
    return FAMILIES.filter((family) => {
      const device = this.#options.registry.get({ family, serial });
      return !device || this.#mayPublish(device);
    });
  }

  #mayPublish(device: DeviceState): boolean {
    const { publishSimulated, mayPublish } = this.#options;
    if (device.description.simulated && !publishSimulated) return false;
    return mayPublish?.(device) ?? true;
  }

  #describe(serial: string, device: DeviceState): void {
    const { family, firmware, vendor, productName } = device.description;
    const content = publishedContent(device);
    const info = infoPayload(content);
    const { alias, channelNames } = this.#options.names.get({ family, serial });
    const names = { alias, channelNames };
    const before = this.#devices.get(serial);
    const uncorrected = device.uncorrected.size > 0 ? withUncorrectedContent(device, content) : undefined;
    const others = { names, uncorrected };
    if (before?.info === info && isDeepStrictEqual({ names: before.names, uncorrected: before.uncorrected }, others)) {
      return;
    }
    const published = { family, serial, ...content, ...others, info, firmware, vendor, productName };
    this.#devices.set(serial, published);
    this.events.emit('device', published);
  }

  #remove(serial: string, { device, writer }: Track): void {
    this.#tracks.delete(serial);
    this.#writers.delete(device);
    this.#devices.delete(serial);
    // It may reconnect with a failing channel: subscribers with the channel's last value must then be notified.
    this.#remembered.set(serial, { family: device.description.family, channels: writer.validChannels });
    const [oldest] = this.#remembered.keys();
    if (oldest !== undefined && this.#remembered.size > MAX_REMEMBERED) this.#remembered.delete(oldest);
    this.events.emit('removed', serial);
  }

  #emitUncorrected({ description: { serial } }: DeviceState, at: number, samples: readonly Sample[]): void {
    this.events.emit('uncorrected', { serial, at, samples });
  }

  #emitSampleSet(sampleSet: PublishedSampleSet | undefined): void {
    if (sampleSet) this.events.emit('sampleSet', sampleSet);
  }
}

/** What the `info` topic has of a device. Every value is null: no retained message may have a reading. */
export function publishedContent(device: DeviceState): Pick<PublishedDevice, 'device' | 'labels' | 'product'> {
  const view = deviceView(device);
  const channels = Object.fromEntries(
    Object.entries(view.channels).map(([label, channel]) => [label, { ...channel, value: null }]),
  );
  return { device: { ...view, channels }, labels: publishedLabels(device), product: device.description.product };
}

/** The same with the device's uncorrected channels. */
function withUncorrectedContent(
  { uncorrected, product, description }: DeviceState,
  { device, labels }: ReturnType<typeof publishedContent>,
): ReturnType<typeof publishedContent> {
  const names = [...uncorrected.keys()];
  const state = { period_ms: description.periodMs, value: null };
  const channels = { ...device.channels, ...Object.fromEntries(names.map((name) => [name, state])) };
  const whole = { ...device, channel_list: [...device.channel_list, ...names], channels };
  return { device: whole, labels: withUncorrectedLabels(labels, names), product };
}

/** Only labels that distinguish channels: other programs need them to use the same names. */
function publishedLabels({ description: { product, labels = {} } }: DeviceState): ChannelLabels {
  const named = Object.keys(product.channels).map((channel) => [
    channel,
    distinctLabel(product.channels, labels, channel),
  ]);
  return Object.fromEntries(named.filter(([, label]) => label !== '')) as ChannelLabels;
}

/**
 * The active alarms of a device; `[]` if there are none. Omits peak and count, which change while an alarm is
 * active: a retained message holds lasting facts.
 */
function alarmPayload(alarms: readonly Alarm[]): string {
  return canonicalJson(
    alarms.map((alarm) => ({
      channel: alarm.channel,
      kind: alarm.kind,
      severity: alarm.severity,
      message: alarm.message,
      limit: alarm.limit,
      magnitude: alarm.magnitude,
      unit: alarm.unit,
      since: alarm.since,
      flapping: alarm.flapping,
      acknowledged: alarm.acknowledged,
      acknowledged_by: alarm.acknowledged_by,
      acknowledgment_comment: alarm.acknowledgment_comment,
    })),
  );
}
