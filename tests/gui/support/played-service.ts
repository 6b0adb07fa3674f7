/**
 * The real HTTP server with the built GUI, over administrations that are played: for states that the real service cannot
 * be brought into on demand.
 */
import { join } from 'node:path';
import { DIST } from '../../../build/paths.ts';
import type {
  AppDevice,
  AppStatus,
  DevicePatch,
  HistoryStorage,
  Problem,
  ProtocolName,
  StreamEvents,
} from '../../../service/contract/index.ts';
import type { ProblemReport } from '../../../service/devices/problems.ts';
import { Registry } from '../../../service/devices/registry.ts';
import { appDeviceView } from '../../../service/devices/views.ts';
import { createHttpServer, type HttpServer } from '../../../service/http/server.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { PlayedDriver } from '../../service/devices/support.ts';
import { STORAGE } from '../../support/played/history.ts';
import { someBackup } from '../../support/played/maintenance.ts';
import type { Asked, Decided, Played } from '../../support/played/played.ts';
import { PlayedWorld } from '../../support/played/world.ts';
import { clientStatus } from '../../support/views/clients.ts';
import { databaseStatus } from '../../support/views/databases.ts';
import { destinationStatus } from '../../support/views/destinations.ts';
import { gatewayStatus } from '../../support/views/gateways.ts';
import { Front } from './front.ts';

/** As soon as the page is gone nobody waits for an answer. In milliseconds. */
const STOP_MS = 50;

const GIB = 1024 ** 3;
const DAY_MS = 86_400_000;

export class PlayedService extends PlayedWorld {
  /** What the status says beside or instead of the usual. */
  status: Partial<AppStatus> = {};
  /** How far its clock is ahead of this computer's, in milliseconds. */
  aheadMs = 0;
  /** Decides about a change; by default it is made. */
  onPatch: ((device: AppDevice, patch: DevicePatch) => Decided) | undefined;
  /** Decides about a switch of the protocol; by default the instrument is told, and its fate is the test's. */
  onSwitch: ((device: AppDevice, wanted: ProtocolName) => Decided | Promise<Decided>) | undefined;
  readonly #clock = { now: () => Date.now() + this.aheadMs, monotonic: () => performance.now() };
  readonly #registry = new Registry({ clock: this.#clock, logger: silentLogger });
  readonly #known = this.knownDevices({ registry: this.#registry, clock: this.#clock });
  readonly #driver = new PlayedDriver();
  /** Its instruments cannot be told to switch. */
  readonly #fixed: PlayedDriver = Object.defineProperty(new PlayedDriver('fixed'), 'setProtocol', { value: undefined });
  #server: HttpServer | undefined;
  readonly #front: Front;
  readonly #ownsFront: boolean;
  /** What begins the paths that each administration answers; the first that fits. */
  readonly #answering: readonly (readonly [beginning: string, Played])[] = [
    ['mqtt/', this.mqtt],
    ['gateways', this.gateways],
    ['databases', this.databases],
    ['alarms', this.alarms],
    ['destinations', this.destinations],
    ['dashboards', this.dashboards],
    ['runs', this.runs],
    ['run-plans', this.runPlans],
    ['computed', this.computed],
    ['serial-ports', this.serialPorts],
    ['history', this.history],
    ['markers', this.history],
    ['export', this.exports],
    ['settings', this.settings],
    ['log', this.log],
    ['diagnostics', this.log],
    ['devices', this.devices],
    ...['backup', 'restore', 'reset'].map((path) => [path, this.maintenance] as const),
  ];

  /** @param front one that listens, and goes on when this ends; undefined for one of its own */
  constructor(front?: Front) {
    super();
    this.#front = front ?? new Front();
    this.#ownsFront = front === undefined;
    this.#driver.connect(this.#registry);
    this.#fixed.connect(this.#registry);
    this.#known.start();
    this.mqtt.simulatedPublished = true;
    this.mqtt.first = clientStatus();
    this.gateways.first = gatewayStatus();
    this.databases.first = databaseStatus();
    this.destinations.first = destinationStatus();
    this.maintenance.stored = someBackup();
    this.history.facts = someStorage();
    this.checks = [
      { id: 'usb', title: 'USB', state: 'ok', text: 'Instruments in USB mode can be looked for.', remedy: '' },
    ];
  }

  get url(): string {
    return this.#front.url;
  }

  /** How many event streams are open. */
  get streams(): number {
    return this.#front.streams;
  }

  /** What instruments were asked to speak, in order: `usb/E1 vcp`. */
  get switches(): string[] {
    return this.devices.asked
      .filter(({ path }) => path.endsWith('/protocol'))
      .map(({ path, body }) => `${keyIn(path)} ${(body as { protocol: ProtocolName }).protocol}`);
  }

  get problems(): Problem[] {
    return this.#registry.problems();
  }

  /** Replaces them. */
  set problems(problems: readonly Problem[]) {
    for (const problem of this.problems) this.clear(problem);
    for (const problem of problems) this.raise(problem);
  }

  /** After a stop it is there again, with all that it had. */
  async start(): Promise<void> {
    this.#known.start();
    const server = createHttpServer({
      ...this.options({ registry: this.#registry, clock: this.#clock }),
      rendererDir: join(DIST, 'renderer'),
      limits: { stopMs: STOP_MS },
    });
    this.#server = server;
    const { port } = await server.start();
    this.#front.behind = {
      port,
      decide: (asked) => this.#decide(asked),
      status: () => ({ address: this.url, ...this.status }),
    };
    if (this.#ownsFront) await this.#front.start();
  }

  async stop(): Promise<void> {
    if (this.#ownsFront) await this.#front.stop();
    this.#front.behind = undefined;
    await this.#server?.stop();
    await this.#known.stop();
  }

  /** @param key family and serial: `usb/E1` */
  device(key: string): AppDevice | undefined {
    const family = key.startsWith('usb/') ? 'usb' : 'gateway';
    const serial = key.slice(family.length + 1);
    const state = this.#registry.get({ family, serial });
    return (
      state &&
      appDeviceView(state, {
        ...this.devices.get({ family, serial }),
        canSwitchProtocol: this.#registry.canSwitchProtocol({ family, serial }),
      })
    );
  }

  /** Attaches a device, or makes it another, and has it measure what it shows. */
  put(device: AppDevice): void {
    const { family, serial, state, alias, note, group, favorite, channel_names: channelNames } = device;
    const { last_reading: at } = device;
    const known = this.#registry.get({ family, serial });
    if (state === 'starting' && known && known.state !== 'starting') this.remove(device);
    const seaLevelPressure = { effective: device.sea_level_pressure_pa, own: device.own_sea_level_pressure_pa };
    this.devices.put({ family, serial }, { alias, note, group, favorite, channelNames, seaLevelPressure });
    const { connections, config, info, channels } = device.device;
    const source = device.can_switch_protocol ? this.#driver : this.#fixed;
    source.events.emit('attached', {
      family,
      serial,
      product: device.product,
      vendor: info.vendor,
      productName: info.product,
      firmware: { major: info.firmware_version_major, minor: info.firmware_version_minor },
      connections,
      protocols: config.protocol,
      protocol: device.protocol,
      periodMs: Object.values(channels)[0]?.period_ms ?? 1000,
      simulated: device.simulated,
      labels: device.channel_labels,
      alsoBehind: device.also_behind,
    });
    if (state === 'starting') return;
    const samples = Object.entries(channels).map(([channel, { value }]) => {
      const magnitude = value?.magnitude ?? null;
      const reason = device.reasons[channel];
      return reason === undefined ? { channel, magnitude } : { channel, magnitude, reason };
    });
    source.events.emit('readings', { family, serial, at: Date.parse(at ?? ''), samples });
    const changed = this.#registry.get({ family, serial });
    if (state === 'silent' && changed?.checkSilence(Number.POSITIVE_INFINITY)) {
      this.#registry.events.emit('changed', changed);
    }
  }

  /** Takes a device away. */
  remove({ family, serial }: Pick<AppDevice, 'family' | 'serial'>, reason = 'unplugged'): void {
    for (const source of [this.#driver, this.#fixed]) source.events.emit('detached', { family, serial, reason });
  }

  raise(problem: Omit<Problem, 'since'>): void {
    this.#registry.raise(problem as ProblemReport);
  }

  clear(problem: Problem): void {
    this.#registry.clear(problem as ProblemReport);
  }

  /** Has a device measure; other events, which no service would send like this, are told as they are. */
  send<Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]): void {
    if (name === 'readings') this.#measure(data as StreamEvents['readings']);
    else this.#front.tell(name, data);
  }

  #measure({ family, serial, timestamp, values }: StreamEvents['readings']): void {
    const samples = Object.entries(values).map(([channel, { magnitude }]) => ({ channel, magnitude }));
    for (const source of [this.#driver, this.#fixed]) {
      source.events.emit('readings', { family, serial, at: Date.parse(timestamp), samples });
    }
  }

  async #decide(asked: Asked): Promise<Decided | undefined> {
    const played = this.#answering.find(([beginning]) => asked.path.startsWith(beginning))?.[1];
    if (!played) return undefined;
    const noted = { ...asked, path: asked.path.replace(/^mqtt\//, '') };
    played.asked.push(noted);
    const device = played === this.devices ? this.device(keyIn(asked.path)) : undefined;
    if (device && asked.method === 'PATCH') return this.onPatch?.(device, asked.body as DevicePatch);
    if (device && asked.path.endsWith('/protocol')) {
      return this.onSwitch?.(device, (asked.body as { protocol: ProtocolName }).protocol);
    }
    return played.onAsked?.(noted);
  }
}

/** By the clock of the day: the limits that it is held against go by that, too. */
function someStorage(): HistoryStorage {
  const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
  return {
    ...STORAGE,
    bytes: 3.2 * GIB,
    free_bytes: 75 * GIB,
    channels: 12,
    oldest_reading: daysAgo(80),
    oldest_minute: daysAgo(600),
    oldest_hour: daysAgo(1000),
    stored_total: 1_284_100,
    pending: 12,
    bytes_per_reading: 5.4,
    readings_per_second: 80,
    expected_bytes: 8 * GIB,
    reaches_days: 112,
  };
}

/** Family and serial of a device in a path below `devices/`. */
function keyIn(path: string): string {
  return path.replace(/^devices\//, '').replace(/\/protocol$/, '');
}
