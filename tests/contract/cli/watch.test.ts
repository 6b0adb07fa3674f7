import { describe, expect, test } from 'vitest';
import { atEnd } from '../../support/at-end.ts';
import type { Heard } from '../../support/hear.ts';
import { freshFolder } from '../../support/process.ts';
import { measured, plug, serve } from '../../support/rig.ts';
import { startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { begin, beginShell, mensura } from './support/mensura.ts';

const SIMULATED = ['--simulate=2x0', '--simulate-seed', '3', '--simulate-period', '50'];

const linesOf = (heard: Heard): string[] => heard.out().split('\n').slice(0, -1);

describe('watch', () => {
  test('prints one reading on each line, up to --count', async () => {
    const { dataDir } = await serve([], { args: SIMULATED });
    const env = { MENSURA_DATA_DIR: dataDir };
    const { code, out, err } = await mensura(['watch', 'SIM00002', 'temperature', '--count', '3'], { env });
    expect([code, err]).toEqual([0, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    // Simulated values may be negative.
    for (const line of lines) expect(line).toMatch(/^\d{4}-\S+Z {2}SIM00002 {2}temperature {2}-?\d\S* {2}°C$/);

    const { out: json } = await mensura(['watch', '--json', '--count', '20'], { env });
    const readings = json
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { serial: string });
    expect(readings).toHaveLength(20);
    expect(new Set(readings.map(({ serial }) => serial))).toEqual(new Set(['SIM00001', 'SIM00002']));
    expect(readings[0]).toEqual({
      timestamp: expect.any(String),
      family: 'usb',
      serial: 'SIM00001',
      channel: expect.any(String),
      magnitude: expect.any(Number),
      unit: expect.any(String),
    });
  });

  test('stops after --duration, with exit code 9 if --count was not reached', async () => {
    const { dataDir } = await serve([], { args: ['--simulate=1x0', '--simulate-period', '60000'] });
    const env = { MENSURA_DATA_DIR: dataDir };
    expect(await mensura(['watch', '--duration', '300ms'], { env })).toMatchObject({ code: 0, err: '' });
    const { code, err } = await mensura(['watch', '--duration', '300ms', '--count', '1000'], { env });
    expect(code).toBe(9);
    expect(err).toMatch(
      /^mensura: received only \d+ of 1000 readings within \d+(\.\d+)? s; use a longer --duration\n$/,
    );
  });

  test('fails at once without a service', async () => {
    const { code, err } = await mensura(['watch', '--duration', '24d', '--url', 'http://127.0.0.1:1']);
    expect([code, err]).toEqual([6, expect.stringContaining('cannot connect to http://127.0.0.1:1')]);
  });

  test('exits with 0 after Ctrl+C, and when its output is closed', async () => {
    const { dataDir } = await serve([], { args: SIMULATED });
    const env = { MENSURA_DATA_DIR: dataDir };
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const watching = begin(['watch'], { env });
      await until('a line', () => linesOf(watching).length > 0);
      watching.child.kill(signal);
      expect(await watching.exit).toBe(0);
      expect(watching.err()).toBe('');
      expect(watching.out()).toMatch(/\n$/);
    }
    const piped = beginShell('mensura watch | head -1; echo "${PIPESTATUS[*]}"', { env });
    expect(await piped.exit).toBe(0);
    expect(piped.out()).toMatch(/^\d{4}-\S+Z {2}SIM0000\d .*\n0 0\n$/);
    expect(piped.err()).toBe('');
  });
});

test('fails at once for a missing device or channel', async () => {
  const { dataDir } = await serve([], { args: SIMULATED });
  const env = { MENSURA_DATA_DIR: dataDir };
  expect(await mensura(['watch', 'E99999'], { env })).toMatchObject({ code: 7, out: '' });
  expect(await mensura(['watch', 'SIM00001', 'nothing'], { env })).toMatchObject({ code: 7, out: '' });
});

test('waits for an unplugged device', async () => {
  const instrument = await plug();
  const service = await serve([instrument]);
  const env = { MENSURA_DATA_DIR: service.dataDir };
  await measured(service);
  const watching = begin(['watch', 'E24638', 'temperature'], { env });
  await until('a line', () => linesOf(watching).length > 0);
  await instrument.stop();
  await until('the disconnect', () =>
    /^mensura: E24638 disconnected \(.*\); waiting for it to reconnect$/m.test(watching.err()),
  );
  const before = linesOf(watching).length;
  await plug({ path: instrument.options.path });
  await until('further lines', () => linesOf(watching).length > before);
});

test('reconnects to a restarted service on another port', async () => {
  const dataDir = freshFolder();
  const first = await startService({ args: SIMULATED, dataDir });
  const watching = begin(['watch', 'SIM00001', '--json'], { env: { MENSURA_DATA_DIR: dataDir } });
  await until('a line', () => linesOf(watching).length > 0);
  await first.stop();
  await until('the loss', () => watching.err().includes('disconnected; retrying'));
  const before = linesOf(watching).length;
  const second = await startService({ args: SIMULATED, dataDir });
  atEnd(() => second.stop());
  await until('further lines', () => linesOf(watching).length > before);
  // Whether the stopping service still reports its devices as disconnected is a matter of timing.
  expect(watching.err().replace(/^.* disconnected .*\n/, '')).toBe(
    'mensura: disconnected; retrying\nmensura: reconnected; some readings were missed\n',
  );
  watching.child.kill('SIGINT');
  expect(await watching.exit).toBe(0);
});
