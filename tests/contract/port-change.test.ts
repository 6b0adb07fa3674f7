/** The port is changed while the service runs: the new one answers at once, the old one until it is quiet. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get as httpGet, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { atEnd } from '../support/at-end.ts';
import { openEvents } from '../support/events.ts';
import { freePort } from '../support/free-port.ts';
import { hold } from '../support/ports.ts';
import { launch } from '../support/process.ts';
import { until } from '../support/until.ts';
import { type LiveService, live } from './support/live-service.ts';

const INFO = '/device-service-info';

const announced = ({ folder }: LiveService): unknown =>
  (JSON.parse(readFileSync(join(folder, 'instance.json'), 'utf8')) as { url: string }).url;

/** The service's own word for where it is. */
async function address(service: LiveService, port: number): Promise<unknown> {
  return (await service.get('/app/v1/status', port)).json()['address'];
}

/** Asks on a connection that stays open; answers the status and the connection's own port. */
function askKept(agent: Agent, port: number): Promise<[number | undefined, number | undefined]> {
  return new Promise((resolve, reject) => {
    httpGet({ host: '127.0.0.1', port, path: INFO, agent }, (incoming: IncomingMessage) => {
      const { statusCode, socket } = incoming;
      incoming.resume().on('end', () => resolve([statusCode, socket.localPort]));
    }).on('error', reject);
  });
}

test('the new port answers, the old one goes on for who is there, and closes when it is quiet', async () => {
  const service = await live(['--simulate=1']);
  const to = await freePort();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  atEnd(() => agent.destroy());
  const stream = await openEvents(`http://127.0.0.1:${service.port}`);
  const [, connection] = await askKept(agent, service.port);
  const answer = await service.patch({ port: to });
  expect([answer.status, answer.json()['port']]).toEqual([200, to]);
  // Both ports, one service: the new one by name, the old one still there for everybody.
  expect(await address(service, to)).toBe(`http://127.0.0.1:${to}`);
  expect(await address(service, service.port)).toBe(`http://127.0.0.1:${to}`);
  expect(announced(service)).toBe(`http://127.0.0.1:${to}`);
  expect(service.saved()['port']).toBe(to);
  expect(await askKept(agent, service.port)).toEqual([200, connection]);
  const from = Date.now();
  await stream.waitFor('a reading after the change', ({ event, at }) => event === 'readings' && at > from);
  stream.close();
  agent.destroy();
  await until('the old port to close', () => service.run.err().includes(`closed previous port ${service.port}`));
  await expect(service.get(INFO)).rejects.toThrow('ECONNREFUSED');
  expect((await service.get(INFO, to)).status).toBe(200);
  service.run.child.kill('SIGTERM');
  expect(await service.run.exit).toBe(0);
});

test('a port that is taken is refused with its holder, and nothing is changed', async () => {
  const service = await live();
  const { port } = await hold();
  const answer = await service.patch({ history_raw_days: 7, port });
  expect(answer.status).toBe(409);
  expect(answer.json()).toEqual({
    message: expect.stringMatching(new RegExp(`^Port ${port} is in use by .*${process.pid}`)),
    errors: [{ path: 'port', message: expect.stringContaining(String(process.pid)) }],
  });
  expect((await service.get('/app/v1/settings')).json()).toMatchObject({ port: 0, history_raw_days: 90 });
  expect(service.saved()).toEqual({ version: 1, port: 0 });
  expect(announced(service)).toBe(`http://127.0.0.1:${service.port}`);
});

test('a port that cannot be saved is closed again, and the old one is told of', async () => {
  const service = await live();
  const port = await freePort();
  // A folder in its place cannot be replaced by a file, whoever tries.
  rmSync(join(service.folder, 'settings.json'));
  mkdirSync(join(service.folder, 'settings.json', 'held'), { recursive: true });
  const answer = await service.patch({ port });
  expect([answer.status, answer.json()['message']]).toEqual([500, expect.stringMatching(/Cannot save the settings/)]);
  expect((await service.get('/app/v1/settings')).json()['port']).toBe(0);
  expect(announced(service)).toBe(`http://127.0.0.1:${service.port}`);
  expect(await address(service, service.port)).toBe(`http://127.0.0.1:${service.port}`);
  await expect(service.get(INFO, port)).rejects.toThrow('ECONNREFUSED');
});

test('a port that other programs cannot be told of is closed again, and nothing is saved', async () => {
  const service = await live();
  const port = await freePort();
  const path = join(service.folder, 'instance.json');
  rmSync(path);
  mkdirSync(join(path, 'held'), { recursive: true });
  const answer = await service.patch({ port, history_raw_days: 30 });
  expect(answer.status).toBe(500);
  expect(service.saved()).toEqual({ version: 1, port: 0 });
  await expect(service.get(INFO, port)).rejects.toThrow('ECONNREFUSED');
  expect((await service.get(INFO)).status).toBe(200);
});

test('changes at once happen one after the other; the same port is no change; any free port is one', async () => {
  const service = await live();
  // Asked for by number what any free port became.
  expect((await service.patch({ port: service.port })).json()['port']).toBe(service.port);
  expect(announced(service)).toBe(`http://127.0.0.1:${service.port}`);
  const ports = await Promise.all([freePort(), freePort(), freePort()]);
  const answers = await Promise.all(ports.map((port) => service.patch({ port })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const last = Number(new URL(String(announced(service))).port);
  expect(ports).toContain(last);
  expect(service.saved()['port']).toBe(last);
  expect(await address(service, last)).toBe(`http://127.0.0.1:${last}`);
  expect((await service.patch({ port: last }, [], last)).status).toBe(200);
  expect(await address(service, last)).toBe(`http://127.0.0.1:${last}`);
  expect((await service.patch({ port: 0 }, [], last)).status).toBe(200);
  const free = Number(new URL(String(announced(service))).port);
  expect([...ports, service.port]).not.toContain(free);
  expect(await address(service, free)).toBe(`http://127.0.0.1:${free}`);
});

test('the next start is on the new port; a second Mensura finds the running one there', async () => {
  const service = await live();
  const to = await freePort();
  await service.patch({ port: to });
  const second = launch(['--data-dir', service.folder]);
  expect(await second.exit).toBe(4);
  expect(second.err()).toContain(`http://127.0.0.1:${to}`);
  service.run.child.kill('SIGTERM');
  expect(await service.run.exit).toBe(0);
  expect(await launch(['--data-dir', service.folder]).ready()).toBe(`http://127.0.0.1:${to}`);
});

test('a port that a flag or a variable gave is kept, and the setting is saved for the next start', async () => {
  for (const [args, env, name] of [
    [['--port', '0'], {}, '--port'],
    [[], { MENSURA_PORT: String(await freePort()) }, 'MENSURA_PORT'],
  ] as const) {
    const service = await live([...args], { env });
    const to = await freePort();
    expect((await service.get('/app/v1/settings/facts')).json()['overridden']).toEqual({ port: name });
    expect((await service.patch({ port: to })).status).toBe(200);
    expect(service.saved()['port']).toBe(to);
    expect(announced(service)).toBe(`http://127.0.0.1:${service.port}`);
    await expect(service.get(INFO, to)).rejects.toThrow('ECONNREFUSED');
    expect((await service.get(INFO)).status).toBe(200);
  }
});
