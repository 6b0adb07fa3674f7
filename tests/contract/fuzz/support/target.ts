/** The service that is fuzzed: with one of everything, secrets that nobody may tell, and a look at all that it holds. */
import { readdirSync } from 'node:fs';
import type { OpenApiDocument } from '../../../../service/http/openapi/document.ts';
import { type RunningService, startService } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';
import { Api } from './api.ts';

/** The password that an MQTT client has, and that bodies are sent with. */
export const SECRET = 'correct-horse-battery';

export interface Target {
  service: RunningService;
  api: Api;
  /** Serial numbers, identifiers, ids: what paths can name. */
  names: readonly string[];
  /** Everything that a user set, as text that can be compared. */
  settings(): Promise<string>;
  /** Open files of the process, sockets included. */
  handles(): number;
  /** What of this computer, of our own files or of secrets a text tells. */
  leakIn(text: string): string | undefined;
  /** @throws Error with what the log tells of a mistake */
  expectWell(): Promise<void>;
}

/** Nobody listens there, and nobody is asked to. */
const NO_BROKER = { host: '127.0.0.1', port: 9, username: 'u', password: SECRET, advanced: { enabled: false } };

async function get(service: RunningService, path: string): Promise<unknown> {
  return (await fetch(service.url + path)).json();
}

async function post(service: RunningService, path: string, body: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Names of things, wherever in an answer they stand. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const isName = ['id', 'identifier', 'serial'].includes(key);
    return (isName ? [String(member)] : []).concat(namesIn(member));
  });
}

/** Starts it. Ports and discovery are held by flags: a change of them is saved, and reaches nobody. */
export async function startTarget(): Promise<Target> {
  const service = await startService({
    args: ['--simulate=3x2', '--simulate-seed', '7', '--discovery=false'],
  });
  const api = new Api((await get(service, '/openapi.json')) as OpenApiDocument);
  const ask = (path: string): Promise<unknown> => get(service, path);
  await until('devices', async () => namesIn(await ask('/app/v1/devices')).length >= 5);
  await post(service, '/app/v1/mqtt/clients', { identifier: 'lab', ...NO_BROKER });
  await post(service, '/app/v1/markers', { at: Date.now(), text: 'Door opened' });
  const [serial = ''] = namesIn(await ask('/app/v1/devices'));
  await post(service, '/app/v1/alarms/rules', { family: 'usb', serial, channel: 'temperature', upper: 30 });
  const lists = ['/app/v1/devices', '/app/v1/mqtt/clients', '/app/v1/gateways', '/app/v1/alarms', '/app/v1/markers'];
  const names = (await Promise.all(lists.map(ask))).flatMap(namesIn);

  return {
    service,
    api,
    names: [...new Set(names)],
    settings: async () => {
      const { made: _made, ...backup } = (await ask('/app/v1/backup')) as { made: string };
      return JSON.stringify([backup, await ask('/app/v1/markers?from=-8640000000000000&to=8640000000000000')]);
    },
    handles: () => readdirSync(`/proc/${service.process.pid}/fd`).length,
    leakIn: (text) =>
      [SECRET, service.dataDir, process.cwd(), '/dist/', 'node_modules', 'node:internal', '.mjs:', '    at '].find(
        (leak) => text.includes(leak),
      ),
    expectWell: async () => {
      // Gateways that are not there make the status what it then is; that it is told shows that the service is well.
      await ask('/device-service-info');
      const { entries } = (await ask('/app/v1/log?level=error&limit=1000')) as { entries: { message: string }[] };
      if (entries.length > 0) throw new Error(`The log tells of mistakes: ${JSON.stringify(entries.slice(0, 3))}`);
      const output = service.output();
      const word = /unhandled|uncaught|ExperimentalWarning|MaxListeners| {4}at \S+ \(/i.exec(output)?.[0];
      if (word || output.includes(SECRET))
        throw new Error(`It printed "${word ?? 'a password'}":\n${output.slice(-2000)}`);
    },
  };
}
