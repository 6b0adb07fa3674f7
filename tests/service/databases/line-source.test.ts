/** Which readings become lines of a database. */
import { expect, test } from 'vitest';
import { type DatabaseFields, READING_CHOICE_DEFAULTS } from '../../../service/contract/index.ts';
import { LineSource } from '../../../service/databases/line-source.ts';
import { createBench, describePth } from '../devices/support.ts';

const AT = Date.UTC(2026, 10, 20, 12);

/** The fields of all lines of a corrected reading, once live and once late. */
function fieldsWith(readings: Partial<DatabaseFields['readings']>): string[] {
  const { registry, driver, clock } = createBench();
  const lines: string[] = [];
  const source = new LineSource({
    registry,
    devices: { get: () => ({ alias: '' }), events: { on: () => () => {} } },
    installation: 'MS0123456789',
    writesSimulated: false,
    fields: {
      measurement: 'mensura',
      tags: [],
      readings: { ...READING_CHOICE_DEFAULTS, ...readings },
    } as unknown as DatabaseFields,
    clock,
    push: (line) => lines.push(line),
  });
  source.start();
  driver.events.emit('attached', describePth('E1'));
  const device = registry.get({ family: 'usb', serial: 'E1' });
  if (!device) throw new Error('The device is not there.');
  const sampled = {
    samples: [{ channel: 'temperature', magnitude: 20 }],
    uncorrected: [{ channel: 'temperature_uncorrected', magnitude: 21 }],
  };
  registry.events.emit('readings', { device, at: AT, ...sampled });
  registry.events.emit('late', { device, at: AT, isAttached: true, ...sampled });
  source.stop();
  return lines.map((line) => line.split(' ')[1] ?? '');
}

test('uncorrected values are left out unless they are chosen', () => {
  expect(fieldsWith({})).toEqual(['temperature=20', 'temperature=20']);
  expect(fieldsWith({ decimals: 1 })).toEqual(['temperature=20', 'temperature=20']);
});

test('chosen uncorrected values are fields of the same line, live and late', () => {
  const both = 'temperature=20,temperature_uncorrected=21';
  expect(fieldsWith({ uncorrected: true })).toEqual([both, both]);
});
