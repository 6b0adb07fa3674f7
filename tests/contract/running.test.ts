/** Flags, environment, settings file, exit codes, signals and the ready line. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openEvents } from '../support/events.ts';
import { freePort } from '../support/free-port.ts';
import { hold } from '../support/ports.ts';
import { freshFolder, launch } from '../support/process.ts';
import { request } from '../support/raw-http.ts';
import type { AppForm } from '../support/shapes.ts';
import { until } from '../support/until.ts';

const fresh = (...args: string[]): string[] => ['--data-dir', freshFolder(), ...args];

describe('start and stop', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('one ready line on standard output; %s ends it with 0', async (signal) => {
    const port = await freePort();
    const run = launch(fresh('--port', String(port)));
    expect(await run.ready()).toBe(`http://127.0.0.1:${port}`);
    expect((await request(port, { path: '/device-service-info' })).status).toBe(200);
    expect(run.out().match(/\n/g)).toHaveLength(1);
    run.child.kill(signal);
    expect(await run.exit).toBe(0);
    expect(run.out().match(/\n/g)).toHaveLength(1);
  });

  test('uses nothing of Node that is deprecated, whatever it is asked', async () => {
    const run = launch(fresh('--port', '0', '--simulate=2x1'), {
      NODE_OPTIONS: '--pending-deprecation --throw-deprecation',
    });
    const port = Number(new URL(await run.ready()).port);
    const status = async (path: string): Promise<number> => (await request(port, { path })).status;
    expect(await Promise.all(['/', '/docs', '/app/v1/status', '/3.7.0/devices?pretty'].map(status))).not.toContain(500);
    expect(await Promise.all(['/docs#top', '/#', '/app/v1/status?a#b'].map(status))).toEqual([400, 400, 400]);
    run.child.kill('SIGTERM');
    expect(await run.exit).toBe(0);
    expect(run.err()).not.toMatch(/deprecat|DEP\d/i);
  });

  test('loads nothing of the client for fetch, which takes a tenth of a start', async () => {
    const tell = "process.on('exit', () => console.error('loaded:', process.moduleLoadList.join()))";
    const run = launch(['--unknown'], { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)}` });
    expect(await run.exit).toBe(2);
    expect(run.err()).toMatch(/^loaded: .*http/m);
    expect(run.err()).not.toContain('undici');
  });

  test('ends with 0 in good time while an event stream and an idle connection are open', async () => {
    const run = launch(fresh('--port', '0', '--simulate=2x1'));
    const port = Number(new URL(await run.ready()).port);
    const stream = await request(port, { path: '/app/v1/events', headers: [['Connection', 'keep-alive']] });
    expect(stream.status).toBe(200);
    const idle = createIdle(port);
    run.child.kill('SIGTERM');
    expect(await run.exit).toBe(0);
    await idle;
  });

  test('ends an event stream without reporting each device as removed', async () => {
    const run = launch(fresh('--port', '0', '--simulate=2x1'));
    const stream = await openEvents(await run.ready());
    await stream.waitFor('readings', ({ event }) => event === 'readings');
    run.child.kill('SIGTERM');
    expect(await run.exit).toBe(0);
    expect(stream.seen.filter(({ what }) => what === 'device gone')).toEqual([]);
  });

  test('a signal during the start ends it with 0 too', async () => {
    const folder = freshFolder();
    const run = launch(['--data-dir', folder, '--port', '0', '--simulate=50x10']);
    await until('its first file', () => readdirSync(folder).length > 0);
    run.child.kill('SIGTERM');
    expect(await run.exit).toBe(0);
  });

  test('stops cleanly when nobody listens to what it says any more', async () => {
    const folder = freshFolder();
    const run = launch(['--data-dir', folder, '--port', '0', '--simulate=2x1']);
    await run.ready();
    run.child.stdout.destroy();
    run.child.stderr.destroy();
    run.child.kill('SIGHUP');
    expect(await run.exit).toBe(0);
    expect(readdirSync(folder)).not.toContain('instance.json');
  });

  test('after a clean stop the same folder and port serve again', async () => {
    const args = fresh('--port', String(await freePort()));
    for (let round = 0; round < 2; round += 1) {
      const run = launch(args);
      await run.ready();
      run.child.kill('SIGTERM');
      expect(await run.exit).toBe(0);
    }
  });

  test('after being killed the same folder serves again', async () => {
    const args = fresh('--port', '0');
    const run = launch(args);
    await run.ready();
    run.child.kill('SIGKILL');
    await run.exit;
    await launch(args).ready();
  });
});

describe('what is refused', () => {
  // What else is refused: tests/service/settings/options.test.ts.
  test.each([
    [['--nonsense'], '--nonsense'],
    [['--port', '65536'], '--port'],
    [['surplus'], 'surplus'],
  ])('%j: exit code 2 and a message', async (args, named) => {
    const run = launch(fresh(...args));
    expect(await run.exit).toBe(2);
    expect(run.err()).toContain(named);
    expect(run.out()).toBe('');
  });

  test('a wrong variable: exit code 2, naming it', async () => {
    const run = launch(fresh(), { MENSURA_PORT: 'abc' });
    expect(await run.exit).toBe(2);
    expect(run.err()).toContain('MENSURA_PORT');
  });

  test('a port that is taken: exit code 3, naming the holder', async () => {
    const { port } = await hold();
    const run = launch(fresh('--port', String(port)));
    expect(await run.exit).toBe(3);
    expect(run.err()).toContain(String(port));
    expect(run.err()).toContain(String(process.pid));
    expect(run.out()).toBe('');
  });

  test('a port that another Mensura serves: exit code 3, the other stays', async () => {
    const first = launch(fresh('--port', '0'));
    const { port } = new URL(await first.ready());
    const second = launch(fresh('--port', port));
    expect(await second.exit).toBe(3);
    expect(second.err()).toContain(String(first.child.pid));
    expect((await request(Number(port), { path: '/device-service-info' })).status).toBe(200);
  });

  test('a data folder that another Mensura owns', async () => {
    const args = fresh('--port', '0');
    const first = launch(args);
    const { port } = new URL(await first.ready());
    const second = launch(args);
    const code = await second.exit;
    expect(code).toBeGreaterThan(0);
    expect(code).not.toBe(3);
    expect(second.err()).toContain(args[1]);
    expect((await request(Number(port), { path: '/device-service-info' })).status).toBe(200);
  });

  test('a data folder that is a file', async () => {
    const path = join(freshFolder(), 'file');
    writeFileSync(path, 'mine');
    const run = launch(['--data-dir', path, '--port', '0']);
    expect(await run.exit).toBeGreaterThan(0);
    expect(run.err()).toContain(path);
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });
});

describe('flag before environment before settings file before default', () => {
  test('the port', async () => {
    const [byFile, byVariable, byFlag] = [await freePort(), await freePort(), await freePort()];
    const folder = freshFolder();
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ version: 1, port: byFile }));
    const variables = { MENSURA_PORT: String(byVariable), MENSURA_DATA_DIR: folder };
    const cases: [string[], Record<string, string>, number][] = [
      [[], { MENSURA_DATA_DIR: folder }, byFile],
      [[], variables, byVariable],
      [['--port', String(byFlag)], variables, byFlag],
    ];
    for (const [args, env, port] of cases) {
      const run = launch(args, env);
      expect(new URL(await run.ready()).port).toBe(String(port));
      run.child.kill('SIGTERM');
      expect(await run.exit).toBe(0);
    }
  });

  test.each([
    [[], {}, 0],
    [['--simulate'], {}, 7],
    [[], { MENSURA_SIMULATE: '1x1' }, 2],
    [['--no-simulate'], { MENSURA_SIMULATE: '1x1' }, 0],
  ] as [string[], Record<string, string>, number][])(
    'simulated instruments: %j %j gives %j',
    async (args, env, count) => {
      const run = launch(fresh('--port', '0', ...args), env);
      const port = Number(new URL(await run.ready()).port);
      const devices = async (): Promise<AppForm['devices']> =>
        (await request(port, { path: '/app/v1/devices' })).json<AppForm>().devices;
      await until(`${count} devices`, async () => (await devices()).length === count);
      run.child.kill('SIGTERM');
      expect(await run.exit).toBe(0);
    },
  );

  test('the data folder follows XDG_CONFIG_HOME', async () => {
    const home = freshFolder();
    const run = launch(['--port', '0'], { XDG_CONFIG_HOME: home });
    await run.ready();
    expect(readdirSync(home)).toEqual(['mensura']);
    run.child.kill('SIGTERM');
    expect(await run.exit).toBe(0);
  });

  test('a settings file that is damaged is set aside, and said', async () => {
    const folder = freshFolder();
    writeFileSync(join(folder, 'settings.json'), '{"version": 1, "port":');
    const run = launch(['--data-dir', folder, '--port', '0']);
    await run.ready();
    const kept = readdirSync(folder).filter((name) => name.startsWith('settings') && name !== 'settings.json');
    expect(kept).toHaveLength(1);
    expect(readFileSync(join(folder, kept[0] ?? ''), 'utf8')).toBe('{"version": 1, "port":');
    run.child.kill('SIGTERM');
    expect(await run.exit).toBe(0);
  });
});

/** Opens a connection that sends nothing; resolves when the service closes it. */
async function createIdle(port: number): Promise<void> {
  const { connect } = await import('node:net');
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
}
