/** What a formula gives before it is saved. */
import { describe, expect, test } from 'vitest';
import { computedPreviewInputSchema } from '../../../service/contract/index.ts';
import { computedRig, historyOf } from './rig.ts';

const A = '[usb/A/temperature]';
const NOW = Date.UTC(2026, 10, 20, 12);
const MINUTE = 60_000;

const previewOf = (rig: Awaited<ReturnType<typeof computedRig>>, formula: string, others: object = {}) =>
  rig.manager.preview(computedPreviewInputSchema.parse({ formula, ...others }));

describe('a preview', () => {
  test('has the newest readings, the result, and the results of the last hour', async () => {
    const stored = [70, 50, 10].map((ago) => [NOW - ago * MINUTE, ago] as const);
    const rig = await computedRig({ wall: NOW, history: historyOf({ 'usb/A/temperature': stored }) });
    rig.attach('A');
    rig.measure('A', 20);
    expect(await previewOf(rig, `2 * ${A}`)).toEqual({
      error: null,
      formula: `2 * ${A}`,
      inputs: [{ family: 'usb', serial: 'A', channel: 'temperature', magnitude: 20, unit: '°C' }],
      magnitude: 40,
      reason: '',
      has_integral: false,
      at: [NOW - 50 * MINUTE, NOW - 10 * MINUTE],
      magnitudes: [100, 20],
    });
    expect(rig.manager.list()).toEqual([]);
  });

  test('has the pressure at sea level of a device, now and for the last hour', async () => {
    const history = historyOf({ 'usb/A/temperature': [[NOW - MINUTE, 10]] });
    const rig = await computedRig({ wall: NOW, history });
    rig.attach('A');
    rig.measure('A', 20);
    expect(await previewOf(rig, `${A} + [usb/A/sea_level_pressure]`)).toMatchObject({
      inputs: [{ magnitude: 20 }, { channel: 'sea_level_pressure', magnitude: 101_325, unit: 'Pa' }],
      magnitude: 101_345,
      magnitudes: [101_335],
    });
    expect(await previewOf(rig, '[usb/A/sea_level_pressure]')).toMatchObject({
      error: { message: 'The formula has no channel.' },
    });
  });

  test('fills windows with readings from before', async () => {
    const stored = [70, 50, 10].map((ago) => [NOW - ago * MINUTE, ago] as const);
    const rig = await computedRig({ wall: NOW, history: historyOf({ 'usb/A/temperature': stored }) });
    rig.attach('A');
    rig.measure('A', 0);
    const { magnitude, magnitudes } = await previewOf(rig, `max_over(${A}, 30 * minute)`);
    // 20 min after 70, 50 is not the highest; both are gone before now.
    expect([magnitudes, magnitude]).toEqual([[70, 10], 10]);
  });

  test.each([
    [`2 * ${A}`, {}, 'requires temperature of A'],
    [`[usb/A/relative_humidity] + ${A}`, { relative_humidity: 50 }, 'requires temperature of A'],
    [`sqrt(${A})`, { temperature: -1 }, 'no result'],
  ])('of %s with %j: %s', async (formula, values, reason) => {
    const rig = await computedRig();
    rig.attach('A');
    rig.measure('A', values);
    expect(await previewOf(rig, formula)).toMatchObject({ error: null, magnitude: null, reason });
  });

  test('takes a reading that is too old as missing', async () => {
    const rig = await computedRig();
    rig.attach('A');
    rig.measure('A', 20);
    rig.clock.advance(501);
    const preview = await previewOf(rig, `2 * ${A}`, { max_age_ms: 500 });
    expect(preview).toMatchObject({ magnitude: null, reason: 'requires a newer temperature of A' });
    expect(preview.inputs[0]?.magnitude).toBeNull();
  });

  test('names an error with its place, in the manufacturer’s form too', async () => {
    const rig = await computedRig();
    rig.attach('A01234');
    expect(await previewOf(rig, '1 + foo(2)')).toMatchObject({
      error: { at: 4, length: 3 },
      inputs: [],
      magnitude: null,
    });
    expect(await previewOf(rig, '')).toMatchObject({ error: { at: 0 } });
    expect(await previewOf(rig, '[B01234:00] + 1')).toMatchObject({ error: { at: 0, length: 11 } });
    expect(await previewOf(rig, '[A01234:01] + 1')).toMatchObject({
      error: null,
      formula: '[usb/A01234/temperature] + 1',
    });
  });

  test('of a changed formula names a loop at the channel that closes it', async () => {
    const rig = await computedRig();
    const one = await rig.add('One', `2 * ${A}`);
    const two = await rig.add('Two', `[computed/${one}/value] + 1`);
    const { error } = await previewOf(rig, `1 + [computed/${two}/value]`, { id: one });
    expect(error).toEqual({
      message: 'The formula must not lead back to itself: "One" uses "Two" uses "One".',
      at: 4,
      length: `[computed/${two}/value]`.length,
    });
    expect((await previewOf(rig, `1 + [computed/${two}/value]`)).error).toBeNull();
  });

  test('works without a history, with the newest readings alone', async () => {
    const { MensuraError } = await import('../../../service/support/errors.ts');
    const rig = await computedRig({
      history: { query: () => Promise.reject(new MensuraError('storage-failed', 'The disk failed.')) },
    });
    rig.attach('A');
    rig.measure('A', 20);
    expect(await previewOf(rig, `2 * ${A}`)).toMatchObject({ magnitude: 40, at: [] });
  });
});
