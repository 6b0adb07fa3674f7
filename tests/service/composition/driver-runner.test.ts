import { expect, test } from 'vitest';
import { DriverRunner } from '../../../service/composition/driver-runner.ts';
import { Registry } from '../../../service/devices/registry.ts';
import type { Driver, DriverEvents } from '../../../service/drivers/driver.ts';
import { systemClock } from '../../../service/support/clock.ts';
import { Emitter } from '../../../service/support/emitter.ts';
import { silentLogger } from '../../../service/support/logger.ts';

test('a driver that cannot be stopped is no longer heard', async () => {
  const registry = new Registry({ clock: systemClock, logger: silentLogger });
  const events = new Emitter<DriverEvents>(() => {});
  const driver = {
    name: 'broken',
    events,
    start: async () => {},
    stop: () => Promise.reject(new Error('It hangs.')),
  } as Partial<Driver> as Driver;
  const run = new DriverRunner({ driver, registry, logger: silentLogger });
  await run.start();
  const report = { code: 'port-silent', subject: 'x', text: 'Nothing comes.', remedy: '' } as const;
  events.emit('problem', report);
  expect(registry.problems()).toHaveLength(1);
  await expect(run.stop()).rejects.toThrow('It hangs.');
  events.emit('problem', { ...report, subject: 'y' });
  expect(registry.problems()).toHaveLength(1);
});
