/** A real HTTP service on a free port, over a registry that the test plays. */
import { Readable } from 'node:stream';
import {
  type ChannelName,
  type DevicePatch,
  type GatewayOffers,
  type Settings,
  type SettingsFacts,
  type SettingsPatch,
  settingsSchema,
} from '../../../../service/contract/index.ts';
import { type DeviceKey, keyText } from '../../../../service/devices/instrument.ts';
import { Exports } from '../../../../service/history/export/index.ts';
import {
  createHttpServer,
  type DeviceSettings,
  type HttpOptions,
  type OpenedPort,
  type SettingsAdministration,
} from '../../../../service/http/index.ts';
import { LogRing } from '../../../../service/log/log-ring.ts';
import { Emitter } from '../../../../service/support/emitter.ts';
import { silentLogger } from '../../../../service/support/logger.ts';
import { createBench, describePth, type RegistryBench } from '../../devices/support.ts';
import { memorySource } from '../../history/export/support/memory-source.ts';
import { PlayedAlarms } from './played-alarms.ts';
import { PlayedGateways } from './played-gateways.ts';
import { PlayedHistory } from './played-history.ts';
import { PlayedMaintenance } from './played-maintenance.ts';
import { PlayedMqtt } from './played-mqtt.ts';

/** Settings of devices in memory. */
export class PlayedSettings implements DeviceSettings {
  readonly events = new Emitter<{ changed: DeviceKey }>((error) => {
    throw error;
  });
  readonly patches: [string, DevicePatch][] = [];
  readonly #kept = new Map<string, ReturnType<DeviceSettings['get']>>();
  /** What the next patch fails with. */
  failure: Error | undefined;

  get(key: DeviceKey): { alias: string; note: string; channelNames: Record<string, ChannelName> } {
    return this.#kept.get(keyText(key)) ?? { alias: '', note: '', channelNames: {} };
  }

  async patch(key: DeviceKey, patch: DevicePatch): Promise<void> {
    if (this.failure) throw this.failure;
    this.patches.push([keyText(key), patch]);
    const known = this.get(key);
    const named = Object.entries(patch.channels ?? {}).map(
      ([label, { alias = '', note = '' }]) => [label, { alias, note }] as const,
    );
    this.#kept.set(keyText(key), {
      alias: patch.alias ?? known.alias,
      note: patch.note ?? known.note,
      channelNames: { ...known.channelNames, ...Object.fromEntries(named) },
    });
    this.events.emit('changed', key);
  }
}

/** Settings of the installation in memory. */
export class PlayedInstallation implements SettingsAdministration {
  readonly events = new Emitter<{ changed: Settings }>((error) => {
    throw error;
  });
  readonly patches: SettingsPatch[] = [];
  #settings = settingsSchema.parse({});

  get(): Settings {
    return this.#settings;
  }

  facts(): SettingsFacts {
    return {
      data_folder: '/played',
      settings_file: '/played/settings.json',
      platform: 'other',
      knows_other_users: false,
      overridden: {},
      pending: [],
    };
  }

  async patch(patch: SettingsPatch): Promise<Settings> {
    this.patches.push(patch);
    this.#settings = settingsSchema.parse({ ...this.#settings, ...patch });
    this.events.emit('changed', this.#settings);
    return this.#settings;
  }
}

export interface Host extends RegistryBench {
  settings: PlayedSettings;
  installation: PlayedInstallation;
  mqtt: PlayedMqtt;
  gateways: PlayedGateways;
  alarms: PlayedAlarms;
  history: PlayedHistory;
  maintenance: PlayedMaintenance;
  /** What is answered of discovery. */
  found: { offers: GatewayOffers };
  port: number;
  url: string;
  /** Opens another port. */
  open(port: number): Promise<OpenedPort>;
  stop(): Promise<void>;
  /** Attaches a USB instrument, and lets it measure a temperature unless told not to. */
  attach(serial: string, temperature?: number | null): void;
  measure(serial: string, temperature: number | null): void;
}

export async function startHost(changes: Partial<HttpOptions> = {}): Promise<Host> {
  const bench = createBench();
  const settings = new PlayedSettings();
  const installation = new PlayedInstallation();
  const mqtt = new PlayedMqtt();
  const gateways = new PlayedGateways();
  const alarms = new PlayedAlarms();
  const history = new PlayedHistory();
  const maintenance = new PlayedMaintenance();
  const found: Host['found'] = { offers: { enabled: false, offers: [] } };
  const server = createHttpServer({
    registry: bench.registry,
    devices: settings,
    settings: installation,
    mqtt,
    gateways,
    alarms,
    history,
    exports: new Exports({ source: memorySource([]), logger: silentLogger }),
    discovery: { offers: () => found.offers },
    maintenance,
    log: new LogRing({ file: '/played/log' }),
    checks: { run: async () => ({ checks: [] }) },
    diagnostics: { open: () => ({ file: 'played.zip', stream: Readable.from(['PK']) }) },
    port: 0,
    allowedOrigins: () => new Set(),
    rendererDir: undefined,
    host: 'headless',
    clock: bench.clock,
    logger: silentLogger,
    onLeave: () => {},
    proveInstance: (challenge) => `proof of ${challenge}`,
    describePortHolder: async () => 'a test',
    ...changes,
  });
  const { port, url } = await server.start();
  const measure = (serial: string, temperature: number | null): void =>
    bench.driver.events.emit('readings', {
      family: 'usb',
      serial,
      at: bench.clock.now(),
      samples: [{ channel: 'temperature', magnitude: temperature }],
    });
  return {
    ...bench,
    settings,
    installation,
    mqtt,
    gateways,
    alarms,
    history,
    maintenance,
    found,
    port,
    url,
    open: async (another) => {
      const opened = await server.open(another);
      if (!opened) throw new Error(`The port is ${another} already.`);
      return opened;
    },
    stop: () => server.stop(),
    measure,
    attach: (serial, temperature) => {
      bench.driver.events.emit('attached', describePth(serial));
      if (temperature !== undefined) measure(serial, temperature);
    },
  };
}
