import { expect, test } from 'vitest';
import { correctionInputSchema } from '../../../service/contract/index.ts';
import { ActiveCorrections } from '../../../service/corrections/active-corrections.ts';
import { silentLogger } from '../../../service/support/logger.ts';
import { describePth } from '../devices/support.ts';
import { offset, startCorrections, T, temporaryFolder } from './bench.ts';

const POINTS = [{ measured: 68.2, reference: 68 }];

/** 68 and 86 °F are 20 and 30 °C; -0.2 °F are -1/9 °C. */
const FAHRENHEIT = correctionInputSchema.parse({
  unit: '°F',
  points: POINTS,
  range: { from: 68, to: 86, outside: 'none' },
});

test('a correction in a display unit applies in the API unit, with its range', async () => {
  const active = new ActiveCorrections(silentLogger);
  const version = { version: 1, since: '2026-11-20T14:45:12.318Z', unit: '°C' };
  const versions = [{ ...version, correction: FAHRENHEIT, coefficients: [-1 / 9, 1, 0] }];
  active.replace(new Map([['usb/E1/temperature', { ...T, versions }]]));
  const corrector = active.current(T)?.get('temperature');
  expect(corrector?.unit).toBe('°C');
  expect([19.99, 20.01, 29.99, 30.01].map((magnitude) => corrector?.correct(magnitude)?.toFixed(6))).toEqual([
    undefined,
    '19.898889',
    '29.878889',
    undefined,
  ]);
});

test('only devices whose correction in force changes are told of it', async () => {
  const { active, corrections, driver } = await startCorrections(await temporaryFolder());
  for (const serial of ['E1', 'E2']) driver.events.emit('attached', describePth(serial));
  const changed: string[] = [];
  active.events.on('changed', ({ serial }) => changed.push(serial));
  await corrections.set(T, offset(-1));
  await corrections.set({ ...T, serial: 'E2' }, offset(-1, { enabled: false }));
  await corrections.set(T, offset(-1));
  await corrections.remove(T);
  expect(changed).toEqual(['E1', 'E1']);
});
