/** The worked example of docs/drivers.md: it is what the page shows, and it does what the page says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ROOT } from '../../build/paths.ts';
import { ThermometerDriver } from '../../docs/examples/thermometer/driver.ts';
import { parseThermometerLine } from '../../docs/examples/thermometer/protocol.ts';
import { Registry } from '../../service/devices/registry.ts';
import { systemClock } from '../../service/support/clock.ts';
import { silentLogger } from '../../service/support/logger.ts';
import { until } from '../support/until.ts';
import { PlayedThermometer } from './thermometer.ts';

test.each(['protocol', 'describe', 'driver'])('docs/drivers.md shows %s.ts as it is', (name) => {
  const page = readFileSync(join(ROOT, 'docs/drivers.md'), 'utf8');
  const code = readFileSync(join(ROOT, `docs/examples/thermometer/${name}.ts`), 'utf8');
  expect(page).toContain(`\`\`\`ts\n${code}\`\`\``);
});

test.each([
  ['ID E1234 1.4', { kind: 'identity', serial: 'E1234', firmware: { major: 1, minor: 4 } }],
  ['T 21.5', { kind: 'temperature', celsius: 21.5 }],
  ['T -40.125', { kind: 'temperature', celsius: -40.125 }],
  ['T ERR', { kind: 'temperature', celsius: null }],
  ['T 21,5', undefined],
  ['T 1e3', undefined],
  ['T  21.5', undefined],
  ['ID e1234 1.4', undefined],
  ['', undefined],
])('the line %j', (line, meaning) => {
  expect(parseThermometerLine(line)).toEqual(meaning);
});

describe('in a registry', () => {
  const key = { family: 'usb', serial: 'E1234' } as const;
  let thermometer: PlayedThermometer;
  let registry: Registry;
  let driver: ThermometerDriver;
  /** Its last result: a number, or why there is none. */
  const temperature = (): number | string | undefined => {
    const reading = registry.get(key)?.readings.get('temperature');
    return reading?.value?.magnitude ?? reading?.reason;
  };

  beforeEach(async () => {
    thermometer = new PlayedThermometer();
    await thermometer.switchOn();
    registry = new Registry({ clock: systemClock, logger: silentLogger });
    const { port } = thermometer;
    const devices = registry.connect('thermometer');
    driver = new ThermometerDriver({ host: '127.0.0.1', port, devices, clock: systemClock });
    await driver.start();
    await until('the thermometer', () => registry.get(key));
  });

  afterEach(async () => {
    await driver.stop();
    await thermometer.switchOff();
  });

  test('it is attached as what it says it is, and measures; an error of its sensor is no value', async () => {
    expect(registry.get(key)?.description).toMatchObject({ firmware: { major: 1, minor: 4 }, periodMs: 1000 });
    thermometer.say('T 21.5\nT 2');
    await expect.poll(temperature).toBe(21.5);
    thermometer.say('2.25\n');
    await expect.poll(temperature).toBe(22.25);
    thermometer.say('T ERR\n');
    await expect.poll(temperature).toBe('sensor error');
  });

  test('a damaged line is counted and changes nothing', async () => {
    thermometer.say('T 21.5\nT 21.5.5\n');
    await expect.poll(() => registry.get(key)?.rejected).toBe(1);
    expect(temperature()).toBe(21.5);
  });

  test('switched off it is gone, with a problem that names the address; switched on again it is back', async () => {
    await thermometer.switchOff();
    await expect.poll(() => registry.get(key)).toBeUndefined();
    await expect.poll(() => registry.problems()[0]?.text).toContain(`127.0.0.1:${thermometer.port}`);
    await thermometer.switchOn();
    await expect.poll(() => registry.get(key)).toBeDefined();
    expect(registry.problems()).toEqual([]);
  });

  test('after the computer slept it is connected anew, at once', async () => {
    driver.wake();
    await expect.poll(() => thermometer.connections).toBe(2);
    await expect.poll(() => registry.get(key)).toBeDefined();
  });

  test('after its end nothing is left of it; it may be ended twice', async () => {
    await thermometer.switchOff();
    await expect.poll(() => registry.problems()).toHaveLength(1);
    await driver.stop();
    await driver.stop();
    expect(registry.list('usb')).toEqual([]);
    expect(registry.problems()).toEqual([]);
  });

  test('its period cannot be set, and that is said', async () => {
    await expect(registry.setPeriod(key, 500)).rejects.toThrow('measures once a second, always');
  });
});
