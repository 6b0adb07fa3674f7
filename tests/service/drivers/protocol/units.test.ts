import { expect, test } from 'vitest';
import { contractUnit, converter, plainUnit } from '../../../../service/drivers/protocol/units.ts';

test.each([
  ['C', '°C'],
  ['°C', '°C'],
  ['℃', '°C'],
  ['degC', '°C'],
  ['deg C', '°C'],
  ['Celsius', '°C'],
  ['degF', '°C'],
  ['%', '%'],
  ['%RH', '%rh'],
  ['% rh', '%rh'],
  ['RH', '%rh'],
  ['Pa', 'kPa'],
  ['mbar', 'kPa'],
  ['ug/m3', 'µg/m³'],
  ['ug/m^3', 'µg/m³'],
  ['\u00B5g/m\u00B3', 'µg/m³'],
  ['\u03BCg/m3', 'µg/m³'],
  ['#/cm3', '#/cm³'],
  ['#/cm^3', '#/cm³'],
  ['1/cm3', '#/cm³'],
  ['uW/cm2', 'µW/cm²'],
  ['\u03BCW/cm²', 'µW/cm²'],
  ['um', 'µm'],
  ['\u00B5m', 'µm'],
  ['lux', 'lx'],
  ['m/s', 'm/s'],
  ['m/sec', 'm/s'],
  ['umol/mol', 'ppm'],
  ['PPB', 'ppb'],
  ['hz', 'Hz'],
])('%s is shown in %s', (spelling, unit) => {
  expect(contractUnit(spelling)).toBe(unit);
});

test.each(['umol/m2/s', 'MV', 'Mx', '', 'constructor', 'mmHg'])('%j is not known, and stays as it is', (spelling) => {
  expect(contractUnit(spelling)).toBeUndefined();
  expect(plainUnit(spelling)).toBe(spelling);
});

test.each([
  ['degF', '°C', 212, 100],
  ['umol/mol', 'ppm', 410, 410],
  ['mbar', 'kPa', 1013.25, 101.325],
  ['%', 'ppm', 0.041, 410],
  ['ug/m3', 'µg/m³', 12.5, 12.5],
  ['kelvin', '°C', 273.15, 0],
  ['Pa', 'kPa', 102_466, 102.466],
  ['bar', 'kPa', 1.013, 101.3],
  // A pound-force per square inch is 6894.76 Pa, an inch of mercury 3386.389 Pa.
  ['psi', 'kPa', 10, 68.9476],
  ['inHg', 'kPa', 100, 338.6389],
  ['ppm', 'ppb', 0.41, 410],
  ['ppb', 'ppm', 410, 0.41],
  ['mV', 'V', 1500, 1.5],
  ['mA', 'A', 20, 0.02],
  ['mW', 'W', 250, 0.25],
  ['kW', 'W', 1.5, 1500],
  ['kHz', 'Hz', 2.5, 2500],
])('%s becomes %s by its factor', (spelling, unit, value, expected) => {
  expect(converter(spelling, unit)?.(value)).toBeCloseTo(expected, 10);
});
