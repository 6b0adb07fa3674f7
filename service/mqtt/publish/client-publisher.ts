import { ReadingFilter } from '../../choice/reading-filter.ts';
import { APP_VERSION_TEXT, clientTopics, deviceTopics, isDefaultChoice } from '../../contract/index.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { canonicalJson } from '../../support/canonical-json.ts';
import type { Clock } from '../../support/clock.ts';
import type { Logger } from '../../support/logger.ts';
import type { ClientConfig, PublishedDevice, PublishRequest } from '../types.ts';
import { ChosenDevices } from './chosen-device.ts';
import { ChosenReadings } from './chosen-readings.ts';
import type { DevicePublisher } from './device-publisher.ts';
import { Announcements } from './discovery/announcements.ts';
import { EarlierTopics } from './earlier-topics.ts';
import { ReadingPublisher } from './reading-publisher.ts';
import { EMPTY_PAYLOAD, RetainedTopics } from './retained-topics.ts';
import { type TopicKind, TopicList } from './topic-list.ts';

/** The payloads of every `status` topic. */
const ONLINE = 'online';
const OFFLINE = 'offline';

/** The service name in messages (docs/interface.md#service-information). */
const SERVICE_NAME = 'mensura-device-service';

export interface ClientPublisherOptions {
  config: ClientConfig;
  /** `MS...`. */
  installation: string;
  publisher: DevicePublisher;
  outbox: Pick<Outbox, 'push'>;
  folder: string;
  clock: Pick<Clock, 'now'>;
  logger: Logger;
}

/** The messages of one client (docs/mqtt.md): readings for its outbox, and its retained topics, newest payload only. */
export class ClientPublisher {
  readonly #options: ClientPublisherOptions;
  readonly #prefix: string;
  readonly #status: string;
  readonly #about: string;
  readonly #readings: ReadingPublisher;
  /** Undefined for a client that publishes all readings, with the payloads that all such clients share. */
  readonly #chosenReadings: ChosenReadings | undefined;
  readonly #chosenDevices: ChosenDevices;
  readonly #earlier: EarlierTopics;
  readonly #announcements: Announcements | undefined;
  readonly #list: TopicList;
  readonly retained: RetainedTopics;
  #endListening: (() => void) | undefined;
  #endings: (() => void)[] = [];
  #isStarted = false;
  #isStopped = false;

  constructor(options: ClientPublisherOptions) {
    const { config, installation, publisher, outbox, folder, clock, logger } = options;
    const { identifier, fields, advanced } = config;
    const { host, port, name: prefix } = fields;
    const { layout, qos, discovery, discovery_prefix, readings } = advanced;
    this.#options = options;
    this.#prefix = prefix;
    ({ status: this.#status, about: this.#about } = clientTopics(prefix));
    this.#readings = new ReadingPublisher(layout, outbox);
    this.#chosenDevices = new ChosenDevices(readings);
    this.#earlier = new EarlierTopics(prefix, readings);
    if (!isDefaultChoice(readings)) {
      const filter = new ReadingFilter(readings);
      const intervalMs = readings.interval_s * 1000;
      const { publish } = this.#readings;
      this.#chosenReadings = new ChosenReadings({ filter, intervalMs, publisher, clock, publish });
    }
    if (discovery) {
      this.#announcements = new Announcements({ installation, identifier, prefix, discovery_prefix, layout, qos });
    }
    this.#list = new TopicList({
      folder,
      broker: { host, port },
      prefix,
      hasDiscovery: (topic) => this.#announcements?.owns(topic) ?? false,
      logger,
      onStored: () => this.retained.release(),
    });
    this.retained = new RetainedTopics({
      qos,
      isReleased: (topic) => this.#list.isReleased(topic),
      onCleared: (topic) => this.#list.remove(topic),
      logger,
    });
  }

  /** The last will, and the final message of a client that stops: `offline`, retained. */
  get will(): PublishRequest {
    return this.#last(this.#status, OFFLINE);
  }

  /** The final messages of a removed client: `offline`, then all its retained topics cleared. */
  get clearing(): readonly PublishRequest[] {
    const others = this.#list.all().filter((topic) => topic !== this.#status);
    return [this.will, ...[...others, this.#status].map((topic) => this.#last(topic, EMPTY_PAYLOAD))];
  }

  /** Queues readings in the outbox from now on; call before or with `start`. */
  listen(): void {
    if (this.#chosenReadings) this.#chosenReadings.start();
    else this.#endListening ??= this.#options.publisher.events.on('sampleSet', this.#readings.publish);
  }

  /** Queues what was gathered, and stops queueing readings. */
  unsubscribe(): void {
    this.#chosenReadings?.stop();
    this.#endListening?.();
    this.#endListening = undefined;
  }

  /**
   * Queues readings immediately; publishes the current state once the topics of an earlier run are read, to correct or
   * clear them.
   */
  async start(): Promise<void> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const { publisher } = this.#options;
    this.listen();
    await this.#list.start();
    if (this.#isStopped) return;
    this.#publishAll();
    this.#endings.push(
      publisher.events.on('device', (device) => this.#appear(device)),
      publisher.events.on('removed', (serial) => this.#leave(serial)),
      publisher.events.on('alarms', (serial) => this.#publishAlarms(serial)),
    );
    await this.#list.flush();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.unsubscribe();
    for (const end of this.#endings) end();
    this.#endings = [];
    await this.#list.stop();
  }

  /** Publishes the current state and corrects what the last run left. */
  #publishAll(): void {
    const { installation, publisher } = this.#options;
    const leftBehind = this.#list.of('own');
    const recalled = this.#announcements?.recall(this.#list.of('discovery'), this.#earlier.discovery(leftBehind));
    for (const topic of recalled?.former ?? []) this.#clear(topic);
    this.#publish(this.#status, ONLINE);
    this.#publish(this.#about, canonicalJson({ installation, service_name: SERVICE_NAME, version: APP_VERSION_TEXT }));
    for (const device of publisher.devices.values()) this.#appear(device);
    for (const topic of leftBehind) if (this.retained.get(topic) === undefined) this.#correct(topic);
    for (const topic of this.#list.of('stale')) this.retained.set(topic, EMPTY_PAYLOAD);
  }

  /** Corrects retained topics of an earlier run for a device that is not connected. */
  #correct(topic: string): void {
    const serial = this.#earlier.serialOf(topic);
    if (serial === undefined) return;
    const name = this.#earlier.nameOf(topic);
    if (!this.#earlier.hasDevice(serial)) this.#clear(topic);
    else if (name === 'status') this.#publish(topic, OFFLINE);
    else if (name === 'alarm') this.#publish(topic, this.#options.publisher.alarmsOf(serial));
  }

  #appear(published: PublishedDevice): void {
    const device = this.#chosenDevices.of(published);
    if (!device) return this.#hide(published.serial);
    const { info, status, alarm } = deviceTopics(this.#prefix, device.serial);
    this.#publish(info, device.info);
    this.#publish(status, ONLINE);
    this.#publish(alarm, this.#options.publisher.alarmsOf(device.serial));
    if (!this.#announcements) return;
    const { current, former } = this.#announcements.of(device);
    for (const [topic, payload] of current) this.#publish(topic, payload, 'discovery');
    for (const topic of former) this.#clear(topic);
  }

  /** Clears the topics of a device that is not selected. */
  #hide(serial: string): void {
    const { info, status, alarm } = deviceTopics(this.#prefix, serial);
    for (const topic of [info, status, alarm]) if (this.#list.has(topic, 'own')) this.#clear(topic);
    for (const topic of this.#announcements?.remove(serial) ?? []) this.#clear(topic);
  }

  #leave(serial: string): void {
    this.#readings.removeDevice(serial);
    const { status } = deviceTopics(this.#prefix, serial);
    if (this.#list.has(status, 'own')) this.#publish(status, OFFLINE);
  }

  /** Also for a disconnected device while its topic is ours: the alarm may be about the disconnect. */
  #publishAlarms(serial: string): void {
    const { alarm } = deviceTopics(this.#prefix, serial);
    if (this.#list.has(alarm, 'own')) this.#publish(alarm, this.#options.publisher.alarmsOf(serial));
  }

  #publish(topic: string, payload: string, kind: TopicKind = 'own'): void {
    if (this.#list.add(topic, kind)) this.retained.set(topic, payload);
  }

  #clear(topic: string): void {
    if (this.#list.add(topic, 'stale')) this.retained.set(topic, EMPTY_PAYLOAD);
  }

  #last(topic: string, payload: string): PublishRequest {
    return { topic, payload, qos: this.#options.config.advanced.qos, retain: true };
  }
}
