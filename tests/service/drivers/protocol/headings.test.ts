import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLayout, type SerialLayout } from '../../../../service/drivers/protocol/serial-layout.ts';

/** `Cold junction:C` as a column; `:C` where the header never came. */
const layoutOf = (product: string, ...texts: string[]): SerialLayout =>
  createLayout({
    product,
    manufacturer: '',
    columns: texts.map((text) => {
      const [title = '', unit = ''] = text.split(':');
      return { title, unit };
    }),
  });

/** The channel of each column, in the order of the columns. */
const channelsOf = (product: string, ...texts: string[]): string[] => {
  const fields = texts.map((text) => ({ text: '20', unit: text.split(':')[1] ?? '' }));
  return (layoutOf(product, ...texts).read(fields) ?? []).map(({ channel }) => channel);
};

describe('a known product', () => {
  test.each([
    ['Cold junction:C', 'Type-K:C'],
    ['COLD JUNCTION:C', 'TYPE K:C'],
    ['cold_junction:C', 'type_k:C'],
    ['Cold-Junction Temp.:C', 'T-K:C'],
    ['CJ:degC', 'TC K:degC'],
    ['Ref. junction:C', 'Thermocouple (K):C'],
    ['Thermocouple cold junction temperature:C', 'Type-K  thermocouple:C'],
    ['Cold junction:C', 'Temperature:C'],
    ['Cold junction:C', 'Probe:C'],
    ['Ambient:C', 'Type-K:C'],
    ['Temperature:C', 'Type-K:C'],
    ['Cold junction:F', ':F'],
    ['Tj:C', 'Type-K:C'],
    ['T_J:C', 'Thermocouple temperature:C'],
  ])('has its channels under %s, %s', (first, second) => {
    expect(channelsOf('VCP-TMC100k', first, second)).toEqual(['cold_junction_temperature', 'temperature']);
    expect(channelsOf('VCP-TMC100k', second, first)).toEqual(['temperature', 'cold_junction_temperature']);
    const layout = layoutOf('VCP-TMC100k', first, second);
    expect(layout.unclear).toEqual([]);
    expect(Object.keys(layout.product.channels)).toEqual(['temperature', 'cold_junction_temperature']);
  });

  test('keeps each value with its heading', () => {
    const layout = layoutOf('VCP-TMC100k', 'Cold junction:C', 'Type-K:C');
    expect(
      layout.read([
        { text: '24.0', unit: 'C' },
        { text: '100.5', unit: 'C' },
      ]),
    ).toEqual([
      { channel: 'cold_junction_temperature', magnitude: 24 },
      { channel: 'temperature', magnitude: 100.5 },
    ]);
    expect(layout.labels).toEqual({ cold_junction_temperature: 'Cold junction', temperature: 'Type-K' });
  });

  test.each([
    ['RH:%', 'Temp:C', 'Baro:Pa'],
    ['Rel. humidity:%', 'Air temperature:C', 'Pressure:hPa'],
    ['Humidity:%RH', 'T:degC', 'p:kPa'],
    ['Third:%', 'Second:C', 'First:Pa'],
  ])('has its channels under %s, %s, %s', (humidity, temperature, pressure) => {
    const channels = ['relative_humidity', 'temperature', 'atmospheric_pressure'];
    expect(channelsOf('VCP-PTH450-CAL', humidity, temperature, pressure)).toEqual(channels);
    expect(layoutOf('VCP-PTH450-CAL', humidity, temperature, pressure).unclear).toEqual([]);
  });

  test('shows what it cannot tell apart under its own headings, and says so', () => {
    const layout = layoutOf('VCP-TMC100k', 'Probe:C', 'Ambient:C');
    expect(layout.product.channels).toEqual({
      probe: { description: 'Probe', details: { virtual: false }, label: 'probe', type: 'Temperature', unit: '°C' },
      ambient: {
        description: 'Ambient',
        details: { virtual: false },
        label: 'ambient',
        type: 'Temperature',
        unit: '°C',
      },
    });
    expect(layout.unclear).toEqual([
      { title: 'Probe', unit: 'C', channel: 'probe' },
      { title: 'Ambient', unit: 'C', channel: 'ambient' },
    ]);
    expect(layout.product.model).toBe('VCP-TMC100k/v1');
  });

  test.each([
    ['TC:C', 'Ambient temperature:C', ['tc', 'ambient_temperature']],
    ['Probe:C', 'Temperature:C', ['probe', 'column_2']],
    ['Sensor:C', 'Board temperature:C', ['sensor', 'board_temperature']],
    ['Probe:C', 'Ref temperature:C', ['probe', 'ref_temperature']],
    ['Tj:C', 'Ambient:C', ['tj', 'ambient']],
    ['Te:C', 'Probe:C', ['te', 'probe']],
  ])('does not guess which of two temperatures %s and %s are', (first, second, channels) => {
    for (const product of ['VCP-TMC100k', 'VCP-TMC200k']) {
      expect(channelsOf(product, first, second)).toEqual(channels);
      expect(layoutOf(product, first, second).unclear).toHaveLength(2);
    }
  });

  test.each(['Internal Temperature', 'Case temperature', 'Temperature (inside the case)', 'SCD30 Temperature'])(
    'has its temperature inside the case under %s',
    (title) => {
      const columns = ['SCD30 CO2 GAS PPM:ppm', `${title}:C`, 'MS5611 Pressure:Pa'];
      expect(channelsOf('VCP-DXC100', ...columns)).toEqual(['co2', 'temperature', 'atmospheric_pressure']);
      expect(layoutOf('VCP-DXC100', ...columns).unclear).toEqual([]);
    },
  );

  test.each([
    ['Battery:%', 'battery %'],
    ['SHT31 Relative Humidity:%', 'sht31_relative_humidity %'],
    ['TVOC:ppm', 'column_1 ppm'],
  ])('has no CO2 under %s', (column, expected) => {
    const layout = layoutOf('VCP-DXC100', column, 'SCD30 Temperature:C', 'MS5611 Pressure:Pa');
    const own = layout.product.channels[layout.unclear[0]?.channel ?? ''];
    expect(`${own?.label} ${own?.unit}`).toBe(expected);
    expect(layout.product.channels).not.toHaveProperty('co2');
  });

  test('gives no channel to either of two columns that could both be it', () => {
    expect(channelsOf('VCP-TMC100k', 'Type-K:C', 'Type-K:C')).toEqual(['type_k', 'type_k_2']);
    expect(channelsOf('VCP-TMC100k', 'Temperature:C', 'Temperature:C')).toEqual(['column_1', 'column_2']);
    expect(channelsOf('VCP-TMC100k', 'Temperature 1:C', 'Temperature 2:C')).toEqual(['column_1', 'column_2']);
  });

  test('takes no quantity for another of its unit', () => {
    expect(channelsOf('VCP-RTD300-CAL', 'Cold junction:C')).toEqual(['cold_junction']);
    expect(layoutOf('VCP-RTD300-CAL', 'Cold junction:C').unclear).toHaveLength(1);
    const layout = layoutOf('VCP-PTH450-CAL', 'MS5611 Pressure:Pa', 'SHT31 Temperature:C', 'Battery:%');
    expect(Object.values(layout.product.channels).map(({ label, unit }) => `${label} ${unit}`)).toEqual([
      'atmospheric_pressure kPa',
      'temperature °C',
      'battery %',
      'altitude mm',
    ]);
    expect(layout.unclear).toEqual([{ title: 'Battery', unit: '%', channel: 'battery' }]);
  });

  test('has its documented order where no heading ever came, and says where nothing else tells', () => {
    expect(channelsOf('VCP-TMC100k', ':C', ':C')).toEqual(['temperature', 'cold_junction_temperature']);
    expect(layoutOf('VCP-TMC100k', ':C', ':C').unclear).toHaveLength(2);
    expect(layoutOf('VCP-PTH450-CAL', ':%', ':C', ':Pa').unclear).toEqual([]);
  });
});

test('whatever the headings, each column has a channel of its own, and its value comes out under it', () => {
  const column = fc.record({
    title: fc.oneof(
      fc.constantFrom(
        '',
        'RH',
        'Type-K',
        'Cold junction',
        'Temperature',
        'temperature_2',
        'raw_1',
        'column_1',
        'Dew point',
      ),
      fc.string({ unit: 'grapheme', maxLength: 100 }),
    ),
    unit: fc.constantFrom('C', '%', '%RH', 'Pa', 'ppb', 'ug/m3', 'V', '', 'odd'),
  });
  const product = fc.constantFrom('VCP-TMC100k', 'VCP-PTH450-CAL', 'VCP-DXC100', 'VCP-RTD300-CAL', 'VCP-ANY');
  fc.assert(
    fc.property(product, fc.array(column, { minLength: 1, maxLength: 6 }), (name, columns) => {
      const layout = createLayout({ product: name, columns, manufacturer: '' });
      const samples = layout.read(columns.map(({ unit }) => ({ text: '20', unit }))) ?? [];
      expect(new Set(samples.map(({ channel }) => channel)).size).toBe(columns.length);
      for (const { channel } of samples) expect(layout.product.channels[channel]).toMatchObject({ label: channel });
      for (const label of Object.values(layout.labels)) expect(Array.from(label).length).toBeLessThanOrEqual(60);
      for (const { channel } of layout.unclear) expect(layout.product.channels).toHaveProperty(channel);
    }),
  );
});

describe('an unknown product', () => {
  test.each([
    ['RH:%', 'relative_humidity %rh'],
    ['Relative humidity:%', 'relative_humidity %rh'],
    ['rel.hum.:%', 'relative_humidity %rh'],
    ['anything:%RH', 'relative_humidity %rh'],
    ['Internal humidity:%', 'internal_relative_humidity %rh'],
    ['Soil moisture:%', 'soil_moisture %'],
    ['Soil humidity:%', 'soil_humidity %'],
    ['Battery:%', 'battery %'],
    [':%', 'column_1 %'],
    ['CO2:%', 'co2 ppm'],
    ['Ozone:ppb', 'ozone ppb'],
    ['TVOC:ppb', 'tvoc ppb'],
    ['TVOC:ppm', 'tvoc ppb'],
    ['Ozone:ppm', 'ozone ppm'],
    ['Methane:ppm', 'methane ppm'],
    ['CO2:ppm', 'co2 ppm'],
    ['eCO2eq:ppm', 'co2 ppm'],
    ['Carbon dioxide:ppm', 'co2 ppm'],
    [':ppm', 'co2 ppm'],
    ['Duct:m/s', 'air_speed m/s'],
    [':ppb', 'column_1 ppb'],
    ['PM2.5:ug/m3', 'particle_mass_pm2_5 µg/m³'],
    ['PM 1.0:ug/m3', 'particle_mass_pm1_0 µg/m³'],
    ['PM10:ug/m3', 'particle_mass_pm10 µg/m³'],
    ['PM10:#/cm3', 'particle_count_pm10 #/cm³'],
    ['Dust:ug/m3', 'dust µg/m³'],
    ['Radiation:uW/cm2', 'radiation µW/cm²'],
    ['Dew point:C', 'dew_point °C'],
    ['Cold junction:C', 'cold_junction_temperature °C'],
    ['Tank:C', 'temperature °C'],
    ['Barometer:hPa', 'atmospheric_pressure kPa'],
    ['Line pressure:bar', 'pressure kPa'],
    ['PAR:umol/m2/s', 'raw_1 raw'],
    ['4-20 mA:%', 'column_1 %'],
    ['Temperature:%', 'column_1 %'],
    ['constructor:%', 'column_1 %'],
    ['__proto__:%', 'proto %'],
  ])('has %s as %s', (column, expected) => {
    const [channel] = Object.values(layoutOf('VCP-NEW', column).product.channels);
    expect(`${channel?.label} ${channel?.unit}`).toBe(expected);
  });

  test('keeps its own headings, those that are the same with a number', () => {
    const layout = layoutOf('VCP-NEW', 'Type-K:C', 'Tank:C', 'Type-K:C', 'PAR:umol/m2/s', ':V');
    expect(layout.labels).toEqual({
      temperature: 'Type-K 1',
      temperature_2: 'Tank',
      temperature_3: 'Type-K 2',
      raw_1: 'PAR (umol/m2/s)',
    });
  });

  test('has names and labels of a bounded length', () => {
    const layout = layoutOf('VCP-NEW', `${'Soil moisture '.repeat(30)}:%`);
    const [channel] = Object.values(layout.product.channels);
    expect(channel?.label).toMatch(/^[a-z_]{20,40}$/);
    expect(channel?.description).toHaveLength(60);
    expect(layout.labels[channel?.label ?? '']).toBe(channel?.description);
  });
});
