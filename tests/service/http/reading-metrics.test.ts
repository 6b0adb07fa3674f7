import { afterEach, beforeEach, expect, test } from 'vitest';
import { describePth } from '../devices/support.ts';
import { ask } from './support/ask.ts';
import { type Host, startHost } from './support/host.ts';

let host: Host;

beforeEach(async () => {
  host = await startHost({ isSimulatedIncluded: false });
});
afterEach(() => host.stop());

/** The samples of the readings, line by line. */
async function readings(name = 'mensura_reading'): Promise<string[]> {
  const { text } = await ask(host.port, '/metrics');
  return text.split('\n').filter((line) => line.startsWith(`${name}{`));
}

const LABELS =
  '{installation="MS0123456789",family="usb",serial="E1",channel="temperature",unit="°C",name="VCP-PTH450-CAL E1 Temperature"}';

test('each valid reading has one sample and its age', async () => {
  host.attach('E1', 20.5);
  host.clock.advance(2500);
  expect(await readings()).toEqual([`mensura_reading${LABELS} 20.5`]);
  expect(await readings('mensura_reading_age_seconds')).toEqual([`mensura_reading_age_seconds${LABELS} 2.5`]);
});

test('a sensor error has no sample', async () => {
  host.attach('E1', 20.5);
  host.measure('E1', null);
  expect(await readings()).toEqual([]);
  expect(await readings('mensura_reading_age_seconds')).toEqual([]);
});

test('a reading of a clock that is ahead is 0 s old', async () => {
  host.attach('E1', 20.5);
  host.clock.advance(-60_000);
  expect(await readings('mensura_reading_age_seconds')).toEqual([`mensura_reading_age_seconds${LABELS} 0`]);
});

test('the names are those of the user, escaped', async () => {
  host.attach('E1', 20.5);
  await host.world.devices.patch(
    { family: 'usb', serial: 'E1' },
    { alias: 'Cellar "left"\\', channels: { temperature: { alias: 'Air' } } },
  );
  expect(await readings()).toEqual([expect.stringContaining('name="Cellar \\"left\\"\\\\ Air"')]);
});

test('simulated devices are left out unless they are published', async () => {
  host.driver.events.emit('attached', describePth('S1', { simulated: true }));
  host.measure('S1', 20);
  expect(await readings()).toEqual([]);
});

test('without the setting there are only the figures of the service', async () => {
  host.attach('E1', 20.5);
  host.world.settings.put({ metrics_readings: false });
  const { text } = await ask(host.port, '/metrics');
  expect(text).not.toContain('mensura_reading{');
  expect(text).toContain('mensura_devices{family="usb"} 1');
});
