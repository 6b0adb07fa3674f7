import { describe, expect, test } from 'vitest';
import { isTraySupported, type RunCommand } from '../../electron/tray-support.ts';

const BUS = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus' };

/** Tools with a table of outputs; others are not installed. */
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
  test.each(['win32', 'darwin'] as const)('is true on %s without a query', async (platform) => {
    const { run, asked } = tools({});
    expect(await isTraySupported({ platform, env: {}, run })).toBe(true);
    expect(asked).toEqual([]);
  });

  test('finds the watcher with gdbus', async () => {
    const { run, asked } = tools({ gdbus: '(true,)\n' });
    expect(await isTraySupported({ platform: 'linux', env: BUS, run })).toBe(true);
    expect(asked).toEqual(['gdbus']);
  });

  test('finds the watcher with dbus-send if gdbus is missing', async () => {
    const { run } = tools({ 'dbus-send': 'method return time=1 sender=x\n   boolean true\n' });
    expect(await isTraySupported({ platform: 'linux', env: BUS, run })).toBe(true);
  });

  test.each([
    ['nobody owns the name', BUS, { gdbus: '(false,)\n' }],
    ['there is no tool to ask with', BUS, {}],
    ['there is no session bus', {}, { gdbus: '(true,)\n' }],
    ['Chromium disabled the bus', { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }, { gdbus: '(true,)\n' }],
  ])('is false when %s', async (_why, env, answers) => {
    expect(await isTraySupported({ platform: 'linux', env, run: tools(answers).run })).toBe(false);
  });

  test('returns within its time limit if the bus does not respond', async () => {
    const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };
    expect(await isTraySupported({ platform: 'linux', env })).toBe(false);
  });
});
