/** Turns what happens in the registry into payloads, once for all clients (docs/mqtt.md). */
import type { DeviceState } from '../../devices/device-state.ts';
import type { Registry } from '../../devices/registry.ts';
import type { Clock } from '../../support/clock.ts';
import { Emitter } from '../../support/emitter.ts';
import { errorText } from '../../support/errors.ts';
import type { Logger } from '../../support/logger.ts';
import type { DevicePublisher, PublishedDevice, PublishedMoment, PublisherEvents } from '../parts.ts';
import { infoPayload } from './info.ts';
import { MomentWriter } from './moment-writer.ts';

/** How many devices that left are remembered with the channels that were valid; the oldest is forgotten first. */
const MAX_REMEMBERED = 10_000;

export interface DevicePublisherOptions {
  registry: Registry;
  /** Whether simulated instruments are published too. */
  publishSimulated: boolean;
  clock: Clock;
  logger: Logger;
  /** False for a device that may not be published, as one that came over MQTT. Default: every device may. */
  mayPublish?(device: DeviceState): boolean;
}

export function createDevicePublisher(options: DevicePublisherOptions): DevicePublisher {
  return new RegistryPublisher(options);
}

/** One serial, and the device that speaks for it. */
interface Track {
  speaker: DeviceState;
  readonly writer: MomentWriter;
}

class RegistryPublisher implements DevicePublisher {
  readonly events: Emitter<PublisherEvents>;
  readonly #options: DevicePublisherOptions;
  readonly #devices = new Map<string, PublishedDevice>();
  readonly #tracks = new Map<string, Track>();
  readonly #writers = new Map<DeviceState, MomentWriter>();
  /** The valid channels of devices that left. */
  readonly #remembered = new Map<string, readonly string[]>();
  #endings: (() => void)[] = [];

  constructor(options: DevicePublisherOptions) {
    this.#options = options;
    this.events = new Emitter((error, event) =>
      options.logger.error(`A listener of published "${event}" failed: ${errorText(error)}`, { error }),
    );
  }

  get devices(): ReadonlyMap<string, PublishedDevice> {
    return this.#devices;
  }

  start(): void {
    if (this.#endings.length > 0) return;
    const { registry } = this.#options;
    this.#endings = [
      registry.events.on('attached', ({ description }) => this.#consider(description.serial)),
      registry.events.on('changed', ({ description }) => this.#consider(description.serial)),
      registry.events.on('removed', ({ serial }) => this.#consider(serial)),
      registry.events.on('readings', ({ device, at, samples }) => {
        this.#tell(this.#writers.get(device)?.write(at, samples));
      }),
    ];
    for (const family of ['usb', 'gateway'] as const) {
      for (const { description } of registry.list(family)) this.#consider(description.serial);
    }
  }

  stop(): void {
    for (const end of this.#endings) end();
    this.#endings = [];
    this.#devices.clear();
    this.#tracks.clear();
    this.#writers.clear();
    this.#remembered.clear();
  }

  /** Follows what the registry knows of a serial now. */
  #consider(serial: string): void {
    const speaker = this.#speakerOf(serial);
    const track = this.#tracks.get(serial);
    if (!speaker) {
      if (track) this.#drop(serial, track);
      return;
    }
    const { writer } = track ?? { writer: new MomentWriter(serial) };
    if (track?.speaker !== speaker) {
      if (track) this.#writers.delete(track.speaker);
      this.#tracks.set(serial, { speaker, writer });
      this.#writers.set(speaker, writer);
    }
    const now = this.#options.clock.now();
    const ended = writer.describe(speaker.description.product, now);
    if (!track) this.#recall(serial, writer);
    this.#describe(serial, speaker);
    this.#tell(ended);
    if (speaker.state === 'silent') this.#tell(writer.silence(now));
  }

  /**
   * The device that speaks for a serial: that of the USB family where there is one. The registry itself keeps to the
   * gateway that saw a device first.
   */
  #speakerOf(serial: string): DeviceState | undefined {
    const { registry } = this.#options;
    const candidates = [registry.get({ family: 'usb', serial }), registry.get({ family: 'gateway', serial })];
    return candidates.find((device) => device && this.#mayPublish(device));
  }

  #mayPublish(device: DeviceState): boolean {
    const { publishSimulated, mayPublish } = this.#options;
    if (device.description.simulated && !publishSimulated) return false;
    return mayPublish?.(device) ?? true;
  }

  #describe(serial: string, device: DeviceState): void {
    const info = infoPayload(device);
    if (this.#devices.get(serial)?.info === info) return;
    const { product, firmware, vendor, productName } = device.description;
    const published = { serial, product, info, firmware, vendor, productName };
    this.#devices.set(serial, published);
    this.events.emit('device', published);
  }

  #drop(serial: string, { speaker, writer }: Track): void {
    this.#tracks.delete(serial);
    this.#writers.delete(speaker);
    this.#devices.delete(serial);
    this.#remember(serial, writer.validChannels);
    this.events.emit('gone', serial);
  }

  /** A device may come back with a channel that fails: whoever has its last value is then told, as of any other. */
  #remember(serial: string, channels: readonly string[]): void {
    if (channels.length > 0) this.#remembered.set(serial, channels);
    const [oldest] = this.#remembered.keys();
    if (oldest !== undefined && this.#remembered.size > MAX_REMEMBERED) this.#remembered.delete(oldest);
  }

  #recall(serial: string, writer: MomentWriter): void {
    writer.recall(this.#remembered.get(serial) ?? []);
    this.#remembered.delete(serial);
  }

  #tell(moment: PublishedMoment | undefined): void {
    if (moment) this.events.emit('moment', moment);
  }
}
