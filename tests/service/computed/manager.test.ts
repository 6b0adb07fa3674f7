/** Adding, changing and deleting computed channels, and what is stored. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ComputedChannel, computedInputSchema, type EntityChange } from '../../../service/contract/index.ts';
import { computedRig } from './rig.ts';

const A = '[usb/A/temperature]';
const written = (name: string, formula: string) => computedInputSchema.parse({ name, formula });

describe('loops', () => {
  test('are refused, naming the channels in them, and change nothing', async () => {
    const rig = await computedRig();
    const one = await rig.add('One', `2 * ${A}`);
    const two = await rig.add('Two', `[computed/${one}/value] + 1`);
    const three = await rig.add('Three', `[computed/${two}/value] + 1`);
    const loop = `[computed/${three}/value] + ${A}`;
    await expect(rig.manager.update(one, written('One', loop))).rejects.toMatchObject({
      code: 'bad-request',
      errors: [{ path: 'formula', message: 'must not lead back to itself: "One" uses "Three" uses "Two" uses "One"' }],
    });
    expect(rig.manager.get(one).computed.formula).toBe(`2 * ${A}`);
    await expect(rig.manager.update(one, written('One', `[computed/${one}/value]`))).rejects.toThrow(
      '"One" uses "One"',
    );
  });

  test('of a chain as long as the limit are found without a deep stack', async () => {
    const rig = await computedRig();
    const id = (number: number): string => `c${number.toString(16).padStart(8, '0')}`;
    const chain = Array.from({ length: 1000 }, (_, number) => ({
      id: id(number),
      computed: written(`${number}`, `[computed/${id((number + 1) % 1000)}/value] + 1`),
    }));
    expect(() => rig.manager.checkReplacement(chain)).toThrow('0.computed.formula: must not lead back to itself');
    expect(() => rig.manager.checkReplacement(chain.slice(0, 999))).not.toThrow();
  });
});

describe('a computed channel', () => {
  test('is not added with an invalid formula, or with one without a channel', async () => {
    const rig = await computedRig();
    await expect(rig.add('X', `${A} +`)).rejects.toMatchObject({ code: 'bad-request', errors: [{ path: 'formula' }] });
    await expect(rig.add('X', '1 + 1')).rejects.toThrow('The formula has no channel.');
    expect(rig.manager.list()).toEqual([]);
  });

  test('has the channels of the manufacturer’s form by name', async () => {
    const rig = await computedRig();
    rig.attach('A01234');
    const id = await rig.add('Offset', '[A01234:01] + 0.5');
    expect(rig.manager.get(id)).toMatchObject({
      computed: { formula: '[usb/A01234/temperature] + 0.5' },
      inputs: [{ family: 'usb', serial: 'A01234', channel: 'temperature' }],
    });
    await expect(rig.add('Unknown', '[B:00] + 1')).rejects.toMatchObject({ errors: [{ path: 'formula' }] });
  });

  test('is restored with its ID after its deletion, once', async () => {
    const rig = await computedRig();
    const id = await rig.add('Sum', `integral(${A})`);
    const before = rig.manager.get(id);
    await rig.manager.remove(id);
    expect(await rig.manager.restore(id)).toEqual(before);
    expect(rig.manager.list()).toEqual([before]);
    await expect(rig.manager.restore(id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(rig.manager.restore('c00000000')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('is not deleted while another one uses it', async () => {
    const rig = await computedRig();
    const one = await rig.add('One', `2 * ${A}`);
    const two = await rig.add('Two', `[computed/${one}/value] + 1`);
    await expect(rig.manager.remove(one)).rejects.toMatchObject({
      code: 'conflict',
      message: '"One" is used by "Two". Change or delete that computed channel first.',
    });
    await rig.manager.remove(two);
    await rig.manager.remove(one);
    expect(rig.manager.list()).toEqual([]);
    expect(rig.registry.list('computed')).toEqual([]);
    expect(rig.forgotten).toEqual([two, one]);
  });

  test('without a time integral is not reset', async () => {
    const rig = await computedRig();
    const id = await rig.add('One', `2 * ${A}`);
    await expect(rig.manager.reset(id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(rig.manager.reset('c00000000')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('is reported when it is added, changed and deleted', async () => {
    const rig = await computedRig();
    const told: EntityChange<'computed-channel'>[] = [];
    rig.manager.events.on('changed', (change) => told.push(change));
    const id = await rig.add('One', `2 * ${A}`);
    await rig.manager.update(id, written('One', `2 * ${A}`));
    await rig.manager.update(id, written('Uno', `2 * ${A}`));
    await rig.manager.remove(id);
    expect(told.map(({ key, value }) => [key, value?.computed.name])).toEqual([
      [id, 'One'],
      [id, 'Uno'],
      [id, undefined],
    ]);
  });
});

describe('the file', () => {
  test('has everything for the next start', async () => {
    const first = await computedRig();
    await first.add('One', `2 * ${A}`, { unit: 'K', decimals: 0, max_age_ms: 60_000 });
    await first.add('Hours', `integral(${A})`);
    const before: readonly ComputedChannel[] = first.manager.list();
    const second = await computedRig({ dataDir: first.folder });
    expect([second.damage, second.manager.list()]).toEqual([undefined, before]);
  });

  test.each([
    ['an unknown function', (text: string) => text.replace('2 *', 'foo(1) *'), 'computed.0.computed.formula'],
    ['a loop', (text: string) => text.replace('usb/A/temperature', 'computed/c00000001/value'), 'lead back'],
    ['another form of ID', (text: string) => text.replace('c00000001', 'x1'), 'must be c followed by'],
  ])('with %s is set aside', async (_what, change, words) => {
    const first = await computedRig();
    await first.manager.replaceAll([{ id: 'c00000001', computed: written('One', `2 * ${A}`) }]);
    const path = join(first.folder, 'computed.json');
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    const second = await computedRig({ dataDir: first.folder });
    expect(second.damage).toContain(words);
    expect(second.manager.list()).toEqual([]);
  });
});

test('replaces all, keeping IDs and the time of the last reset, and undoes it', async () => {
  const rig = await computedRig();
  const hours = await rig.add('Hours', `integral(${A})`);
  await rig.add('One', `2 * ${A}`);
  const before = rig.manager.list();
  const undo = await rig.manager.replaceAll([{ id: hours, computed: written('Degree-hours', `integral(${A})`) }]);
  expect(rig.manager.list()).toEqual([{ ...before[0], computed: { ...before[0]?.computed, name: 'Degree-hours' } }]);
  await undo();
  expect(rig.manager.list()).toEqual(before);
});
