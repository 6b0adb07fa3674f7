import { readFile } from 'node:fs/promises';
import * as os from 'node:os';
import { homedir } from 'node:os';
import { Readable } from 'node:stream';
import {
  type Alarms,
  APP_VERSION_TEXT,
  type AppStatus,
  type Gateways,
  type HistoryStorage,
  type MqttClients,
  type SavedDeviceSettings,
} from '../contract/index.ts';
import type { DeviceState } from '../devices/device-state.ts';
import type { Registry } from '../devices/registry.ts';
import { appDeviceView } from '../devices/views.ts';
import type {
  DeviceSettings,
  DiagnosticsSource,
  LogSource,
  SettingsAdministration,
  SystemChecks,
} from '../http/options.ts';
import type { Clock } from '../support/clock.ts';
import { logTail } from './log-tail.ts';
import { createRedactor } from './scrub.ts';
import { type Entry, zipOf } from './zip.ts';

export interface DiagnosticsOptions {
  host: 'desktop' | 'headless';
  /** Flags and options of this run, without secrets. */
  started: object;
  registry: Registry;
  devices: Pick<DeviceSettings, 'get'> & { all(): Readonly<Record<string, SavedDeviceSettings>> };
  settings: Pick<SettingsAdministration, 'get' | 'facts'>;
  mqtt: { list(): MqttClients; secretTexts(): string[] };
  gateways: { list(): Gateways };
  alarms: { list(): Alarms };
  history: { figures(): HistoryStorage };
  checks: SystemChecks;
  log: LogSource;
  clock: Clock;
  /** The user's home folder. */
  home?: string;
}

const README = `Mensura diagnostics: versions, settings, devices, MQTT clients, gateways, alarms, system checks and recent log lines.
Passwords, certificates and keys are not included. Your home folder is shown as ~. Names, notes, hosts and broker user
names are included as entered. Review the files before sharing them.
`;

/** Devices or log lines per chunk. */
const BATCH = 100;

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** One JSON text per line, in chunks. */
function* jsonLines(values: readonly unknown[], view: (value: never) => unknown = (value) => value): Generator<string> {
  for (let at = 0; at < values.length; at += BATCH) {
    const batch = values.slice(at, at + BATCH);
    yield batch.map((value) => `${JSON.stringify(view(value as never))}\n`).join('');
  }
}

async function* later(make: () => unknown): AsyncGenerator<string, void, undefined> {
  yield json(await make());
}

function entriesOf(options: DiagnosticsOptions, status: AppStatus): Entry[] {
  const { registry, devices, settings, mqtt, gateways, alarms, history, checks, log } = options;
  const deviceView = (device: DeviceState): object =>
    appDeviceView(device, {
      ...devices.get(device.description),
      canSwitchProtocol: registry.canSwitchProtocol(device.description),
    });
  const attached = (): DeviceState[] => [...registry.list('usb'), ...registry.list('gateway')];
  const everything = {
    level: 'debug',
    after: 0,
    before: Number.MAX_SAFE_INTEGER,
    limit: Number.MAX_SAFE_INTEGER,
  } as const;
  const file = (name: string, make: () => unknown): Entry => ({ name, pieces: () => later(make) });
  return [
    { name: 'README.txt', pieces: () => [README] },
    file('about.json', () => systemInfo(options.host, options.started)),
    file('status.json', () => status),
    file('settings.json', () => ({ settings: settings.get(), ...settings.facts() })),
    { name: 'devices.jsonl', pieces: () => jsonLines(attached(), deviceView) },
    { name: 'remembered-devices.jsonl', pieces: () => jsonLines(Object.entries(devices.all())) },
    file('mqtt.json', () => mqtt.list()),
    file('gateways.json', () => gateways.list()),
    file('alarms.json', () => alarms.list()),
    file('history.json', () => history.figures()),
    file('checks.json', () => checks.run()),
    { name: 'log-of-this-run.jsonl', pieces: () => jsonLines(log.read(everything).entries) },
    { name: 'mensura.log', pieces: () => logTail(log.read({ ...everything, limit: 1 }).file) },
  ];
}

/** Created while it is read: little of it is in memory at a time. */
export function createDiagnostics(options: DiagnosticsOptions): DiagnosticsSource {
  const { mqtt, clock, home = homedir() } = options;
  return {
    open: (status) => {
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      const scrub = createRedactor({ secrets: mqtt.secretTexts(), home });
      return {
        file: `mensura-diagnostics-${day}.zip`,
        stream: Readable.from(zipOf(entriesOf(options, status), scrub)),
      };
    },
  };
}

/** The distribution's name (os-release(5)); empty except on Linux. */
async function distribution(): Promise<string> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /^PRETTY_NAME="?([^"\n]*)/m.exec(text)?.[1] ?? '';
}

/**
 * @param started flags and options of this run, without secrets
 * @param env only the names of our own variables are included
 */
async function systemInfo(
  host: 'desktop' | 'headless',
  started: object,
  env: NodeJS.ProcessEnv = process.env,
): Promise<object> {
  return {
    release: APP_VERSION_TEXT,
    host,
    started_with: started,
    environment: Object.keys(env).filter((name) => name.startsWith('MENSURA_')),
    versions: process.versions,
    system: {
      platform: process.platform,
      arch: process.arch,
      type: os.type(),
      kernel: os.release(),
      version: os.version(),
      distribution: await distribution(),
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      processors: os.cpus().length,
      memory_bytes: os.totalmem(),
      free_memory_bytes: os.freemem(),
      running_s: Math.round(os.uptime()),
    },
    process: {
      running_s: Math.round(process.uptime()),
      memory: process.memoryUsage(),
      as_root: process.getuid?.() === 0,
    },
  };
}
