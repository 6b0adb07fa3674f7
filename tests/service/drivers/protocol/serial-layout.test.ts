import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LineColumn } from '../../../../service/drivers/protocol/line.ts';
import { createLayout, type SerialLayout } from '../../../../service/drivers/protocol/serial-layout.ts';

/** `MS5611 Pressure:Pa` as a column; `:Pa` where the header never came. */
const columns = (...texts: string[]): LineColumn[] =>
  texts.map((text) => {
    const [title = '', unit = ''] = text.split(':');
    return { title, unit };
  });

const layoutOf = (product: string, ...texts: string[]): SerialLayout =>
  createLayout({ product, columns: columns(...texts), manufacturer: '' });

const labelsOf = (layout: SerialLayout): string[] => Object.keys(layout.product.channels);

/** Reads values written as `102466 Pa`. */
const read = (layout: SerialLayout, ...values: string[]) =>
  layout.read(
    values.map((value) => {
      const space = value.lastIndexOf(' ');
      return { text: value.slice(0, space), unit: value.slice(space + 1) };
    }),
  );

describe('a product of the catalogue', () => {
  const PTH450 = ['MS5611 Pressure:Pa', 'SHT31 Temperature:C', 'SHT31 Relative Humidity:%'];
  const PTH450_CHANNELS = [
    'atmospheric_pressure',
    'temperature',
    'relative_humidity',
    'dew_point',
    'humidex',
    'heat_index',
    'altitude',
  ];

  test('has its channels, and its values in their units to the last digit', () => {
    const layout = layoutOf('VCP-PTH450-CAL', ...PTH450);
    expect(labelsOf(layout)).toEqual(PTH450_CHANNELS);
    expect(layout.vendor).toBe('Dracal technologies inc.');
    expect(layout.product.model).toBe('VCP-PTH450-CAL/v1');
    expect(read(layout, '102466 Pa', '24.87 C', '66.81 %')).toEqual([
      { channel: 'atmospheric_pressure', magnitude: 102.466 },
      { channel: 'temperature', magnitude: 24.87 },
      { channel: 'relative_humidity', magnitude: 66.81 },
    ]);
  });

  test('is known by its units alone where the header never came', () => {
    const layout = layoutOf('VCP-PTH450-CAL', ':Pa', ':C', ':%');
    expect(labelsOf(layout)).toEqual(PTH450_CHANNELS);
  });

  test('finds its columns by title in another order', () => {
    const layout = layoutOf('VCP-PTH450-CAL', 'SHT31 Relative Humidity:%', 'MS5611 Pressure:Pa', 'SHT31 Temperature:C');
    expect(labelsOf(layout)).toEqual(PTH450_CHANNELS);
    expect(read(layout, '66.81 %', '102466 Pa', '24.87 C')).toEqual([
      { channel: 'relative_humidity', magnitude: 66.81 },
      { channel: 'atmospheric_pressure', magnitude: 102.466 },
      { channel: 'temperature', magnitude: 24.87 },
    ]);
  });

  test('finds two columns of one unit by their chips', () => {
    const turned = layoutOf('VCP-TMC100k', 'Thermocouple cold junction temperature:C', 'Type-K Thermocouple:C');
    expect(read(turned, '24.031 C', '23.512 C')).toEqual([
      { channel: 'cold_junction_temperature', magnitude: 24.031 },
      { channel: 'temperature', magnitude: 23.512 },
    ]);
  });

  test('takes a title that is not known by its unit', () => {
    const layout = layoutOf('VCP-RTD300-CAL', 'Some later chip:C');
    expect(labelsOf(layout)).toEqual(['temperature']);
    expect(layout.vendor).toBe('Dracal technologies inc.');
  });

  test('with other columns than the catalogue says is made of its columns', () => {
    const layout = layoutOf('VCP-RTD300-CAL', '3-Wire PT100 Temperature sensor:C', 'MS5611 Pressure:Pa');
    expect(labelsOf(layout)).toEqual(['temperature', 'atmospheric_pressure', 'altitude']);
  });
});

describe('a product that is not in the catalogue', () => {
  test('has channels by the chips that go by its titles, in any letter case', () => {
    const layout = layoutOf('VCP-NEW1', 'ms5611 pressure:Pa', 'Type-K Thermocouple:C', 'VEML6030 ALS:lx');
    expect(labelsOf(layout)).toEqual(['atmospheric_pressure', 'temperature', 'illuminance', 'altitude']);
    expect(layout.product).toMatchObject({
      model: 'VCP-NEW1/v1',
      info: { name: 'VCP-NEW1', sku: 'VCP-NEW1', vendor: 'Dracal technologies inc.' },
    });
  });

  test('has virtual channels of a climate pair, whose names are given first', () => {
    const layout = layoutOf('VCP-NEW2', 'MS5611 Temperature:C', 'SHT35 Temperature:C', 'SHT35 Relative Humidity:%');
    expect(labelsOf(layout)).toEqual([
      'temperature_2',
      'temperature',
      'relative_humidity',
      'dew_point',
      'humidex',
      'heat_index',
    ]);
    expect(read(layout, '30.5 C', '24.5 C', '50 %')).toMatchObject([
      { channel: 'temperature_2', magnitude: 30.5 },
      { channel: 'temperature', magnitude: 24.5 },
      { channel: 'relative_humidity', magnitude: 50 },
    ]);
  });

  test.each([
    ['of an SCD30', ['SCD30 CO2 GAS PPM:ppm', 'SCD30 Temperature:C', 'SCD30 Relative Humidity:%']],
    ['of two chips', ['CO2 GAS PPM:ppm', 'SHT31 Temperature:C', 'SHT35 Relative Humidity:%']],
  ])('has no virtual channels of temperature and humidity %s', (_, texts) => {
    expect(labelsOf(layoutOf('VCP-NEW3', ...texts))).toEqual(['co2', 'temperature', 'relative_humidity']);
  });

  test('has a plain pressure, and no altitude, where the unit is all that is known', () => {
    expect(labelsOf(layoutOf('VCP-NEW4', ':Pa', ':hPa'))).toEqual(['pressure', 'pressure_2']);
    expect(read(layoutOf('VCP-NEW4', ':Pa', ':hPa'), '101325 Pa', '1013.25 hPa')).toEqual([
      { channel: 'pressure', magnitude: 101.325 },
      { channel: 'pressure_2', magnitude: 101.325 },
    ]);
  });

  test('has raw channels for what is not known, with the words of their columns', () => {
    const layout = layoutOf('VCP-NEW5', 'Flux:Mx', 'Level:', 'Red light intensity:arb.', ':constructor');
    expect(labelsOf(layout)).toEqual(['raw_1', 'raw_2', 'raw_3', 'raw_4']);
    expect(Object.values(layout.product.channels).map(({ description }) => description)).toEqual([
      'Flux',
      'Level',
      'Red light intensity',
      'Raw value',
    ]);
    expect(read(layout, '1.5 Mx', '2 ', '3 arb.', '4 constructor')).toMatchObject([
      { magnitude: 1.5 },
      { magnitude: 2 },
      { magnitude: 3 },
      { magnitude: 4 },
    ]);
  });

  test('of the DXC family has its CO2 in percent only where the title says so', () => {
    const layout = layoutOf('VCP-DXC200', 'CO2 GAS PPM (filtered):%', 'CO2 GAS PPM (instant):%', ':%');
    expect(labelsOf(layout)).toEqual(['co2_filtered', 'co2_instant', 'column_3']);
    expect(layout.product.channels['co2_filtered']).toMatchObject({ type: 'Co2', unit: '%' });
  });

  test('is raw where a known chip comes in a unit that cannot be its own', () => {
    expect(labelsOf(layoutOf('VCP-NEW6', 'MS5611 Pressure:mmHg'))).toEqual(['raw_1']);
  });

  test('gives its maker only where the name or the USB device tells', () => {
    expect(layoutOf('Homemade', ':C').vendor).toBe('unknown');
    expect(createLayout({ product: 'Homemade', columns: columns(':C'), manufacturer: 'A. Maker' })).toMatchObject({
      vendor: 'A. Maker',
      product: { info: { vendor: 'A. Maker' } },
    });
  });

  test('never has two channels of one name, and one sample for each column', () => {
    const column = fc.record({
      title: fc.constantFrom('', 'SHT31 Temperature', 'SHT31 Relative Humidity', 'MS5611 Pressure', 'Power', 'x'),
      unit: fc.constantFrom('C', '%', 'Pa', 'W', 'V', '', 'odd'),
    });
    fc.assert(
      fc.property(fc.array(column, { maxLength: 12 }), (list) => {
        const layout = createLayout({ product: 'VCP-ANY', columns: list, manufacturer: '' });
        const samples = layout.read(list.map(({ unit }) => ({ text: '1', unit }))) ?? [];
        expect(samples).toHaveLength(list.length);
        expect(new Set(samples.map(({ channel }) => channel)).size).toBe(list.length);
        for (const { channel } of samples) expect(layout.product.channels[channel]?.details.virtual).toBe(false);
      }),
    );
  });
});

describe('values', () => {
  const layout = layoutOf('VCP-RTD300-CAL', ':C');

  test.each([
    ['24.87', 24.87],
    ['-3', -3],
    ['+.5', 0.5],
    ['7.', 7],
    ['1.5e2', 150],
    ['-0.0000', -0],
  ])('%s is %d', (text, magnitude) => {
    expect(read(layout, `${text} C`)).toEqual([{ channel: 'temperature', magnitude }]);
  });

  test('an ERROR has no value', () => {
    expect(read(layout, 'ERROR C')).toEqual([{ channel: 'temperature', magnitude: null, reason: 'sensor error' }]);
  });

  test.each(['nan', 'inf', '', '0x10', '1,5', '12 34', 'ProbeDisconnected', '--1', '1e'])(
    '%j is no number, and is said as it is',
    (text) => {
      expect(read(layout, `${text} C`)).toEqual([
        { channel: 'temperature', magnitude: null, reason: `device reported "${text}"` },
      ]);
    },
  );

  test('a line with other columns is not read', () => {
    expect(read(layout, '1 C', '2 C')).toBeUndefined();
    expect(read(layout, '1 F')).toBeUndefined();
    expect(read(layout)).toBeUndefined();
  });
});
