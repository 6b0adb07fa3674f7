/**
 * A service that says exactly what a test wants: the built GUI, the event stream, the status, the routes that change a
 * device, and those of MQTT, of gateways, of alarms, of the history and of the settings. For states that the real one
 * cannot be brought into on demand.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { DIST } from '../../../build/paths.ts';
import {
  type AppDevice,
  type AppStatus,
  type Check,
  type DevicePatch,
  type ProtocolName,
  protocolSwitchSchema,
  type StreamEvents,
  type Trouble,
} from '../../../service/contract/index.ts';
import { openApiDocument } from '../../../service/http/openapi/document.ts';
import { guiPolicy, type PagePolicy } from '../../../service/http/pages/security-headers.ts';
import { FakeAlarms } from './fake-alarms.ts';
import { FakeExports } from './fake-exports.ts';
import { FakeGateways } from './fake-gateways.ts';
import { FakeHistory } from './fake-history.ts';
import { FakeLog } from './fake-log.ts';
import { FakeMqtt } from './fake-mqtt.ts';
import { FakeSettings } from './fake-settings.ts';
import { FakeSettingsBackup } from './fake-settings-backup.ts';
import { FakeStorage } from './fake-storage.ts';
import type { PlayedRoutes } from './played-routes.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const APP = '/app/v1/';

const MQTT = `${APP}mqtt/`;

const GATEWAYS = `${APP}gateways`;

const ALARMS = `${APP}alarms`;

const HISTORY = [`${APP}history`, `${APP}markers`];

const STORAGE = [`${APP}history/storage`, `${APP}history/devices/`];

const EXPORTS = `${APP}export`;

const SETTINGS = `${APP}settings`;

const BACKUP: ReadonlySet<string> = new Set(
  ['backup', 'restore', 'restore/preview', 'reset'].map((path) => APP + path),
);

/** The page gives a stream up after three times as long without a byte. As the service has it, in milliseconds. */
const HEARTBEAT_MS = 15_000;

const LOG: ReadonlySet<string> = new Set([`${APP}log`, `${APP}diagnostics`]);

/** What the service says of its own routes. */
const DOCUMENT = '/openapi.json';

/** Ends the paths at which instruments are told to speak another protocol. */
const PROTOCOL = /^\/app\/v1\/devices\/(?<key>[^/]+\/[^/]+)\/protocol$/;

export interface PlayedAnswer {
  status: number;
  body: unknown;
}

export class FakeService {
  readonly #server: Server;
  readonly #root: string;
  readonly #streams = new Set<ServerResponse>();
  readonly devices = new Map<string, AppDevice>();
  readonly mqtt = new FakeMqtt((event) => this.send('client', event));
  readonly gateways = new FakeGateways((event) => this.send('gateway', event));
  readonly alarms = new FakeAlarms({
    alarm: (event) => this.send('alarm', event),
    rule: (event) => this.send('alarm-rule', event),
  });
  readonly history = new FakeHistory((event) => this.send('marker', event));
  readonly storage = new FakeStorage(this.history);
  readonly exports = new FakeExports();
  readonly log = new FakeLog();
  readonly settings = new FakeSettings((settings) => this.send('settings', settings));
  readonly backup = new FakeSettingsBackup();
  troubles: Trouble[] = [];
  /** What the status says beside or instead of the usual. */
  status: Partial<AppStatus> = {};
  /** How far its clock is ahead of this computer's, in milliseconds. */
  aheadMs = 0;
  /** What is checked of the computer. */
  checks: Check[] = [
    { id: 'usb', title: 'USB', state: 'ok', text: 'Instruments in USB mode can be looked for.', remedy: '' },
  ];
  /** Decides about a change; by default it is made. */
  onPatch: ((device: AppDevice, patch: DevicePatch) => PlayedAnswer) | undefined;
  /** Decides about a switch of the protocol; by default the instrument is told, and its fate is the test's. */
  onSwitch: ((device: AppDevice, wanted: ProtocolName) => PlayedAnswer | Promise<PlayedAnswer>) | undefined;
  /** What instruments were asked to speak, in order: `usb/E1 vcp`. */
  readonly switches: string[] = [];
  #lastId = 0;

  /** @param root where the built GUI is */
  constructor(root = join(DIST, 'renderer')) {
    this.#root = root;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get streams(): number {
    return this.#streams.size;
  }

  /** @param port 0 for any free one */
  start(port = 0): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Adds or replaces a device and tells everyone. */
  put(device: AppDevice): void {
    this.devices.set(`${device.family}/${device.serial}`, device);
    this.send('device', device);
  }

  /** Takes a device away and tells everyone. */
  remove({ family, serial }: AppDevice, reason = 'unplugged'): void {
    this.devices.delete(`${family}/${serial}`);
    this.send('removed', { family, serial, reason });
  }

  send<Name extends keyof StreamEvents>(name: Name, data: StreamEvents[Name]): void {
    for (const stream of this.#streams) this.#write(stream, name, data);
  }

  #write(stream: ServerResponse, name: string, data: unknown): void {
    this.#lastId += 1;
    stream.write(`id: ${this.#lastId}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/app/v1/events') return this.#stream(response);
    if (pathname === '/app/v1/checks') return json(response, 200, { checks: this.checks });
    if (pathname === '/app/v1/status') return json(response, 200, this.#status());
    if (pathname.startsWith(MQTT)) return this.#ask(this.mqtt, request, response, pathname.slice(MQTT.length));
    if (pathname.startsWith(GATEWAYS)) {
      return this.#ask(this.gateways, request, response, pathname.slice(APP.length));
    }
    if (pathname.startsWith(ALARMS)) {
      return this.#ask(this.alarms, request, response, pathname.slice(APP.length) + search);
    }
    if (pathname.startsWith(SETTINGS)) {
      return this.#ask(this.settings, request, response, pathname.slice(APP.length));
    }
    if (BACKUP.has(pathname)) return this.#ask(this.backup, request, response, pathname.slice(APP.length));
    if (LOG.has(pathname)) return this.#ask(this.log, request, response, pathname.slice(APP.length) + search);
    if (pathname === DOCUMENT) return json(response, 200, openApiDocument(this.url));
    if (pathname.startsWith(EXPORTS)) {
      return this.#ask(this.exports, request, response, pathname.slice(APP.length) + search);
    }
    if (STORAGE.some((beginning) => pathname.startsWith(beginning))) {
      return this.#ask(this.storage, request, response, pathname.slice(APP.length));
    }
    if (HISTORY.some((beginning) => pathname.startsWith(beginning))) {
      return this.#ask(this.history, request, response, pathname.slice(APP.length) + search);
    }
    const key = PROTOCOL.exec(pathname)?.groups?.['key'];
    if (request.method === 'POST' && key) return this.#switch(request, response, decodeURIComponent(key));
    if (request.method === 'PATCH') return this.#patch(request, response, pathname);
    const file = normalize(pathname === '/' ? '/index.html' : pathname);
    const content = await readFile(join(this.#root, file)).catch(() => undefined);
    if (!content) return json(response, 404, { message: `No ${pathname} here.` });
    // The real one, so that a page that breaks it fails here too. It needs no more of express than Node's own parts.
    guiPolicy(request as Parameters<PagePolicy>[0], response as Parameters<PagePolicy>[1]);
    response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' });
    response.end(content);
  }

  #stream(response: ServerResponse): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.flushHeaders();
    this.#write(response, 'reset', {});
    for (const [identifier, client] of this.mqtt.clients) this.#write(response, 'client', { identifier, client });
    for (const [id, gateway] of this.gateways.gateways) this.#write(response, 'gateway', { id, gateway });
    for (const device of this.devices.values()) this.#write(response, 'device', device);
    for (const [id, alarm] of this.alarms.alarms) this.#write(response, 'alarm', { id, alarm });
    for (const rule of this.alarms.rules.values()) this.#write(response, 'alarm-rule', rule);
    for (const trouble of this.troubles) this.#write(response, 'notice', { active: true, trouble });
    this.#write(response, 'settings', this.settings.settings);
    this.#streams.add(response);
    const heartbeat = setInterval(() => response.write(':\n\n'), HEARTBEAT_MS);
    response.on('close', () => {
      clearInterval(heartbeat);
      this.#streams.delete(response);
    });
  }

  async #ask(routes: PlayedRoutes, request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const { method = 'GET', headers } = request;
    const answer = await routes.answer(method, path, headers['content-type'], await bodyOf(request));
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
    if (!(answer.body instanceof Uint8Array)) return json(response, answer.status, answer.body);
    response.writeHead(answer.status);
    response.end(answer.body);
  }

  async #patch(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const patch = JSON.parse(await bodyOf(request)) as DevicePatch;
    const key = decodeURIComponent(pathname.replace('/app/v1/devices/', ''));
    const device = this.devices.get(key);
    if (!device) return json(response, 404, { message: `No device ${key}.` });
    const answer = this.onPatch?.(device, patch);
    if (answer) return json(response, answer.status, answer.body);
    const changed = {
      ...device,
      ...(patch.alias !== undefined && { alias: patch.alias }),
      ...(patch.note !== undefined && { note: patch.note }),
      ...(patch.channels && { channel_names: { ...device.channel_names, ...namesOf(patch.channels) } }),
    };
    this.put(changed);
    return json(response, 200, changed);
  }

  async #switch(request: IncomingMessage, response: ServerResponse, key: string): Promise<void> {
    const isJson = request.headers['content-type'] === 'application/json';
    const body = protocolSwitchSchema.safeParse(JSON.parse(await bodyOf(request)));
    if (!isJson || !body.success) return json(response, 400, { message: 'This is no switch of the protocol.' });
    const device = this.devices.get(key);
    if (!device) return json(response, 404, { message: `No device ${key}.` });
    const { protocol } = body.data;
    this.switches.push(`${key} ${protocol}`);
    const answer = await this.onSwitch?.(device, protocol);
    if (answer) return json(response, answer.status, answer.body);
    return json(response, 200, { protocol });
  }

  #status(): AppStatus {
    return {
      service_name: 'mensura-device-service',
      version: '3.7.0',
      status: 'ok',
      address: this.url,
      host: 'headless',
      started: new Date().toISOString(),
      time: new Date(Date.now() + this.aheadMs).toISOString(),
      devices: this.devices.size,
      simulated_devices: 0,
      readings_total: 0,
      readings_per_second: 0,
      streams: this.#streams.size,
      coalesced_total: 0,
      mqtt_clients: this.mqtt.clients.size,
      alarms_active: 0,
      alarms_unacknowledged: 0,
      mqtt_online: [...this.mqtt.clients.values()].filter(({ status }) => status.state === 'online').length,
      gateways: this.gateways.gateways.size,
      history: 'recording',
      history_bytes: 0,
      history_dropped: 0,
      gateways_online: [...this.gateways.gateways.values()].filter(({ status }) => status.state === 'online').length,
      troubles: this.troubles,
      ...this.status,
    };
  }
}

function namesOf(channels: NonNullable<DevicePatch['channels']>): AppDevice['channel_names'] {
  const names = Object.entries(channels).map(([label, { alias = '', note = '' }]) => [label, { alias, note }] as const);
  return Object.fromEntries(names);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function json(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
