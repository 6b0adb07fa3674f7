/** Other users of this computer, as the system itself tells them apart: the built service, and callers of three users. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, rm } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOwnedFolder, isRoot, NOBODY, runAsNobody, stageApp } from '../../build/unprivileged.ts';
import { type RunningService, startService } from '../support/service.ts';

/** Neither root nor the user of the service. */
const STRANGER = { uid: 54_321, gid: 54_321 };

/** Asks one after the other, and prints each status and answer. */
const ASK = `
const [base, questions] = process.argv.slice(1);
const answers = [];
for (const [method, path, body] of JSON.parse(questions)) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
  answers.push({ status: answer.status, text: await answer.text() });
}
console.log(JSON.stringify(answers));`;

/** Sends writes, each on a connection that is closed before anybody could answer. */
const SEND_AND_GO = `
const [url, body] = process.argv.slice(1);
const { hostname, port, pathname } = new URL(url);
const head = 'PATCH ' + pathname + ' HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Type: application/json\\r\\n';
for (let times = 0; times < 50; times += 1) {
  const socket = require('node:net').connect(port, hostname, () => {
    socket.write(head + 'Content-Length: ' + body.length + '\\r\\n\\r\\n' + body, () => socket.destroy());
  });
  socket.on('error', () => {});
}`;

/** The command line's exit code where the service refuses (docs/command-line.md). */
const REFUSED = 8;

const SETTINGS = '/app/v1/settings';
const EXPERT = '/expert/3.7.0/add_mqtt_clients';
const CLIENT = { mqtt: { clients: { lab: { host: '127.0.0.1', port: 9, reconnect: { enable: false } } } } };

/** Containers often have none. */
const HAS_IPV6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

type Question = [method: string, path: string, body?: object];

interface Answer {
  status: number;
  text: string;
}

/** Changes the settings. */
const change = (body: object): Question => ['PATCH', SETTINGS, body];
const get = (path: string): Question => ['GET', path];
const READS = ['/', '/3.7.0/devices/usb', '/device-service-info', '/app/v1/devices', SETTINGS].map(get);

const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);

describe.runIf(process.platform === 'linux' && isRoot())('where the service is run by a user of its own', () => {
  let app: string;
  let node: string;
  const services: RunningService[] = [];

  beforeAll(async () => {
    app = await stageApp();
    node = join(app, 'node');
    // The user may have no access to where this tree is.
    await cp(process.execPath, node);
    await chmod(node, 0o755);
  });
  afterAll(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await rm(app, { recursive: true, force: true });
  });

  async function serve(...args: string[]): Promise<RunningService> {
    const dataDir = await createOwnedFolder(join(app, `data-${services.length}`));
    const runStaged = ['sh', '-c', `shift; exec '${node}' '${app}/dist/service/main.mjs' "$@"`];
    const prefix = [...(await runAsNobody()), ...runStaged];
    const service = await startService({ dataDir, prefix, args: ['--simulate=1x0', ...args] });
    services.push(service);
    return service;
  }

  /** Asks as one of the users; root where none is named. */
  async function ask(who: object, url: string, ...questions: Question[]): Promise<Answer[]> {
    const words = ['--input-type=module', '-e', ASK, url, JSON.stringify(questions)];
    const { stdout } = await promisify(execFile)(node, words, { ...who, cwd: '/', env: {} });
    return JSON.parse(stdout) as Answer[];
  }

  test('another user reads and uses the contract, and changes nothing by the app API', async () => {
    const { url } = await serve();
    const writes: Question[] = [
      change({ simulate_usb: 2 }),
      ['POST', '/app/v1/reset', {}],
      ['DELETE', '/app/v1/history/devices/usb/SIM00001'],
      ['POST', '/app/v1/mqtt/clients', {}],
    ];
    const answers = await ask(STRANGER, url, ...writes, ...READS, ['POST', EXPERT, CLIENT]);
    expect(statuses(answers)).toEqual([403, 403, 403, 403, 200, 200, 200, 200, 200, 200]);
    expect(answers[0]?.text).toMatch(/User 54321 may not change .* Only root and user 65534, who runs Mensura, may/);
  });

  test.each(['127.0.0.1', ...(HAS_IPV6 ? ['[::1]'] : [])])(
    'the own user and root change settings at %s',
    async (host) => {
      const { port } = await serve();
      const url = `http://${host}:${port}`;
      expect(statuses(await ask(NOBODY, url, change({ simulate_usb: 2 })))).toEqual([200]);
      expect(statuses(await ask({}, url, change({ simulate_usb: 3 })))).toEqual([200]);
      expect(statuses(await ask(STRANGER, url, change({ simulate_usb: 4 })))).toEqual([403]);
      const [settings] = await ask({}, url, get(SETTINGS));
      expect(JSON.parse(settings?.text ?? '')).toMatchObject({ simulate_usb: 3 });
    },
  );

  test('another user who is gone before the answer changes nothing either', async () => {
    const { url } = await serve();
    const send = spawn(node, ['-e', SEND_AND_GO, url + SETTINGS, '{"simulate_usb": 9}'], {
      ...STRANGER,
      cwd: '/',
      env: {},
    });
    expect(await once(send, 'exit')).toEqual([0, null]);
    // What comes later is answered later.
    const [, settings] = await ask({}, url, change({ simulate_gateway: 1 }), get(SETTINGS));
    expect(JSON.parse(settings?.text ?? '')).toMatchObject({ simulate_usb: 5, simulate_gateway: 1 });
  });

  test('"everything" and "nothing", while it runs and by flag', async () => {
    const { url } = await serve();
    await ask(NOBODY, url, change({ refuse_other_users: 'everything' }));
    expect(statuses(await ask(STRANGER, url, ...READS, ['POST', EXPERT, CLIENT]))).toEqual(Array(6).fill(403));
    expect(statuses(await ask(NOBODY, url, ...READS))).toEqual(Array(5).fill(200));
    expect(statuses(await ask({}, url, ...READS))).toEqual(Array(5).fill(200));
    await ask(NOBODY, url, change({ refuse_other_users: 'nothing' }));
    expect(statuses(await ask(STRANGER, url, change({ simulate_usb: 2 })))).toEqual([200]);
    const flagged = await serve('--refuse-other-users', 'everything');
    expect(statuses(await ask({}, flagged.url, change({ refuse_other_users: 'nothing' })))).toEqual([200]);
    expect(statuses(await ask(STRANGER, flagged.url, ...READS))).toEqual(Array(5).fill(403));
  });

  test('the command line of the own user adds a client, that of another user is refused', async () => {
    const { url, dataDir } = await serve();
    const add = (who: object, name: string): Promise<unknown> => {
      const words = ['mqtt', 'add', name, '--host', '127.0.0.1', '--port', '9', '--url', url];
      const program = join(app, 'dist/cli/mensura.mjs');
      return promisify(execFile)(node, [program, ...words], { ...who, cwd: '/', env: { HOME: dataDir } });
    };
    await add(NOBODY, 'own');
    await expect(add(STRANGER, 'strange')).rejects.toMatchObject({
      code: REFUSED,
      stderr: expect.stringContaining('User 54321 may not'),
    });
    const [clients] = await ask({}, url, get('/app/v1/mqtt/clients'));
    expect(clients?.text).toContain('"own"');
    expect(clients?.text).not.toContain('strange');
  });
});
