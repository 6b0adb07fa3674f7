/** Many Mensuras with many instruments, played over a broker as docs/mqtt.md says: the load for who reads there. */
import { Beat } from './remote/beat.ts';
import { RemoteInstrument, type ToldMoment } from './remote/instrument.ts';
import { type MensuraOptions, PlayedMensura } from './remote/mensura.ts';
import { REMOTE_MODELS, type RemoteModel } from './remote/models.ts';

/** How many connect at the same time. */
const CONNECT_AT_ONCE = 25;

export interface RemotesOptions {
  /** The broker; default 127.0.0.1. */
  host?: string;
  port: number;
  /** The name of each, under which it publishes, from 0; default `fleet/r0`, `fleet/r1`... */
  prefix?: (remote: number) => string;
  /** How many, from 1 to 10000. */
  remotes: number;
  /** How many instruments each has, the models in turn. */
  instruments: number;
  /** How often each instrument measures, in milliseconds; they are spread over it. */
  periodMs: number;
  /** Serial numbers; default `E10000` and on, all different. */
  serial?: (remote: number, instrument: number) => string;
  /** Default `MS0000000000` and on. */
  installation?: (remote: number) => string;
  /** Default RTD300 and PTH450 in turn. */
  model?: (remote: number, instrument: number) => RemoteModel;
  /** Seconds; default 60. */
  keepAliveS?: number;
  /** Default 1. */
  qos?: 0 | 1;
  /** Default 4 (MQTT 3.1.1). */
  protocolVersion?: 4 | 5;
  /** Where the readings go; default `device`. */
  layout?: MensuraOptions['layout'];
  account?: { username: string; password: string };
}

/** Remotes at work. Each is named by its number, from 0. */
export class Remotes {
  readonly #remotes: readonly PlayedMensura[];
  readonly #beat: Beat;

  constructor(remotes: readonly PlayedMensura[], periodMs: number) {
    this.#remotes = remotes;
    const places = remotes.flatMap((remote) =>
      remote.options.instruments.map((instrument) => ({ remote, instrument })),
    );
    this.#beat = new Beat(places.length, periodMs, (index) => {
      const place = places[index];
      if (place) place.remote.measure(place.instrument);
    });
  }

  /** Connects all of them, and lets them measure. @throws Error when one cannot connect; then none is connected */
  async start(): Promise<void> {
    try {
      for (let first = 0; first < this.#remotes.length; first += CONNECT_AT_ONCE) {
        await Promise.all(this.#remotes.slice(first, first + CONNECT_AT_ONCE).map((remote) => remote.start()));
      }
    } catch (error) {
      for (const remote of this.#remotes) remote.kill();
      throw error;
    }
    this.#beat.start();
  }

  /** Moments that were handed to the broker. */
  get sent(): number {
    return this.#remotes.reduce((sum, { sent }) => sum + sent, 0);
  }

  /** Channel readings of those moments. */
  get sentReadings(): number {
    return this.#remotes.reduce((sum, { sentReadings }) => sum + sentReadings, 0);
  }

  /** Stops measuring, and stays connected. May be called twice. */
  pause(): void {
    this.#beat.stop();
  }

  /** Measures again. May be called twice. */
  resume(): void {
    this.#beat.start();
  }

  /** Moments that were left out, since a broker was away or behind, or this process too slow. */
  get skipped(): number {
    return this.#remotes.reduce((sum, { skipped }) => sum + skipped, this.#beat.skipped);
  }

  /** How many are connected. */
  get connected(): number {
    return this.#remotes.filter(({ connected }) => connected).length;
  }

  /** The name under which it publishes. */
  nameOf(remote: number): string {
    return this.#remote(remote).options.name;
  }

  installationOf(remote: number): string {
    return this.#remote(remote).options.installation;
  }

  serialsOf(remote: number): string[] {
    return this.#remote(remote).options.instruments.map(({ serial }) => serial);
  }

  /** What an instrument told, oldest first, the newest twenty moments. */
  told(remote: number, serial: string): readonly ToldMoment[] {
    return this.#instrument(remote, serial).told;
  }

  /** Its process dies: the broker sends its will. */
  kill(remote: number): void {
    this.#remote(remote).kill();
  }

  /** Starts it, after a `kill` or a `halt`. */
  async restart(remote: number): Promise<void> {
    await this.#remote(remote).start();
  }

  /** Stops one in good order. */
  async halt(remote: number): Promise<void> {
    await this.#remote(remote).stop();
  }

  /** A real channel has no valid value any more, from its next moment on. */
  failSensor(remote: number, serial: string, channel: string): void {
    this.#instrument(remote, serial).fail(channel);
  }

  healSensor(remote: number, serial: string, channel: string): void {
    this.#instrument(remote, serial).heal(channel);
  }

  async unplug(remote: number, serial: string): Promise<void> {
    await this.#remote(remote).setPresent(this.#instrument(remote, serial), false);
  }

  async plug(remote: number, serial: string): Promise<void> {
    await this.#remote(remote).setPresent(this.#instrument(remote, serial), true);
  }

  /** Publishes anything under its name: nonsense, or a flood. */
  async publish(remote: number, topic: string, payload: string | Buffer, retain = false): Promise<void> {
    await this.#remote(remote).publish(topic, payload, retain);
  }

  /** Stops all in good order. May be called twice. */
  async stop(): Promise<void> {
    this.#beat.stop();
    await Promise.all(this.#remotes.map((remote) => remote.stop()));
  }

  #remote(remote: number): PlayedMensura {
    const found = this.#remotes[remote];
    if (!found) throw new Error(`There is no remote ${remote}.`);
    return found;
  }

  #instrument(remote: number, serial: string): RemoteInstrument {
    const found = this.#remote(remote).options.instruments.find((instrument) => instrument.serial === serial);
    if (!found) throw new Error(`Remote ${remote} has no ${serial}.`);
    return found;
  }
}

/** Plays them; resolves when the broker knows all that is retained. @throws Error when one cannot connect */
export async function playRemotes(options: RemotesOptions): Promise<Remotes> {
  const {
    host = '127.0.0.1',
    port,
    prefix = (remote) => `fleet/r${remote}`,
    periodMs,
    serial = (remote, index) => `E${10_000 + remote * options.instruments + index}`,
    installation = (remote) => `MS${String(remote).padStart(10, '0')}`,
    model = (_, index) => REMOTE_MODELS[index % REMOTE_MODELS.length] as RemoteModel,
    keepAliveS = 60,
    qos = 1,
    protocolVersion = 4,
    layout = 'device',
    account,
  } = options;
  const remotes = Array.from({ length: options.remotes }, (_, remote) => {
    const instruments = Array.from({ length: options.instruments }, (__, index) => {
      const phase = (remote * options.instruments + index) / (options.remotes * options.instruments);
      return new RemoteInstrument(serial(remote, index), model(remote, index), phase);
    });
    const name = prefix(remote);
    const common = { host, port, periodMs, keepAliveS, qos, protocolVersion, layout, account };
    return new PlayedMensura({ ...common, name, installation: installation(remote), instruments });
  });
  const played = new Remotes(remotes, periodMs);
  await played.start();
  return played;
}
