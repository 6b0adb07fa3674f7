import { describe, expect, test } from 'vitest';
import { type ChannelDefinition, distinctLabel } from '../../../service/contract/index.ts';
import { channelLabels, labelText } from '../../../service/devices/labels.ts';
import { channelOf } from '../../../service/devices/quantities.ts';

const byName = (...channels: ChannelDefinition[]): Record<string, ChannelDefinition> =>
  Object.fromEntries(channels.map((channel) => [channel.label, channel]));

describe('the distinct label', () => {
  const channels = byName(
    channelOf('temperature'),
    channelOf('temperature', false, 'temperature_2'),
    channelOf('relative_humidity'),
    channelOf('raw', false, 'raw_1'),
  );
  const labels = { temperature: 'Ambient', relative_humidity: 'SHT31 Relative Humidity', raw_1: 'Flux (Mx)' };

  test.each([
    ['temperature', 'Ambient'],
    ['temperature_2', ''],
    ['relative_humidity', ''],
    ['raw_1', 'Flux (Mx)'],
    ['constructor', ''],
  ])('of %s as %j', (channel, label) => {
    expect(distinctLabel(channels, labels, channel)).toBe(label);
  });
});

describe('a device label', () => {
  test.each([
    ['  SHT31\tTemperature ', 'SHT31 Temperature'],
    ['Tank\u0000A\u001B[31m', 'Tank A [31m'],
    ['Tank \u202Erab', 'Tank rab'],
    ['\u2066\u200F', ''],
    ['x'.repeat(61), `${'x'.repeat(59)}…`],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['\uD83C\uDF21'.repeat(61), `${'\uD83C\uDF21'.repeat(59)}…`],
  ])('%j is %j', (text, label) => {
    expect(labelText(text)).toBe(label);
  });

  test('numbers duplicates and omits missing labels', () => {
    expect(
      channelLabels([
        ['temperature', 'Type-K Thermocouple'],
        ['cold_junction_temperature', 'Cold junction'],
        ['temperature_2', 'Type-K  Thermocouple'],
        ['voltage', ''],
      ]),
    ).toEqual({
      temperature: 'Type-K Thermocouple 1',
      cold_junction_temperature: 'Cold junction',
      temperature_2: 'Type-K Thermocouple 2',
    });
  });
});
