import { describe, expect, test } from 'vitest';
import { CATALOGUE, findEntry, productOf } from '../../../service/devices/catalogue.ts';
import { channelOf, QUANTITIES } from '../../../service/devices/quantities.ts';
import { VIRTUAL_CHANNELS, virtualChannelsOf } from '../../../service/devices/virtual-channels.ts';

describe('the catalogue', () => {
  test('gives the documented product as the contract writes it', () => {
    const entry = findEntry('VCP-RTD300-CAL');
    expect(entry && productOf(entry)).toEqual({
      channels: {
        temperature: {
          description: 'Temperature',
          details: { virtual: false },
          label: 'temperature',
          type: 'Temperature',
          unit: '°C',
        },
      },
      info: {
        interfaces: { usb: 'USB', vcp: 'Virtual COM port' },
        name: 'VCP-RTD300-CAL',
        sku: 'VCP-RTD300-CAL',
        vendor: 'Dracal technologies inc.',
      },
      model: 'VCP-RTD300-CAL/v1',
    });
  });

  test('a USB- product has no serial port', () => {
    const entry = findEntry('USB-DXC200');
    expect(entry && productOf(entry).info.interfaces).toEqual({ usb: 'USB' });
  });

  test('keeps the channel order of the instrument', () => {
    const entry = findEntry('VCP-PTH450-CAL');
    expect(entry && Object.keys(productOf(entry).channels)).toEqual([
      'atmospheric_pressure',
      'temperature',
      'relative_humidity',
      'dew_point',
      'humidex',
      'heat_index',
      'altitude',
    ]);
  });

  test('every name is in the table of quantities, or says in words why it is its own', () => {
    const own = new Set(['co2_filtered', 'co2_instant']);
    for (const { channels } of CATALOGUE) {
      for (const { label, type } of channels.filter((channel) => !own.has(channel.label))) {
        expect(QUANTITIES[label as keyof typeof QUANTITIES]?.type, label).toBe(type);
      }
    }
  });

  test('every virtual channel can be computed from real channels of its product', () => {
    for (const { name, channels } of CATALOGUE) {
      const real = channels.filter(({ virtual }) => !virtual).map(({ label }) => label);
      for (const { label } of channels.filter(({ virtual }) => virtual)) {
        for (const input of VIRTUAL_CHANNELS[label]?.inputs ?? ['(none)']) expect(real, name).toContain(input);
      }
    }
  });

  test('no name stands twice', () => {
    const names = CATALOGUE.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test('a climate pair makes dew point, humidex and heat index; pressure makes altitude', () => {
    const labels = (...names: Parameters<typeof channelOf>[0][]) =>
      virtualChannelsOf(names.map((name) => channelOf(name))).map(({ label }) => label);
    expect(labels('temperature', 'relative_humidity')).toEqual(['dew_point', 'humidex', 'heat_index']);
    expect(labels('atmospheric_pressure')).toEqual(['altitude']);
    expect(labels('internal_temperature', 'internal_relative_humidity')).toEqual(['internal_dew_point']);
    expect(labels('temperature')).toEqual([]);
    expect(labels('internal_temperature', 'relative_humidity')).toEqual([]);
    expect(labels('temperature', 'internal_relative_humidity')).toEqual([]);
  });
});
