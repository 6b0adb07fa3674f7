import { describe, expect, test } from 'vitest';
import { isTraySupported, type RunCommand } from '../../electron/tray-support.ts';

const BUS = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus' };

/** Tools that answer from a table; one that is not in it is not installed. */
function tools(answers: Record<string, string>): { run: RunCommand; asked: string[] } {
  const asked: string[] = [];
  const run: RunCommand = async (file) => {
    asked.push(file);
    const answer = answers[file];
    if (answer === undefined) throw new Error(`spawn ${file} ENOENT`);
    return answer;
  };
  return { run, asked };
}

describe('hasTray', () => {
  test.each(['win32', 'darwin'] as const)('asks nobody on %s', async (platform) => {
    const { run, asked } = tools({});
    expect(await isTraySupported({ platform, env: {}, run })).toBe(true);
    expect(asked).toEqual([]);
  });

  test('finds the watcher by gdbus', async () => {
    const { run, asked } = tools({ gdbus: '(true,)\n' });
    expect(await isTraySupported({ platform: 'linux', env: BUS, run })).toBe(true);
    expect(asked).toEqual(['gdbus']);
  });

  test('finds the watcher by dbus-send where there is no gdbus', async () => {
    const { run } = tools({ 'dbus-send': 'method return time=1 sender=x\n   boolean true\n' });
    expect(await isTraySupported({ platform: 'linux', env: BUS, run })).toBe(true);
  });

  test.each([
    ['nobody owns the name', BUS, { gdbus: '(false,)\n' }],
    ['there is no tool to ask with', BUS, {}],
    ['there is no session bus', {}, { gdbus: '(true,)\n' }],
    ['Chromium disabled the bus', { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }, { gdbus: '(true,)\n' }],
  ])('says no when %s', async (_why, env, answers) => {
    expect(await isTraySupported({ platform: 'linux', env, run: tools(answers).run })).toBe(false);
  });

  test('answers within its bound when the bus is dead', async () => {
    const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };
    expect(await isTraySupported({ platform: 'linux', env })).toBe(false);
  });
});
