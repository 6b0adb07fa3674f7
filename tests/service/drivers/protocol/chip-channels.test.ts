import { describe, expect, test } from 'vitest';
import { chipChannels } from '../../../../service/drivers/protocol/chip-channels.ts';
import { chipsTitled, chipWithId, isUnused, titleOfChip } from '../../../../service/drivers/protocol/chips.ts';
import { genericChannels } from '../../../../service/drivers/protocol/serial-layout.ts';

const labels = (...chips: number[]) => chipChannels(chips).channels.map((channel) => channel?.label);
const virtual = (...chips: number[]) =>
  chipChannels(chips)
    .all.filter(({ details }) => details.virtual)
    .map(({ label }) => label);

describe('channels of chips', () => {
  test('a climate instrument', () => {
    expect(labels(0x15, 0x20, 0x19)).toEqual(['atmospheric_pressure', 'temperature', 'relative_humidity']);
    expect(virtual(0x15, 0x20, 0x19)).toEqual(['dew_point', 'humidex', 'heat_index', 'altitude']);
  });

  test('the pair that senses the same air is named first', () => {
    expect(labels(0x16, 0xb2, 0xb3, 0xb0, 0xb1)).toEqual([
      'temperature_2',
      'temperature',
      'relative_humidity',
      'internal_temperature',
      'internal_relative_humidity',
    ]);
    expect(virtual(0x16, 0xb2, 0xb3, 0xb0, 0xb1)).toEqual(['dew_point', 'humidex', 'heat_index', 'internal_dew_point']);
  });

  test('an unused channel is not shown, and keeps the numbers of the others', () => {
    const { channels, all } = chipChannels([0xff, 0x20, 0xff, 0x7b, 0x2f]);
    expect(channels.map((channel) => channel?.label)).toEqual([undefined, 'temperature', undefined, 'raw_1', 'raw_2']);
    expect(all.map(({ description, unit }) => [description, unit])).toEqual([
      ['Temperature', '°C'],
      ['Unknown chip 0x7B', 'raw'],
      ['VEML6030 WHITE', 'raw'],
    ]);
    expect(chipChannels([])).toEqual({ channels: [], derived: [], all: [] });
  });

  test('an SCD30 makes no dew point', () => {
    expect(labels(0x47, 0x48, 0x49)).toEqual(['co2', 'temperature', 'relative_humidity']);
    expect(virtual(0x47, 0x48, 0x49)).toEqual([]);
  });

  test.each([
    [
      [0x15, 0x20, 0x19],
      ['Pa', 'C', '%'],
    ],
    [
      [0x21, 0x1d],
      ['C', 'C'],
    ],
    [
      [0x5a, 0x5b],
      ['%', '%'],
    ],
    [
      [0x54, 0x58],
      ['#/cm^3', '#/cm^3'],
    ],
    [
      [0xb0, 0xb1, 0xb2, 0xb3],
      ['C', '%', 'C', '%'],
    ],
    [
      [0x13, 0x14],
      ['C', 'C'],
    ],
  ])('%j are the same over the serial line', (chips, units) => {
    const columns = chips.map((id, place) => ({ title: titleOfChip(id), unit: units[place] ?? '' }));
    expect(genericChannels(columns).all).toEqual(chipChannels(chips).all);
  });
});

describe('chips', () => {
  /** Every documented id (docs/hardware.md#chips). */
  const KNOWN = [
    [0x00, 0x28],
    [0x2a, 0x3f],
    [0x40, 0x49],
    [0x50, 0x5b],
    [0x80, 0x85],
    [0x8a, 0x8c],
    [0x90, 0x95],
    [0xa0, 0xa0],
    [0xb0, 0xb3],
    [0xfe, 0xff],
  ] as const;
  const known = (id: number) => KNOWN.some(([from, to]) => id >= from && id <= to) && id !== 0x1e && id !== 0x1f;

  test.each(Array.from({ length: 256 }, (_, id) => id))('chip %i is listed if it is known', (id) => {
    expect(chipWithId(id) !== undefined).toBe(known(id));
    expect(titleOfChip(id).startsWith('Unknown chip 0x')).toBe(!known(id));
    expect(isUnused(id)).toBe(id === 0xff);
    if (known(id)) expect(chipsTitled(titleOfChip(id).toUpperCase()).map((chip) => chip.id)).toContain(id);
  });

  test('an unknown one is named by two hexadecimal digits', () => {
    expect(titleOfChip(0x1e)).toBe('Unknown chip 0x1E');
    expect(titleOfChip(0x29)).toBe('Unknown chip 0x29');
  });

  test('the thermocouples of the two generations are in the same order', () => {
    for (const [place, type] of ['K', 'J', 'N', 'E', 'T', 'B', 'S', 'R'].entries()) {
      expect(titleOfChip(0x21 + place)).toBe(`Type-${type} Thermocouple`);
      expect(titleOfChip(0x38 + place)).toBe(`Type-${type} Thermocouple`);
    }
  });
});
