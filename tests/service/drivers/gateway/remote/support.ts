/** Brokers that the test plays, what a Mensura publishes there, and what is made of it. */
import type { GatewayErrorCode } from '../../../../../service/contract/index.ts';
import { RemoteInstallations } from '../../../../../service/drivers/gateway/remote/remote-installations.ts';
import type { AdapterEvents } from '../../../../../service/drivers/gateway/types.ts';
import type {
  BrokerMessage,
  BrokerSource,
  Subscription,
  SubscriptionEvents,
  SubscriptionStatus,
} from '../../../../../service/support/broker-source.ts';
import { Emitter } from '../../../../../service/support/emitter.ts';
import { ManualClock } from '../../../devices/support.ts';

export const OWN = 'MSOWNOWNOWN0';
export const OTHER = 'MS0123456789';
export const THIRD = 'MSABCDEFGHJK';

function rethrow(error: unknown): never {
  throw error;
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** The `info` of docs/mqtt.md, as it stands there, of a given serial number and with given changes. */
export function infoText(serial = 'E24638', changes: (info: Info) => void = () => {}): string {
  const info = JSON.parse(
    `{"device":{"channel_list":["temperature"],"channels":{"temperature":{"period_ms":1000,"value":null}},"config":{"protocol":{"usb":true,"vcp":true}},"connections":{"usb":null,"vcp":{"port":"/dev/ttyACM0"}},"info":{"firmware_version_major":2,"firmware_version_minor":4,"product":"VCP-RTD300-CAL","serial":"E24638","vendor":"Dracal technologies inc."},"model":"VCP-RTD300-CAL/v1"},"product":{"channels":{"temperature":{"description":"Temperature","details":{"virtual":false},"label":"temperature","type":"Temperature","unit":"°C"}},"info":{"interfaces":{"usb":"USB","vcp":"Virtual COM port"},"name":"VCP-RTD300-CAL","sku":"VCP-RTD300-CAL","vendor":"Dracal technologies inc."},"model":"VCP-RTD300-CAL/v1"}}`,
  ) as Info;
  info.device.info.serial = serial;
  changes(info);
  return JSON.stringify(info);
}

/** What a test changes in an `info`. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test breaks it wherever it likes
export type Info = Record<'device' | 'product', any>;

/** An `info` with further channels, each of its own unit. */
export function climateInfo(serial: string, ...labels: string[]): string {
  return infoText(serial, ({ device, product }) => {
    for (const label of labels) {
      device.channel_list.push(label);
      device.channels[label] = { period_ms: 1000, value: null };
      const details = { virtual: label === 'dew_point' };
      product.channels[label] = { description: label, details, label, type: 'T', unit: `unit of ${label}` };
    }
  });
}

export function aboutText(installation: string): string {
  return `{"installation":"${installation}","service_name":"mensura-device-service","version":"3.7.0"}`;
}

/** A `measurement` of one or more channels. */
export function measurementText(serial: string, at: number, values: Record<string, number | null>): string {
  const units = Object.entries(values).map(([label, magnitude]) => [
    label,
    { magnitude, unit: label === 'temperature' ? '°C' : `unit of ${label}` },
  ]);
  return JSON.stringify({ serial, timestamp: new Date(at).toISOString(), values: Object.fromEntries(units) });
}

/** A fleet that is told messages, and everything it says. */
export class FleetRig {
  readonly clock = new ManualClock();
  readonly events = new Emitter<AdapterEvents>(rethrow);
  readonly notices: { code: GatewayErrorCode; text: string; remedy: string }[] = [];
  readonly fleet: RemoteInstallations;
  changes = 0;
  #said: { name: keyof AdapterEvents; payload: unknown }[] = [];

  constructor(pattern = 'lab') {
    this.fleet = new RemoteInstallations({
      pattern,
      installation: OWN,
      clock: this.clock,
      events: this.events,
      onChange: () => void (this.changes += 1),
      onNotice: (code, subject, text, remedy) => void this.notices.push({ code, text: `${subject} ${text}`, remedy }),
    });
    for (const name of ['seen', 'readings', 'rejected', 'lost'] as const) {
      this.events.on(name, (payload) => void this.#said.push({ name, payload }));
    }
    this.fleet.subscribed();
  }

  /** Something that the broker kept. */
  kept(topic: string, payload: string): void {
    this.fleet.message({ topic, payload: bytes(payload), retained: true });
  }

  /** Something that is published now. */
  now(topic: string, payload: string): void {
    this.fleet.message({ topic, payload: bytes(payload), retained: false });
  }

  /** A remote with instruments, all of it kept by the broker. */
  remote(prefix: string, installation: string, ...serials: string[]): void {
    this.kept(`${prefix}/status`, 'online');
    this.kept(`${prefix}/about`, aboutText(installation));
    for (const serial of serials) this.instrument(prefix, serial);
  }

  instrument(prefix: string, serial: string, info = infoText(serial)): void {
    this.kept(`${prefix}/${serial}/info`, info);
    this.kept(`${prefix}/${serial}/status`, 'online');
  }

  /** A reading that was taken so many milliseconds ago. */
  read(prefix: string, serial: string, values: Record<string, number | null>, ageMs = 0): void {
    this.now(`${prefix}/${serial}/measurement`, measurementText(serial, this.clock.now() - ageMs, values));
  }

  /** What was said since the last asking. */
  said(): { name: keyof AdapterEvents; payload: unknown }[] {
    return this.#said.splice(0);
  }

  /** The same, each in a few words. */
  words(): string[] {
    return this.said().map(({ name, payload }) => inWords(name, payload as never));
  }
}

function inWords(name: keyof AdapterEvents, payload: AdapterEvents['readings'] & { reason: string }): string {
  const key = `${payload.gatewaySerial} ${payload.serial}`;
  if (name === 'lost') return `lost ${key}: ${payload.reason}`;
  if (name !== 'readings') return `${name} ${key}`;
  return `read ${key} ${payload.samples.map(({ channel, magnitude }) => `${channel} ${magnitude}`).join(', ')}`;
}

/** A subscription that the test plays. */
export class PlayedSubscription implements Subscription {
  readonly events = new Emitter<SubscriptionEvents>(rethrow);
  readonly client: string;
  readonly key: string;
  readonly filters: readonly string[];
  readonly calls: string[] = [];
  status: SubscriptionStatus = { state: 'connecting', since: 0, error: null, nextRetry: null };
  /** What `stop` waits for. */
  stopping: Promise<void> = Promise.resolve();

  constructor(client: string, key: string, filters: readonly string[]) {
    this.client = client;
    this.key = key;
    this.filters = filters;
  }

  start(): void {
    this.calls.push('start');
  }

  async stop(): Promise<void> {
    this.calls.push('stop');
    await this.stopping;
  }

  connectNow(): void {
    this.calls.push('connectNow');
  }

  wake(): void {
    this.calls.push('wake');
  }

  become(state: SubscriptionStatus['state'], changes: Partial<SubscriptionStatus> = {}): void {
    this.status = { state, since: 1000, error: null, nextRetry: null, ...changes };
    this.events.emit('status', this.status);
  }

  /** The broker is there, and says what it keeps. */
  online(kept: readonly (readonly [topic: string, payload: string])[] = []): void {
    this.become('online');
    this.events.emit('subscribed', undefined);
    for (const [topic, payload] of kept) this.say(topic, payload, true);
  }

  say(topic: string, payload: string, retained = false): void {
    const message: BrokerMessage = { topic, payload: bytes(payload), retained };
    this.events.emit('message', message);
  }
}

/** MQTT clients that are there or not, and the connections that were made with them. */
export class PlayedBrokers implements BrokerSource {
  readonly changed = new Emitter<{ client: string }>(rethrow);
  readonly subscriptions: PlayedSubscription[] = [];
  clients = new Set(['my-client']);

  subscribe(client: string, key: string, filters: readonly string[]): Subscription | undefined {
    if (!this.clients.has(client)) return undefined;
    const subscription = new PlayedSubscription(client, key, filters);
    this.subscriptions.push(subscription);
    return subscription;
  }

  get newest(): PlayedSubscription {
    const subscription = this.subscriptions.at(-1);
    if (!subscription) throw new Error('Nobody has subscribed.');
    return subscription;
  }
}
