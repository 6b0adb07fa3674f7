/** A Mensura that is played: its connection to the broker, its retained topics, and its readings (docs/mqtt.md). */
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import type { RemoteInstrument } from './instrument.ts';
import { aboutPayload, channelPayload, infoPayload, measurementPayload, topicLevel } from './payloads.ts';

/** Readings that the broker has not confirmed; beyond that, moments are left out. */
const MOST_UNCONFIRMED = 1000;

const RECONNECT_MS = 1000;

/** How long the farewell may take. */
const FAREWELL_MS = 2000;

export interface MensuraOptions {
  host: string;
  port: number;
  /** Its client's name: the first levels of its topics. */
  name: string;
  installation: string;
  instruments: readonly RemoteInstrument[];
  periodMs: number;
  keepAliveS: number;
  qos: 0 | 1;
  protocolVersion: 4 | 5;
  layout: 'device' | 'channel' | 'both';
  account: { username: string; password: string } | undefined;
}

export class PlayedMensura {
  readonly options: MensuraOptions;
  #client: MqttClient | null = null;
  #unconfirmed = 0;
  #sent = 0;
  #sentReadings = 0;
  #skipped = 0;

  constructor(options: MensuraOptions) {
    this.options = options;
  }

  /** Moments that were handed to the broker since it was made. */
  get sent(): number {
    return this.#sent;
  }

  /** Channel readings of those moments. */
  get sentReadings(): number {
    return this.#sentReadings;
  }

  /** Moments that were left out, since the broker was away or behind. */
  get skipped(): number {
    return this.#skipped;
  }

  get connected(): boolean {
    return this.#client?.connected ?? false;
  }

  /** Connects and publishes what is retained; resolves when the broker confirmed it. @throws Error when it cannot */
  async start(): Promise<void> {
    if (this.#client) return;
    const { host, port, name, installation, keepAliveS, qos, protocolVersion, account, instruments } = this.options;
    const options: IClientOptions = {
      host,
      port,
      protocol: 'mqtt',
      clientId: installation,
      clean: true,
      keepalive: keepAliveS,
      protocolVersion,
      reconnectPeriod: RECONNECT_MS,
      // What a broker missed is published again on each connection, by ourselves.
      queueQoSZero: false,
      will: { topic: `${name}/status`, payload: Buffer.from('offline'), qos, retain: true },
      ...account,
    };
    for (const instrument of instruments) instrument.forget();
    const client = connect(options);
    this.#client = client;
    try {
      await firstConnection(client);
    } catch (error) {
      client.end(true);
      if (this.#client === client) this.#client = null;
      throw error;
    }
    // Later ones are reconnections, which nobody waits for.
    client.on('connect', () => void this.#introduce(client).catch(() => {}));
    // Nobody confirms what a client had left when it was killed.
    const ended = new Promise<never>((_, reject) => {
      client.once('end', () => reject(new Error(`${name} was stopped while it started.`)));
    });
    await Promise.race([this.#introduce(client), ended]);
  }

  /** Its process dies: the connection breaks without a farewell, and the broker sends the will. May be called twice. */
  kill(): void {
    const client = this.#client;
    this.#client = null;
    this.#unconfirmed = 0;
    // Ending by force destroys the socket, and nothing is sent before.
    client?.end(true);
  }

  /** Stops in good order: its status says offline first. May be called twice. */
  async stop(): Promise<void> {
    const client = this.#client;
    if (!client) return;
    this.#client = null;
    this.#unconfirmed = 0;
    if (client.connected) await this.#sayFarewell(client);
    client.end(true);
    // An end that waits for confirmations cannot be forced any more.
    client.stream.destroy();
  }

  /** An instrument is plugged in or pulled out. @throws Error when the broker is not there */
  async setPresent(instrument: RemoteInstrument, present: boolean): Promise<void> {
    instrument.present = present;
    await this.#tellStatus(this.#needed(), instrument);
  }

  /** Publishes anything under its name, as a program gone wrong would. @throws Error when the broker is not there */
  async publish(topic: string, payload: string | Buffer, retain = false): Promise<void> {
    await this.#needed().publishAsync(`${this.options.name}/${topic}`, payload, { qos: this.options.qos, retain });
  }

  /** An instrument measures now, and the broker is told. */
  measure(instrument: RemoteInstrument): void {
    const client = this.#client;
    if (!client || !instrument.present) return;
    if (!client.connected || this.#unconfirmed >= MOST_UNCONFIRMED) {
      this.#skipped += 1;
      return;
    }
    const { name, layout } = this.options;
    const at = Date.now();
    const readings = instrument.measure(at);
    if (readings.length === 0) return;
    const base = `${name}/${topicLevel(instrument.serial)}`;
    if (layout !== 'channel') {
      this.#send(client, `${base}/measurement`, measurementPayload(instrument.serial, at, readings));
    }
    if (layout !== 'device') {
      for (const reading of readings) {
        this.#send(client, `${base}/channel/${topicLevel(reading.label)}`, channelPayload(at, reading));
      }
    }
    instrument.remember(at, readings);
    this.#sent += 1;
    this.#sentReadings += readings.length;
  }

  get #retained(): { qos: 0 | 1; retain: true } {
    return { qos: this.options.qos, retain: true };
  }

  #send(client: MqttClient, topic: string, payload: string): void {
    this.#unconfirmed += 1;
    client.publish(topic, payload, { qos: this.options.qos }, () => {
      if (client === this.#client) this.#unconfirmed -= 1;
    });
  }

  /** Resolves when the connection is closed, or after a while. */
  async #sayFarewell(client: MqttClient): Promise<void> {
    await new Promise<void>((resolve) => {
      const tooLong = setTimeout(resolve, FAREWELL_MS);
      client.once('close', () => {
        clearTimeout(tooLong);
        resolve();
      });
      client.publish(`${this.options.name}/status`, 'offline', this.#retained, () => client.end());
    });
  }

  /** Everything retained, its own status first. */
  async #introduce(client: MqttClient): Promise<void> {
    const { name, installation, instruments, periodMs } = this.options;
    await Promise.all([
      client.publishAsync(`${name}/status`, 'online', this.#retained),
      client.publishAsync(`${name}/about`, aboutPayload(installation), this.#retained),
      ...instruments.flatMap((instrument, index) => [
        client.publishAsync(
          `${name}/${topicLevel(instrument.serial)}/info`,
          infoPayload({
            serial: instrument.serial,
            model: instrument.model,
            periodMs,
            port: `/dev/ttyACM${index}`,
            firmware: { major: 2, minor: 4 },
          }),
          this.#retained,
        ),
        this.#tellStatus(client, instrument),
      ]),
    ]);
  }

  async #tellStatus(client: MqttClient, { serial, present }: RemoteInstrument): Promise<void> {
    const topic = `${this.options.name}/${topicLevel(serial)}/status`;
    await client.publishAsync(topic, present ? 'online' : 'offline', this.#retained);
  }

  #needed(): MqttClient {
    if (!this.#client) throw new Error(`${this.options.name} is not running.`);
    return this.#client;
  }
}

async function firstConnection(client: MqttClient): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    // After the first connection it reconnects by itself, and `connected` says how it fares.
    client.on('error', reject);
    client.once('close', () => reject(new Error('The connection was closed.')));
    client.once('connect', () => resolve());
  });
}
