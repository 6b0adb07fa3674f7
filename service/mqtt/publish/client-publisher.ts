import { APP_VERSION_TEXT, clientTopics, deviceTopics, levelText } from '../../contract/index.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { canonicalJson } from '../../support/canonical-json.ts';
import type { Logger } from '../../support/logger.ts';
import type { ClientConfig, PublishedDevice, PublishRequest } from '../types.ts';
import type { DevicePublisher } from './device-publisher.ts';
import { Announcements } from './discovery/announcements.ts';
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
  logger: Logger;
}

/** The messages of one client (docs/mqtt.md): readings for its outbox, and its retained topics, newest payload only. */
export class ClientPublisher {
  readonly #options: ClientPublisherOptions;
  readonly #prefix: string;
  readonly #status: string;
  readonly #about: string;
  readonly #readings: ReadingPublisher;
  readonly #announcements: Announcements | undefined;
  readonly #list: TopicList;
  readonly retained: RetainedTopics;
  #endListening: (() => void) | undefined;
  #endings: (() => void)[] = [];
  #isStarted = false;
  #isStopped = false;

  constructor(options: ClientPublisherOptions) {
    const { config, installation, outbox, folder, logger } = options;
    const { identifier, fields, advanced } = config;
    const { host, port, name: prefix } = fields;
    const { layout, qos, discovery, discovery_prefix } = advanced;
    this.#options = options;
    this.#prefix = prefix;
    ({ status: this.#status, about: this.#about } = clientTopics(prefix));
    this.#readings = new ReadingPublisher(layout, outbox);
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
    this.#endListening ??= this.#options.publisher.events.on('sampleSet', this.#readings.publish);
  }

  /** Stops queueing readings. */
  unsubscribe(): void {
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
    this.#announcements?.recall(this.#list.of('discovery'));
    this.#publish(this.#status, ONLINE);
    this.#publish(this.#about, canonicalJson({ installation, service_name: SERVICE_NAME, version: APP_VERSION_TEXT }));
    for (const device of publisher.devices.values()) this.#appear(device);
    for (const topic of leftBehind) if (this.retained.get(topic) === undefined) this.#correct(topic);
    for (const topic of this.#list.of('stale')) this.retained.set(topic, EMPTY_PAYLOAD);
  }

  /** Corrects retained topics of an earlier run for a device that is not connected. */
  #correct(topic: string): void {
    const [level = '', name] = topic.slice(this.#prefix.length + 1).split('/');
    if (name === 'status') this.#publish(topic, OFFLINE);
    const serial = name === 'alarm' ? levelText(level) : undefined;
    if (serial !== undefined) this.#publish(topic, this.#options.publisher.alarmsOf(serial));
  }

  #appear(device: PublishedDevice): void {
    const { info, status, alarm } = deviceTopics(this.#prefix, device.serial);
    this.#publish(info, device.info);
    this.#publish(status, ONLINE);
    this.#publish(alarm, this.#options.publisher.alarmsOf(device.serial));
    if (!this.#announcements) return;
    const { current, former } = this.#announcements.of(device);
    for (const [topic, payload] of current) this.#publish(topic, payload, 'discovery');
    for (const topic of former) this.#clear(topic);
  }

  #leave(serial: string): void {
    this.#readings.removeDevice(serial);
    this.#publish(deviceTopics(this.#prefix, serial).status, OFFLINE);
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
