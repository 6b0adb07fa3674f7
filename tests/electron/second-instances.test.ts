import { EventEmitter } from 'node:events';
import type { App } from 'electron';
import { expect, test } from 'vitest';
import type { LaunchOptions } from '../../electron/arguments.ts';
import { relaunch } from '../../electron/quit.ts';
import { SecondInstances } from '../../electron/second-instances.ts';

function rig() {
  const app = new EventEmitter();
  const starts = new SecondInstances(app as unknown as App);
  const begin = (data: unknown): boolean => app.emit('second-instance', {}, [], '/', data);
  const answered: LaunchOptions[] = [];
  const answer = (): void => starts.onStart((launchOptions) => answered.push(launchOptions));
  return { begin, answered, answer };
}

test('delivers the latest early start, and prefers one with a window', () => {
  const { begin, answered, answer } = rig();
  begin({ isHidden: false, route: '/mqtt' });
  begin({ isHidden: false, route: '/alarms' });
  begin({ isHidden: true });
  expect(answered).toEqual([]);
  answer();
  expect(answered).toEqual([{ isHidden: false, route: '/alarms' }]);
  begin({});
  expect(answered).toHaveLength(2);
  answer();
  expect(answered).toHaveLength(2);
});

const argv = ['/opt/mensura', '--hidden', '--port', '0', '--page', '/mqtt', '--page=/log'];

test('restarts with its own flags and the requested page', () => {
  const told: unknown[] = [];
  const app = { relaunch: (options: unknown) => told.push(options) > 0 };
  relaunch({ app, argv, env: {} }, { isHidden: false, route: undefined });
  relaunch({ app, argv, env: {} }, { isHidden: true, route: '/alarms' });
  relaunch({ app, argv: ['/m'], env: { APPIMAGE: '/home/anna/Mensura.AppImage' } }, { isHidden: false, route: '/' });
  expect(told).toEqual([
    { args: ['--port', '0'] },
    { args: ['--port', '0', '--hidden', '--page=/alarms'] },
    { execPath: '/home/anna/Mensura.AppImage', args: ['--page=/'] },
  ]);
});
