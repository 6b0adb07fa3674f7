import { open, readFile } from 'node:fs/promises';
import * as os from 'node:os';
import { homedir } from 'node:os';
import { Readable } from 'node:stream';
import { APP_VERSION_TEXT, type AppStatus } from '../contract/index.ts';
import type { DatabaseManager } from '../databases/manager.ts';
import type { DeviceState } from '../devices/device-state.ts';
import { appDeviceView } from '../devices/views.ts';
import type { HttpOptions } from '../http/options.ts';
import type { MqttManager } from '../mqtt/clients/manager.ts';
import type { NotificationManager } from '../notifications/manager.ts';
import type { DeviceSettingsStore } from '../settings/device-memory.ts';
import { type Entry, zipOf } from './zip.ts';

/** Shorter ones could be part of any text; no fixed part of the ZIP contains one. */
const MIN_SECRET = 6;

const SECRET = '[secret]';

/** A text as it is, and as in a JSON string. */
function formsOf(text: string): string[] {
  return [...new Set([text, JSON.stringify(text).slice(1, -1)])];
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

interface ScrubOptions {
  /** Every password, certificate and key. */
  secrets: readonly string[];
  /** The user's home folder. */
  home: string;
}

/** @returns a function that removes secrets from a complete text and replaces the home folder by `~` */
export function createRedactor({ secrets, home }: ScrubOptions): (text: string) => string {
  // Longest first: one may contain another.
  const forms = secrets
    .filter((secret) => secret.length >= MIN_SECRET)
    .flatMap(formsOf)
    .toSorted((one, other) => other.length - one.length);
  // The user of a service may have no home, or `/`.
  const homes = home.length > 1 ? formsOf(home).map(escaped).join('|') : undefined;
  const homePattern = homes === undefined ? undefined : new RegExp(`(?:${homes})(?![\\w.-])`, 'g');
  return (text) => {
    const without = forms.reduce((rest, form) => rest.replaceAll(form, SECRET), text);
    return homePattern ? without.replaceAll(homePattern, '~') : without;
  };
}

/** Of all log files together, in bytes. */
const MAX_BYTES = 1024 * 1024;

/** Number of old files; `mensura.log.1` is the newest. */
const OLD_FILES = 3;

/** The end of a file; undefined if it does not exist. */
async function endOf(path: string, maxBytes: number): Promise<Buffer | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    const length = Math.min(size, maxBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const bytes = buffer.subarray(0, bytesRead);
    // Skips the incomplete first line.
    return length < size ? bytes.subarray(bytes.indexOf(0x0a) + 1) : bytes;
  } finally {
    await file.close();
  }
}

/** Chunk size, in characters. */
const PIECE = 64 * 1024;

/** Whole lines, oldest first. */
function* piecesOf(bytes: Buffer): Generator<string> {
  let piece = '';
  for (const line of bytes.toString('utf8').split(/(?<=\n)/)) {
    piece += line;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** @param path of the current log file */
export async function* logTail(path: string): AsyncGenerator<string, void, undefined> {
  const ends: Buffer[] = [];
  let left = MAX_BYTES;
  for (let age = 0; age <= OLD_FILES && left > 0; age += 1) {
    const end = await endOf(age === 0 ? path : `${path}.${age}`, left);
    if (!end) continue;
    ends.unshift(end);
    left -= end.length;
  }
  for (const end of ends) yield* piecesOf(end);
}

export interface DiagnosticsOptions
  extends Pick<
    HttpOptions,
    | 'host'
    | 'registry'
    | 'settings'
    | 'gateways'
    | 'alarms'
    | 'corrections'
    | 'computed'
    | 'runPlans'
    | 'history'
    | 'checks'
    | 'log'
    | 'clock'
  > {
  /** Flags and options of this run, without secrets. */
  started: object;
  devices: Pick<DeviceSettingsStore, 'get' | 'all'>;
  mqtt: Pick<MqttManager, 'list' | 'secretTexts'>;
  databases: Pick<DatabaseManager, 'list' | 'secretTexts'>;
  destinations: Pick<NotificationManager, 'list' | 'secretTexts'>;
  /** The user's home folder. */
  home?: string;
}

const README = `Mensura diagnostics: versions, settings, devices, MQTT clients, gateways, databases, alarms,
notification destinations, corrections, computed channels, automatic runs, system checks and recent log lines.
Passwords, tokens, certificates and keys are not included. Your home folder is shown as ~. Names, notes, hosts and broker user
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
  const { registry, devices, settings, mqtt, gateways, databases, alarms, checks, log } = options;
  const { destinations, corrections, computed, runPlans, history } = options;
  const deviceView = (device: DeviceState): object =>
    appDeviceView(device, {
      ...devices.get(device.description),
      canSwitchProtocol: registry.canSwitchProtocol(device.description),
    });
  const attached = (): DeviceState[] => registry.all();
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
    file('databases.json', () => databases.list()),
    file('destinations.json', () => destinations.list()),
    file('alarms.json', () => alarms.list()),
    { name: 'corrections.jsonl', pieces: () => jsonLines(corrections.list()) },
    { name: 'computed.jsonl', pieces: () => jsonLines(computed.list()) },
    { name: 'run-plans.jsonl', pieces: () => jsonLines(runPlans.list()) },
    file('history.json', () => history.figures()),
    file('checks.json', () => checks.run()),
    { name: 'log-of-this-run.jsonl', pieces: () => jsonLines(log.read(everything).entries) },
    { name: 'mensura.log', pieces: () => logTail(log.read({ ...everything, limit: 1 }).file) },
  ];
}

/** Created while it is read: little of it is in memory at a time. */
export function createDiagnostics(options: DiagnosticsOptions): HttpOptions['diagnostics'] {
  const { mqtt, databases, destinations, clock, home = homedir() } = options;
  return {
    open: (status) => {
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      const secrets = [mqtt, databases, destinations].flatMap((manager) => manager.secretTexts());
      const scrub = createRedactor({ secrets, home });
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
