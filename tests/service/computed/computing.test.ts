/** When computed channels are computed, and of which readings (docs/computed-channels.md#when-it-is-computed). */
import { describe, expect, test } from 'vitest';
import { computedInputSchema } from '../../../service/contract/index.ts';
import { computedRig } from './rig.ts';

const A = '[usb/A/temperature]';
const B = '[usb/B/temperature]';

describe('one device', () => {
  test('gives a result at each reading, at its time', async () => {
    const rig = await computedRig();
    rig.attach('A');
    await rig.add('Fahrenheit', `${A} * 9 / 5 + 32`);
    rig.measure('A', 20);
    rig.clock.advance(1000);
    rig.measure('A', -40);
    expect(rig.results()).toEqual([
      ['Fahrenheit', 68, 0],
      ['Fahrenheit', -40, 1000],
    ]);
  });

  test('gives none for a reading without its channels', async () => {
    const rig = await computedRig();
    rig.attach('A');
    await rig.add('Double', `2 * ${A}`);
    rig.measure('A', { relative_humidity: 50 });
    expect(rig.results()).toEqual([]);
  });

  test('has the pressure at sea level of its device, which gives no result by itself', async () => {
    const rig = await computedRig();
    rig.attach('A');
    await rig.add('Excess', `${A} + [usb/A/sea_level_pressure] / 1000`);
    rig.measure('A', { relative_humidity: 50 });
    rig.measure('A', 20);
    await rig.memory.patch({ family: 'usb', serial: 'A' }, { sea_level_pressure_pa: 100_000 });
    rig.measure('A', { relative_humidity: 50 });
    rig.measure('A', 20);
    // The standard atmosphere's 101325 Pa, then its own.
    expect(rig.results()).toEqual([
      ['Excess', 121.325, 0],
      ['Excess', 120, 0],
    ]);
  });

  test('uses virtual channels too', async () => {
    const rig = await computedRig();
    rig.attach('A');
    await rig.add('Margin', `${A} - [usb/A/dew_point]`);
    rig.measure('A', { temperature: 20, relative_humidity: 100 });
    // At 100 % the dew point is the temperature.
    expect(rig.results()).toEqual([['Margin', expect.closeTo(0, 2), 0]]);
  });

  test('gives null for a sensor error, and names the channel', async () => {
    const rig = await computedRig();
    rig.attach('A');
    const id = await rig.add('Double', `2 * ${A}`);
    rig.measure('A', 20);
    rig.measure('A', null);
    expect(rig.results()).toEqual([
      ['Double', 40, 0],
      ['Double', null, 0],
    ]);
    expect(rig.stateOf(id)).toEqual(['failing', 'requires temperature of A']);
  });

  test('gives null where the formula has no result', async () => {
    const rig = await computedRig();
    rig.attach('A');
    const id = await rig.add('Root', `sqrt(${A})`);
    rig.measure('A', -1);
    expect(rig.stateOf(id)).toEqual(['failing', 'no result']);
  });

  test('ends the result at once when it disconnects, and continues when it is back', async () => {
    const rig = await computedRig();
    rig.attach('A');
    const id = await rig.add('Double', `2 * ${A}`);
    rig.measure('A', 20);
    rig.clock.advance(500);
    rig.detach('A');
    expect(rig.results()).toEqual([
      ['Double', 40, 0],
      ['Double', null, 500],
    ]);
    expect(rig.stateOf(id)).toEqual(['failing', 'requires temperature of A']);
    rig.attach('A');
    rig.measure('A', 21);
    expect(rig.results()).toEqual([['Double', 42, 500]]);
  });
});

describe('several devices', () => {
  test('set the pace by the longest sampling period', async () => {
    const rig = await computedRig();
    rig.attach('A', { periodMs: 100 });
    rig.attach('B', { periodMs: 1000 });
    const id = await rig.add('Difference', `${A} - ${B}`);
    rig.measure('B', 5);
    rig.results();
    for (const value of [20, 21, 22]) rig.measure('A', value);
    expect(rig.results()).toEqual([]);
    rig.measure('B', 10);
    expect(rig.results()).toEqual([['Difference', 12, 0]]);
    expect(rig.registry.get({ family: 'computed', serial: id })?.description.periodMs).toBe(1000);
  });

  test('of equal periods follow the first in the formula', async () => {
    const rig = await computedRig();
    rig.attach('A');
    rig.attach('B');
    await rig.add('Difference', `${A} - ${B}`);
    rig.measure('B', 5);
    rig.measure('A', 20);
    rig.measure('B', 6);
    expect(rig.results()).toEqual([['Difference', 15, 0]]);
  });

  test('give null for a reading that is older than the limit', async () => {
    const rig = await computedRig();
    rig.attach('A');
    rig.attach('B');
    const id = await rig.add('Difference', `${A} - ${B}`, { max_age_ms: 3000 });
    rig.measure('B', 5);
    rig.clock.advance(3000);
    rig.measure('A', 20);
    rig.clock.advance(1);
    rig.measure('A', 20);
    expect(rig.results().map(([, magnitude]) => magnitude)).toEqual([15, null]);
    expect(rig.stateOf(id)).toEqual(['failing', 'requires a newer temperature of B']);
  });

  test('follow the next one while the slowest is missing', async () => {
    const rig = await computedRig();
    rig.attach('A', { periodMs: 100 });
    rig.attach('B', { periodMs: 1000 });
    const id = await rig.add('Either', `${B} > 0 ? ${B} : ${A}`);
    rig.measure('B', 7);
    rig.measure('A', 20);
    rig.detach('B');
    rig.results();
    rig.measure('A', 21);
    expect(rig.results()).toEqual([['Either', null, 0]]);
    expect(rig.stateOf(id)).toEqual(['failing', 'requires temperature of B']);
  });
});

describe('inputs that are missing', () => {
  test('leave a device without a reading, which names them', async () => {
    const rig = await computedRig();
    rig.attach('A');
    const id = await rig.add('Sum', `[usb/A/co2] + ${B}`);
    expect(rig.stateOf(id)).toEqual(['starting', 'requires co2 of A, temperature of B']);
    rig.attach('B');
    rig.measure('B', 1);
    expect(rig.stateOf(id)).toEqual(['starting', 'requires co2 of A']);
    rig.measure('A', 1);
    expect(rig.stateOf(id)).toEqual(['starting', 'requires co2 of A']);
  });

  test('are computed channels by their name', async () => {
    const rig = await computedRig();
    const first = await rig.add('First', `2 * ${A}`);
    const id = await rig.add('Second', `[computed/${first}/value] + 1`);
    expect(rig.stateOf(id)).toEqual(['starting', 'requires "First"']);
  });
});

describe('computed channels of computed channels', () => {
  test('are computed once in the same turn, after their inputs', async () => {
    const rig = await computedRig();
    rig.attach('A');
    const last = await rig.add('Last', A);
    const first = await rig.add('First', `10 * ${A}`);
    const middle = await rig.add('Middle', `[computed/${first}/value] + ${A}`);
    // Added first, it needs all others.
    const formula = `[computed/${middle}/value] + [computed/${first}/value] + ${A}`;
    await rig.manager.update(last, computedInputSchema.parse({ name: 'Last', formula }));
    rig.measure('A', 1);
    rig.clock.advance(1000);
    rig.measure('A', 2);
    expect(rig.results()).toEqual([
      ['First', 10, 0],
      ['Middle', 11, 0],
      ['Last', 22, 0],
      ['First', 20, 1000],
      ['Middle', 22, 1000],
      ['Last', 44, 1000],
    ]);
  });

  test('end with their inputs', async () => {
    const rig = await computedRig();
    rig.attach('A');
    const first = await rig.add('First', `10 * ${A}`);
    await rig.add('Second', `[computed/${first}/value] + 1`);
    rig.measure('A', 1);
    rig.results();
    rig.detach('A');
    expect(rig.results()).toEqual([
      ['First', null, 0],
      ['Second', null, 0],
    ]);
  });

  test('continue when another formula replaces that of an input', async () => {
    const rig = await computedRig();
    rig.attach('A');
    const first = await rig.add('First', `10 * ${A}`);
    await rig.add('Second', `[computed/${first}/value] + 1`);
    rig.measure('A', 1);
    await rig.manager.update(first, computedInputSchema.parse({ name: 'First', formula: `100 * ${A}` }));
    rig.results();
    rig.measure('A', 2);
    expect(rig.results()).toEqual([
      ['First', 200, 0],
      ['Second', 201, 0],
    ]);
  });
});

test('is simulated while one of its inputs is, as another device', async () => {
  const rig = await computedRig();
  const told: string[] = [];
  rig.registry.events.on('removed', ({ serial, reason }) => told.push(`${serial} ${reason}`));
  const id = await rig.add('Sum', `${A} + ${B}`);
  const simulated = (): boolean | undefined =>
    rig.registry.get({ family: 'computed', serial: id })?.description.simulated;
  expect(simulated()).toBe(false);
  rig.attach('A');
  rig.attach('B', { simulated: true });
  expect([simulated(), told]).toEqual([true, [`${id} other inputs`]]);
});

test('the period cannot be set, and the name is that of the computed channel', async () => {
  const rig = await computedRig();
  rig.attach('A');
  const id = await rig.add('Double', `2 * ${A}`);
  const key = { family: 'computed', serial: id } as const;
  const changed: string[] = [];
  rig.memory.events.on('changed', ({ serial }) => changed.push(serial));
  await expect(rig.memory.patch(key, { period_ms: 500 })).rejects.toThrow('The period of a computed channel');
  await expect(rig.memory.patch(key, { alias: 'Other' })).rejects.toThrow('alias: is the name of the computed channel');
  await rig.manager.update(id, computedInputSchema.parse({ name: 'Twice', formula: `2 * ${A}` }));
  expect([rig.memory.get(key).alias, changed]).toEqual(['Twice', [id]]);
});

test('a clock that is set back does not end the results', async () => {
  const rig = await computedRig();
  rig.attach('A');
  await rig.add('Mean', `mean_over(${A}, 60)`);
  await rig.filled();
  rig.measure('A', 1);
  rig.clock.wall -= 3_600_000;
  rig.measure('A', 3);
  rig.clock.advance(1000);
  rig.measure('A', 5);
  expect(rig.results().map(([, magnitude]) => magnitude)).toEqual([1, 3, 4]);
});
