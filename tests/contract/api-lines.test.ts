/** The API page's lines for curl, Python and Node, run as a user runs them, against the built service. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CallValues, callOf } from '../../renderer/data/api/call.ts';
import { type Language, linesOf } from '../../renderer/data/api/code-samples/index.ts';
import type { ApiDocument } from '../../renderer/data/api/document.ts';
import { type ExampleValues, prefillValues } from '../../renderer/data/api/example-values.ts';
import { type ApiEndpoint, routeGroups } from '../../renderer/data/api/routes.ts';
import { type AppDevices, appDevicesSchema, channelPath } from '../../service/contract/index.ts';
import { atEnd } from '../support/at-end.ts';
import { serve } from '../support/rig.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);

/** All programs that read, on a machine that has much else to do: a bound, not an expectation. */
const ALL_MS = 240_000;

/** A program that hangs is ended, in milliseconds: a bound, not an expectation. */
const RUN_MS = 40_000;

const HOSTILE = `a "b" 'c' $HOME \`id\` %PATH% !! \\ Grün 日本 😀 ’; rm *`;

let service: RunningService;
let routes: ApiEndpoint[];
let own: ExampleValues;
let folder: string;

async function read<Answer>(path: string): Promise<Answer> {
  const response = await fetch(service.url + path);
  expect(response.status, path).toBe(200);
  return (await response.json()) as Answer;
}

const options = () => ({ cwd: folder, timeout: RUN_MS, maxBuffer: 64 * 1024 * 1024 });

/** A refusal is to be a failure of curl; nothing else of the line changes. */
function runnable(language: Language, text: string): string {
  return language === 'curl' ? text.replace('curl', 'curl -sS --fail-with-body') : text;
}

/** What a new terminal does with the lines. @returns all that was printed */
async function follow(language: Language, text: string): Promise<string> {
  const line = runnable(language, text);
  if (language === 'curl') return (await run('bash', ['-c', line], options())).stdout;
  const file = join(folder, language === 'python' ? 'read.py' : 'read.mjs');
  await writeFile(file, line);
  return (await run(language === 'python' ? 'python3' : process.execPath, [file], options())).stdout;
}

/** Between what one program prints and what the next one does. */
const NEXT = '\n=== next ===\n';

/** What runs the files named on its command line, one after the other. */
const ONE_BY_ONE: Record<Exclude<Language, 'powershell'>, readonly string[]> = {
  curl: ['bash', '-c', `for file; do . "$file" || exit 1; printf '${NEXT.replaceAll('\n', '\\n')}'; done`, 'bash'],
  python: [
    'python3',
    '-c',
    `import runpy, sys\nfor file in sys.argv[1:]: runpy.run_path(file, run_name="__main__"); print(${JSON.stringify(NEXT)}, end="")`,
  ],
  node: [
    process.execPath,
    '--input-type=module',
    '-e',
    `for (const file of process.argv.slice(1)) { await import(file); process.stdout.write(${JSON.stringify(NEXT)}); }`,
  ],
};

/** What one interpreter prints for each: its start takes longer than they do. */
async function followAll(language: (typeof LANGUAGES)[number], texts: readonly string[]): Promise<string[]> {
  const files = texts.map((_, index) => join(folder, `read-${index}.${language === 'node' ? 'mjs' : 'txt'}`));
  await Promise.all(files.map((file, index) => writeFile(file, runnable(language, texts[index] ?? ''))));
  const [program = '', ...args] = ONE_BY_ONE[language];
  const { stdout } = await run(program, [...args, ...files], { ...options(), timeout: ALL_MS });
  await Promise.all(files.map((file) => rm(file)));
  return stdout.split(NEXT).slice(0, -1);
}

const LANGUAGES = ['curl', 'python', 'node'] as const satisfies Language[];

function lines(language: Language, route: ApiEndpoint, values: CallValues): string {
  return linesOf(language, callOf(route, values), service.url);
}

function routeOf(id: string): ApiEndpoint {
  const route = routes.find((one) => one.id === id);
  if (!route) throw new Error(`There is no route ${id}.`);
  return route;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mensura-lines-'));
  atEnd(() => rm(folder, { recursive: true }));
  service = await serve([], { args: ['--simulate=1x1', '--simulate-seed', '3', '--simulate-period', '100'] });
  routes = routeGroups(await read<ApiDocument>('/openapi.json')).flatMap((group) => group.routes);
  const { devices } = await until('both devices measuring', async () => {
    const answer: AppDevices = appDevicesSchema.parse(await read('/app/v1/devices'));
    return answer.devices.filter(({ state }) => state === 'measuring').length === 2 && answer;
  });
  const ask = async (path: string, body: unknown): Promise<{ id: string }> => {
    const response = await fetch(service.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status, await response.clone().text()).toBe(201);
    return (await response.json()) as { id: string };
  };
  const usb = devices.find(({ family }) => family === 'usb');
  await ask('/app/v1/mqtt/clients', { identifier: HOSTILE, host: '127.0.0.1', port: 9, advanced: { enabled: false } });
  const gateway = await ask('/app/v1/gateways', {
    kind: 'sensgate',
    name: 'x',
    host: '127.0.0.1',
    port: 9,
    enabled: false,
  });
  const database = await ask('/app/v1/databases', { kind: 'victoriametrics', name: 'x', url: 'http://127.0.0.1:9' });
  await until('a backfill', async () => {
    const response = await fetch(`${service.url}/app/v1/databases/${database.id}/backfill`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' }),
    });
    return response.ok;
  });
  const phone = { kind: 'ntfy', name: 'x', url: 'http://127.0.0.1:9', topic: 'x' };
  const destination = await ask('/app/v1/destinations', phone);
  const channel = usb?.device.channel_list[0];
  const rule = await ask('/app/v1/alarms/rules', { family: 'usb', serial: usb?.serial, channel, upper: 1e6 });
  await ask('/app/v1/runs', {
    name: 'Batch 12',
    channels: [{ family: 'usb', serial: usb?.serial, channel }],
  });
  await fetch(`${service.url}/app/v1/runs/1/attachments/protocol.txt`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text: 'Door opened.' }),
  });
  const dashboard = await ask('/app/v1/dashboards', { name: 'Roof' });
  const computed = await ask('/app/v1/computed', { name: 'Degree-hours', formula: 'integral([usb/E1/temperature])' });
  const plan = await ask('/app/v1/run-plans', {
    name: 'Batch {n}',
    channels: [{ family: 'usb', serial: usb?.serial, channel }],
    start: { kind: 'request' },
  });
  const upload = await fetch(`${service.url}/app/v1/imports?file=log.csv`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv' },
    body: 'time (UTC),E1 temperature (°C)\n2025-11-20T14:45:12.318Z,21.5\n',
  });
  const imported = (await upload.json()) as { id: string };
  own = {
    devices: devices.map(({ family, serial, device }) => ({ family, serial, channels: device.channel_list })),
    ids: {
      '/app/v1/mqtt/clients/': HOSTILE,
      '/app/v1/gateways/': gateway.id,
      '/app/v1/databases/': database.id,
      '/app/v1/destinations/': destination.id,
      '/app/v1/alarms/rules/': rule.id,
      '/app/v1/runs/': '1',
      '/app/v1/dashboards/': dashboard.id,
      '/app/v1/computed/': computed.id,
      '/app/v1/run-plans/': plan.id,
      '/app/v1/imports/': imported.id,
    },
  };
  // Something to find under the example's id.
  const [first] = own.devices;
  if (!first) throw new Error('There is no device.');
  const exported = channelPath({ ...first, channel: first.channels[0] ?? '' });
  await (
    await fetch(`${service.url}/app/v1/export?id=weekly-report&channel=${encodeURIComponent(exported)}`)
  ).arrayBuffer();
});

describe.each(LANGUAGES)('%s', (language) => {
  test(
    'reads every route as the page has it',
    async () => {
      const reads = routes.filter(({ method, kind }) => method === 'GET' && kind !== 'stream');
      expect(reads.length).toBeGreaterThan(25);
      const textOf = (route: ApiEndpoint): string => lines(language, route, prefillValues(route, own));
      const printing = reads.filter(({ kind }) => kind !== 'file');
      const printed = await followAll(language, printing.map(textOf));
      expect(printed).toHaveLength(printing.length);
      for (const [index, { id, kind }] of printing.entries()) {
        const text = printed[index] ?? '';
        if (kind === 'text') {
          expect(text, id).toContain('mensura_');
          continue;
        }
        const answer: unknown = JSON.parse(text);
        expect(typeof answer, id).toBe('object');
        // A refusal has nothing else.
        expect(answer, id).not.toHaveProperty('message');
      }
      for (const route of reads.filter(({ kind }) => kind === 'file')) {
        const before = new Set(await readdir(folder));
        await follow(language, textOf(route));
        const saved = (await readdir(folder)).filter((name) => !before.has(name) && !name.startsWith('read.'));
        expect(saved, route.id).toHaveLength(1);
        const path = join(folder, saved[0] ?? '');
        expect((await readFile(path)).length, route.id).toBeGreaterThan(0);
        await rm(path);
      }
    },
    ALL_MS,
  );

  test('prints the events as they happen', async () => {
    const text = lines(language, routeOf('events'), { parameters: { 'Last-Event-ID': '0-0' }, body: '' });
    const file = join(folder, language === 'python' ? 'events.py' : 'events.mjs');
    await writeFile(file, text);
    const [command, args] =
      language === 'curl'
        ? ['bash', ['-c', `exec ${text}`]]
        : [language === 'python' ? 'python3' : process.execPath, [file]];
    const controller = new AbortController();
    const running = run(command, args, { signal: controller.signal, timeout: RUN_MS });
    let printed = '';
    running.child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const ended = running.catch((error: unknown) => error);
    await until('an event of readings', () => /^event: readings$/m.test(printed));
    controller.abort();
    await ended;
  });

  test('writes a body as hostile as a name can be', async () => {
    const { family, serial } = own.devices[0] ?? { family: 'usb', serial: '' };
    const alias = `${language} ${HOSTILE}`;
    const body = JSON.stringify({ alias });
    await follow(language, lines(language, routeOf('patch-device'), { parameters: { family, serial }, body }));
    const device = await read<{ alias: string }>(`/app/v1/devices/${family}/${serial}`);
    expect(device.alias).toBe(alias);
  });

  test('asks for a serial as hostile as an address can hold, and hears that it is not there', async () => {
    const text = lines(language, routeOf('device'), { parameters: { family: 'usb', serial: HOSTILE }, body: '' });
    const said = await follow(language, text).catch(
      (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
    );
    expect(said).toContain(language === 'python' ? 'HTTP Error 404' : JSON.stringify(HOSTILE).slice(1, -1));
  });

  test('a write without a body of its own', async () => {
    const route = routeOf('reset-computed-channel');
    const printed = await follow(language, lines(language, route, prefillValues(route, own)));
    expect(JSON.parse(printed)).toMatchObject({ id: own.ids['/app/v1/computed/'] });
  });
});
