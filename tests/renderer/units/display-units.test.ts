/** The table of display units against values worked out by hand from the definitions, and against NIST SP 811. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../../build/paths.ts';
import { channelName, channelNote, channelReason } from '../../../renderer/data/devices/channel-name.ts';
import { SettingsStore } from '../../../renderer/data/settings/settings-store.ts';
import { EntityMirror } from '../../../renderer/data/stream/mirror.ts';
import {
  DISPLAY_UNITS,
  DisplayUnits,
  displayUnit,
  type Settings,
  settingsSchema,
} from '../../../service/contract/index.ts';
import { QUANTITIES } from '../../../service/devices/quantities.ts';
import { appDevice } from '../../support/views/devices.ts';
import { changed } from '../../support/views/entities.ts';

/** Kept value and unit, shown unit and value, and to how many parts in one the published value is given. */
const CHECKS: readonly [number, string, string, number, number][] = [
  [0, '°C', '°F', 32, 0],
  [100, '°C', '°F', 212, 0],
  [-40, '°C', '°F', -40, 0],
  [24.8344, '°C', '°F', 76.70192, 1e-14],
  [0, '°C', 'K', 273.15, 0],
  [-273.15, '°C', 'K', 0, 0],
  [101.325, 'kPa', 'Pa', 101_325, 0],
  [101.325, 'kPa', 'hPa', 1013.25, 0],
  [101.325, 'kPa', 'bar', 1.01325, 0],
  [101.325, 'kPa', 'mbar', 1013.25, 0],
  // SP 811: 1 psi = 6.894 757 E+03 Pa; an atmosphere is 14.6959 psi.
  [6.894757, 'kPa', 'psi', 1, 1e-7],
  [101.325, 'kPa', 'psi', 14.69595, 1e-6],
  // SP 811: conventional inch of mercury 3.386 389 E+03 Pa, millimetre of mercury 1.333 224 E+02 Pa.
  [3.386389, 'kPa', 'inHg', 1, 2e-7],
  [101.325, 'kPa', 'inHg', 29.9213, 1e-5],
  [0.1333224, 'kPa', 'mmHg', 1, 2e-7],
  [101.325, 'kPa', 'mmHg', 760, 1e-6],
  // SP 811: conventional inch of water 2.490 889 E+02 Pa, millimetre of water 9.806 65 E+00 Pa.
  [0.2490889, 'kPa', 'inH₂O', 1, 1e-7],
  [0.00980665, 'kPa', 'mmH₂O', 1, 1e-15],
  [8_848_860, 'mm', 'm', 8848.86, 0],
  [8_848_860, 'mm', 'ft', 29_031.69, 1e-6],
  [304.8, 'mm', 'ft', 1, 0],
  [0.0415, '%', 'ppm', 415, 0],
  [415, 'ppm', '%', 0.0415, 0],
  [250, 'ppb', 'ppm', 0.25, 0],
  [35, 'µg/m³', 'mg/m³', 0.035, 0],
  [12.5, '#/cm³', '#/m³', 12_500_000, 0],
  // A cubic foot is 28 316.846 592 cm³.
  [1, '#/cm³', '#/ft³', 28_316.846592, 1e-15],
  [0.55, 'µm', 'nm', 550, 0],
  [120_000, 'lx', 'klx', 120, 0],
  // SP 811: a footcandle is 1.076 391 E+01 lx.
  [10.76391, 'lx', 'fc', 1, 1e-7],
  [1000, 'µW/cm²', 'W/m²', 10, 0],
  [1000, 'µW/cm²', 'mW/cm²', 1, 0],
  [0.0125, 'V', 'mV', 12.5, 0],
  [1500, 'V', 'kV', 1.5, 0],
  [0.0203, 'A', 'mA', 20.3, 1e-15],
  [0.5, 'W', 'mW', 500, 0],
  [1500, 'W', 'kW', 1.5, 0],
  [32_768, 'Hz', 'kHz', 32.768, 0],
  [8_000_000, 'Hz', 'MHz', 8, 0],
  [10, 'm/s', 'km/h', 36, 0],
  // SP 811: a mile per hour is 4.4704 E-01 m/s, a knot 5.144 444 E-01 m/s, a foot per second 3.048 E-01 m/s.
  [0.44704, 'm/s', 'mph', 1, 1e-15],
  [0.5144444, 'm/s', 'kn', 1, 1e-7],
  [0.3048, 'm/s', 'ft/s', 1, 0],
];

describe('the table of display units', () => {
  test.each(CHECKS)('%d %s are, in %s, %d', (kept, unit, shown, value, tolerance) => {
    const conversion = displayUnit(unit, shown);
    expect(conversion.unit).toBe(shown);
    expect(Math.abs(conversion.toShown(kept) - value)).toBeLessThanOrEqual(Math.abs(value) * tolerance);
    expect(Math.abs(conversion.toContract(conversion.toShown(kept)) - kept)).toBeLessThanOrEqual(
      Math.abs(kept) * 1e-14,
    );
  });

  test('has no conversion without a check value', () => {
    const all = Object.entries(DISPLAY_UNITS).flatMap(([unit, ways]) => ways.map((way) => `${unit} ${way.unit}`));
    expect(all.toSorted()).toEqual([...new Set(CHECKS.map(([, unit, shown]) => `${unit} ${shown}`))].toSorted());
  });

  test('is the table of docs/channels.md', () => {
    const rows = Object.entries(DISPLAY_UNITS).map(
      ([unit, ways]) => `| ${unit} | ${ways.map((way) => way.unit).join(', ')} |`,
    );
    const docs = readFileSync(join(ROOT, 'docs/channels.md'), 'utf8').split('## Units that are shown')[1];
    expect(docs?.split('\n').filter((line) => /^\| (?!Unit)/.test(line))).toEqual(rows);
  });

  test('is about units of the contract, each shown unit once', () => {
    const units = new Set<string>(Object.values(QUANTITIES).map(({ unit }) => unit));
    for (const [unit, ways] of Object.entries(DISPLAY_UNITS)) {
      expect(units).toContain(unit);
      expect(new Set([unit, ...ways.map((way) => way.unit)]).size).toBe(ways.length + 1);
    }
  });
});

describe('a shown unit', () => {
  const fahrenheit = displayUnit('°C', '°F');

  test('moves differences by the factor alone', () => {
    expect(fahrenheit.toShownDifference(1)).toBe(1.8);
    expect(fahrenheit.toContractDifference(1.8)).toBe(1);
    expect(fahrenheit.formatDifference(0.5, 'temperature')).toBe('0.90');
    expect(displayUnit('°C', 'K').toShownDifference(2.5)).toBe(2.5);
  });

  test('gives back what was typed, without dust', () => {
    expect(fahrenheit.toContract(76.1)).toBe(24.5);
    expect(displayUnit('kPa', 'hPa').toShown(102.466)).toBe(1024.66);
    expect(displayUnit('kPa', 'Pa').toContract(102_466)).toBe(102.466);
  });

  test('shows as much as the contract’s unit does, and no decimals that say nothing', () => {
    expect(displayUnit('kPa', 'kPa').format(101.182, 'atmospheric_pressure')).toBe('101.182');
    expect(displayUnit('kPa', 'hPa').format(101.182, 'atmospheric_pressure')).toBe('1,011.82');
    expect(displayUnit('kPa', 'Pa').format(101.182, 'atmospheric_pressure')).toBe('101,182');
    expect(displayUnit('kPa', 'psi').format(101.182, 'atmospheric_pressure')).toBe('14.6752');
    expect(displayUnit('kPa', 'Pa').format(0.0125, 'differential_pressure')).toBe('12.5');
    expect(fahrenheit.format(null, 'temperature')).toBe('–');
  });

  test('is meters for an altitude, unless another unit was chosen', () => {
    for (const chosen of [undefined, 'furlong']) {
      expect(displayUnit('mm', chosen).unit).toBe('m');
      expect(displayUnit('mm', chosen).format(-137_767, 'altitude')).toBe('−137.8');
    }
    expect(displayUnit('mm', 'ft').format(304_800, 'altitude')).toBe('1,000.0');
    expect(displayUnit('mm', 'mm').format(-137_767.4, 'altitude')).toBe('−137,767');
    expect(displayUnit('mm', undefined).toContract(1.5)).toBe(1500);
  });

  test('is the contract’s own where nothing was chosen, or something unknown, and touches no value', () => {
    for (const unit of [displayUnit('°C', undefined), displayUnit('°C', 'm'), displayUnit('furlong', 'm')]) {
      expect(unit.unit).toBe(unit.contractUnit);
      expect(unit.toShown(0.1 + 0.2)).toBe(0.1 + 0.2);
      expect(unit.toContract(0.1 + 0.2)).toBe(0.1 + 0.2);
    }
  });
});

describe('the settings of a window', () => {
  const settings = (display_units: Record<string, string>): Settings => settingsSchema.parse({ display_units });

  test('change the units alone when a unit was chosen', () => {
    const mirror = new EntityMirror();
    const store = new SettingsStore(mirror);
    const before = store.units.get();
    expect(before.of('°C').unit).toBe('°C');
    mirror.apply(changed('settings', settings({})));
    expect(store.units.get()).toBe(before);
    mirror.apply(changed('settings', settings({ '°C': '°F' })));
    const after = store.units.get();
    expect(after.of('°C').unit).toBe('°F');
    expect(after.of('°C')).toBe(after.of('°C'));
    store.set({ ...settings({ '°C': '°F' }), history: false });
    expect(store.units.get()).toBe(after);
    expect(store.all.get()?.history).toBe(false);
  });

  test('take names that objects have of themselves for ordinary units', () => {
    expect(new DisplayUnits({}).of('constructor').unit).toBe('constructor');
  });
});

describe('the name of a channel', () => {
  const device = appDevice({ serial: 'E1' });
  const named = { ...device, channel_names: { temperature: { alias: 'Oven', note: 'top shelf' } } };

  test.each([
    ['temperature', 'Oven'],
    ['dew_point', 'Dew point'],
    ['constructor', 'constructor'],
  ])('of %s is %s', (label, name) => expect(channelName(named, label)).toBe(name));

  test('is in the reason of a computed channel without a value', () => {
    const reasons = {
      dew_point: 'requires temperature, relative_humidity',
      humidex: 'out of range',
      temperature: 'requires service',
    };
    const failing = { ...named, reasons };
    expect(Object.keys(reasons).map((label) => channelReason(failing, label))).toEqual([
      'requires Oven, Relative humidity',
      'out of range',
      'requires service',
    ]);
    expect(channelReason(failing, 'constructor')).toBe('');
  });

  test('is the label of the device where others measure the same', () => {
    const temperature = { unit: '°C', description: 'Temperature', value: 20 };
    const twins = appDevice({
      serial: 'E2',
      channels: { temperature, temperature_2: temperature, humidex: { ...temperature, description: 'Humidex' } },
      labels: {
        temperature: 'MLX90614 Ambient temperature',
        temperature_2: 'MLX90614 Object temperature',
        humidex: 'H',
      },
    });
    const names = ['temperature', 'temperature_2', 'humidex'].map((label) => channelName(twins, label));
    expect(names).toEqual(['MLX90614 Ambient temperature', 'MLX90614 Object temperature', 'Humidex']);
    const renamed = { ...twins, channel_names: { temperature_2: { alias: 'Oven', note: '' } } };
    expect(channelName(renamed, 'temperature_2')).toBe('Oven');
  });

  test('comes with the note', () => {
    expect([channelNote(named, 'temperature'), channelNote(named, 'dew_point')]).toEqual(['top shelf', '']);
  });
});
