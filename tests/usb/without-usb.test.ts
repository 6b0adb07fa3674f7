/** This computer itself: most machines for tests, containers above all, have no USB; those that have need say nothing. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startService } from '../support/service.ts';

/** How often a service says that instruments in USB mode cannot be read here. */
const WORDS = existsSync('/sys/bus/usb/devices') ? 0 : 1;

test('the service says once that there is no USB, where there is none, and is fine', async () => {
  const service = await startService();
  const info = await (await fetch(`${service.url}/device-service-info`)).json();
  expect(info).toMatchObject({ status: 'ok' });
  const log = service.output();
  expect(await service.stop()).toBe(0);
  expect(log.match(/no USB/gi) ?? []).toHaveLength(WORDS);
});
