/** A registry and its publisher, what it says written down, and a broker that remembers what it is told. */
import { MQTT_ADVANCED_DEFAULTS, withMqttDefaults } from '../../../../service/contract/index.ts';
import type { DeviceDescription } from '../../../../service/devices/types.ts';
import { DevicePublisher, type DevicePublisherOptions } from '../../../../service/mqtt/publish/device-publisher.ts';
import type {
  ClientConfig,
  Message,
  MessageSource,
  PublishedDevice,
  PublishedSampleSet,
  PublishRequest,
} from '../../../../service/mqtt/types.ts';
import { NO_SECRETS } from '../../../../service/mqtt/types.ts';
import type { Logger } from '../../../../service/support/logger.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { createBench, describePth, type RegistryBench } from '../../devices/support.ts';
import { PlayedAlarmSource } from './played-alarms.ts';
import { PlayedNames } from './played-names.ts';

/** How long a test waits for what must come, in milliseconds: a bound, not an expectation. */
const WAIT_MS = 30_000;

export interface Recorded {
  /** In the order they came. */
  said: (['device', string] | ['removed', string] | ['sampleSet', string])[];
  devices: PublishedDevice[];
  moments: PublishedSampleSet[];
}

export interface PublisherBench extends RegistryBench, Recorded {
  publisher: DevicePublisher;
  alarms: PlayedAlarmSource;
  names: PlayedNames;
  attach(serial: string, changes?: Partial<DeviceDescription>): DeviceDescription;
  detach(serial: string, family?: 'usb' | 'gateway'): void;
  /** One sampling moment, at the clock's time. */
  sample(serial: string, values: Record<string, number | null>, family?: 'usb' | 'gateway'): void;
}

export function createPublisherBench(options: Partial<DevicePublisherOptions> = {}): PublisherBench {
  const bench = createBench();
  const { registry, clock, driver } = bench;
  const alarms = new PlayedAlarmSource();
  const names = new PlayedNames();
  const publisher = new DevicePublisher({
    registry,
    alarms,
    names,
    publishSimulated: false,
    clock,
    logger: silentLogger,
    ...options,
  });
  const recorded: Recorded = { said: [], devices: [], moments: [] };
  publisher.events.on('device', (device) => {
    recorded.said.push(['device', device.serial]);
    recorded.devices.push(device);
  });
  publisher.events.on('removed', (serial) => recorded.said.push(['removed', serial]));
  publisher.events.on('sampleSet', (moment) => {
    recorded.said.push(['sampleSet', moment.serial]);
    recorded.moments.push(moment);
  });
  publisher.start();
  return {
    ...bench,
    ...recorded,
    publisher,
    alarms,
    names,
    attach: (serial, changes) => {
      const description = describePth(serial, changes);
      driver.events.emit('attached', description);
      return description;
    },
    detach: (serial, family = 'usb') => driver.events.emit('detached', { family, serial, reason: 'unplugged' }),
    sample: (serial, values, family = 'usb') =>
      driver.events.emit('readings', {
        family,
        serial,
        at: clock.now(),
        samples: Object.entries(values).map(([channel, magnitude]) => ({ channel, magnitude })),
      }),
  };
}

/** A client named `lab`, but for what is given. */
export function clientConfig(
  fields: Partial<ClientConfig['fields']> = {},
  advanced: Partial<ClientConfig['advanced']> = {},
): ClientConfig {
  return {
    identifier: 'client-1',
    fields: { ...withMqttDefaults('lab', {}), ...fields },
    advanced: { ...MQTT_ADVANCED_DEFAULTS, ...advanced },
    secrets: NO_SECRETS,
  };
}

/** Takes everything at once, and retains it as a broker does. */
export class PlayedBroker {
  readonly retained = new Map<string, string>();
  readonly log: PublishRequest[] = [];
  /** Called before each message is taken in. */
  onMessage: ((message: PublishRequest) => void) | undefined;
  #source: MessageSource | undefined;
  #waiting: (() => void)[] = [];

  connect(source: MessageSource): void {
    this.#source = source;
    source.onReady = () => this.#pump();
    this.#pump();
  }

  /** The connection is lost, and comes back when `connect` is called. */
  lose(): void {
    const source = this.#source;
    this.#source = undefined;
    if (!source) return;
    source.onReady = undefined;
    source.rewind();
  }

  /** Takes in messages that are not taken from a source, as the last words of a client. */
  receive(messages: readonly PublishRequest[]): void {
    for (const message of messages) {
      this.onMessage?.(message);
      this.log.push(message);
      if (message.payload === '') this.retained.delete(message.topic);
      else this.retained.set(message.topic, message.payload);
    }
  }

  /** Waits until something holds; what it is about comes with a message. */
  async until(holds: () => boolean): Promise<void> {
    const deadline = AbortSignal.timeout(WAIT_MS);
    while (!holds()) {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.push(resolve);
        deadline.addEventListener('abort', () => reject(new Error(`It did not come to be: ${holds.toString()}`)));
      });
    }
  }

  #pump(): void {
    for (let message = this.#source?.take(); message; message = this.#source?.take()) {
      this.receive([message]);
      this.#source?.settle(message, { kind: 'delivered' });
    }
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** Keeps what it is given. */
export class PlayedOutbox {
  readonly messages: Message[] = [];

  push(message: Message): void {
    this.messages.push(message);
  }
}

/** Keeps the warnings. */
export function createWarnings(): { logger: Logger; warnings: string[] } {
  const warnings: string[] = [];
  const logger: Logger = { ...silentLogger, warn: (text) => warnings.push(text), child: () => logger };
  return { logger, warnings };
}
