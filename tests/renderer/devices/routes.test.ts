import { describe, expect, test } from 'vitest';
import { deviceCurlCommand } from '../../../renderer/data/api/code-samples/curl.ts';
import { deviceOfRoute, deviceRoute } from '../../../renderer/features/devices/routes.ts';

describe('device routes', () => {
  test.each(['E24638', '289B0505-2-20', 'a/b', 'ü %'])('lead to the device with serial number %j', (serial) => {
    expect(deviceOfRoute(deviceRoute({ family: 'usb', serial }))).toEqual({ family: 'usb', serial });
  });

  test.each(['/devices', '/devices/usb', '/devices/mqtt/E1', '/api', '/'])('%s names no device', (route) => {
    expect(deviceOfRoute(route)).toBeUndefined();
  });

  test('a decoded route works too', () => {
    expect(deviceOfRoute('/devices/usb/50%')?.serial).toBe('50%');
  });
});

test('a curl command has the whole address, safe for a terminal', () => {
  const identity = { family: 'gateway', serial: 'A "$HOME" b!' } as const;
  expect(deviceCurlCommand('http://127.0.0.1:11395', identity)).toBe(
    'curl "http://127.0.0.1:11395/3.7.0/devices/gateway/A%20%22%24HOME%22%20b%21/measurement?pretty=true"',
  );
});
