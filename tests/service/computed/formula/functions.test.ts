import { describe, expect, test } from 'vitest';
import { resultOf } from './support.ts';

describe('numbers', () => {
  // Worked by hand.
  test.each([
    ['abs(-2.5)', 2.5],
    ['sqrt(6.25)', 2.5],
    ['exp(0)', 1],
    ['ln(e)', 1],
    ['log10(0.001)', -3],
    ['pow(2, 10)', 1024],
    ['min(3, -1, 2)', -1],
    ['max(3, -1, 2)', 3],
    ['min(5)', 5],
    ['mean(1, 2, 6)', 3],
    ['mean(4)', 4],
    ['median(9, 1, 5)', 5],
    ['median(10, 2, 1, 4)', 3],
    // As text, 10 would be before 9.
    ['median(9, 10, 100)', 10],
    ['median(-1, -2, -3)', -2],
    ['clamp(5, 0, 3)', 3],
    ['clamp(-5, 0, 3)', 0],
    ['clamp(2, 0, 3)', 2],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(2.4)', 2],
    ['round(1234.5678, 2)', 1234.57],
    ['round(1e300, 15)', 1e300],
    ['floor(-1.5)', -2],
    ['floor(1.5)', 1],
    ['ceil(-1.5)', -1],
    ['ceil(1.5)', 2],
  ])('%s', (formula, value) => {
    expect(resultOf(formula)).toBe(value);
  });

  // e, and ln 10, of ISO 80000-2 and the tables of Abramowitz and Stegun (1964), 1.1 and 4.2.
  test.each([
    ['exp(1)', 2.718281828459045],
    ['ln(10)', 2.302585092994046],
    ['log10(2)', 0.30102999566398],
  ])('%s, of the tables', (formula, value) => {
    expect(resultOf(formula)).toBeCloseTo(value, 13);
  });
});

describe('angles', () => {
  // The angles of 30, 45, 60 and 135 degrees, by hand.
  test.each([
    ['sin(pi / 6)', 0.5],
    ['cos(pi / 3)', 0.5],
    ['tan(pi / 4)', 1],
    ['asin(0.5)', Math.PI / 6],
    ['acos(0.5)', Math.PI / 3],
    ['atan(1)', Math.PI / 4],
    ['atan2(1, -1)', (3 * Math.PI) / 4],
    ['atan2(-1, -1)', (-3 * Math.PI) / 4],
  ])('%s', (formula, value) => {
    expect(resultOf(formula)).toBeCloseTo(value, 14);
  });
});

describe('air, against published values', () => {
  /** The result differs by at most a part of the published value. */
  function expectWithin(formula: string, published: number, part: number): void {
    const result = resultOf(formula) ?? Number.NaN;
    expect(Math.abs(result / published - 1), `${formula} = ${result}`).toBeLessThan(part);
  }

  test('dew_point: check values of docs/hardware.md#virtual-channels, to the last digit', () => {
    expect(resultOf('dew_point(25, 50)')?.toFixed(4)).toBe('13.8517');
    expect(resultOf('dew_point(10, 80)')?.toFixed(4)).toBe('6.7061');
    expect(resultOf('dew_point(20, 0)')).toBeNull();
  });

  // D. R. Lide, CRC Handbook of Chemistry and Physics, 85th edition (2004): vapor pressure of water in kPa.
  test.each([
    [0, 0.6113],
    [10, 1.2281],
    [20, 2.3388],
    [25, 3.169],
    [35, 5.6267],
    [50, 12.344],
    [75, 38.563],
    [100, 101.32],
  ])('vapour_pressure_deficit of dry air of %d °C: the vapor pressure of water', (temperature, pressure) => {
    expectWithin(`vapour_pressure_deficit(${temperature}, 0)`, pressure, 0.001);
  });

  test('vapour_pressure_deficit: half at 50 %, none at saturation', () => {
    // FAO Irrigation and Drainage Paper 56, table 2.3: 3.168 kPa at 25 °C.
    expectWithin('vapour_pressure_deficit(25, 50)', 3.168 / 2, 0.001);
    expect(resultOf('vapour_pressure_deficit(25, 100)')).toBe(0);
  });

  test('absolute_humidity: 2.16679 g K/J times the vapor pressure by the temperature', () => {
    // By hand: 2.16679 * (0.8 * 2338.8) / 293.15 = 13.829 g/m³; with the vapor pressure of Lide's table.
    expectWithin('absolute_humidity(20, 80)', 13.829, 0.001);
    // Saturated at 30 °C: 2.16679 * 4245.5 / 303.15 = 30.345 g/m³.
    expectWithin('absolute_humidity(30, 100)', 30.345, 0.001);
  });

  test('mixing_ratio: humidity ratio of ASHRAE', () => {
    // ASHRAE Fundamentals 2017, chapter 1, table 2, saturated at 5 and 25 °C: 5.425 and 20.173 g/kg, of the real gas,
    // which takes 0.5 % more water than the ideal one.
    expectWithin('mixing_ratio(5, 100, 101325)', 5.425, 0.006);
    expectWithin('mixing_ratio(25, 100, 101325)', 20.173, 0.006);
    // PsychroLib's check value: 0.0213604 kg/kg of 3169.7 Pa at 95461 Pa.
    expectWithin('mixing_ratio(25, 100, 95461)', 21.3604, 0.001);
  });

  test('air_density: dry air of the standard atmosphere, and moist air', () => {
    // ISO 2533: 1.225 kg/m³ at 15 °C and 101325 Pa.
    expectWithin('air_density(15, 0, 101325)', 1.225, 0.0002);
    // ASHRAE Fundamentals 2017, chapter 1, table 2: 0.8443 m³/kg of dry air of 25 °C.
    expectWithin('air_density(25, 0, 101325)', 1 / 0.8443, 0.001);
    // CIPM-2007 (Picard and others, Metrologia 45, 2008): 1.1992 kg/m³ at 20 °C, 50 %, 101325 Pa, of the real gas.
    expectWithin('air_density(20, 50, 101325)', 1.1992, 0.0005);
  });

  test('wet_bulb: examples of ASHRAE and Stull', () => {
    // Chapter 1, example 1: 40 °C and a wet bulb of 20 °C are 14 % (rounded: a tenth of a degree).
    expect(resultOf('wet_bulb(40, 14)')).toBeCloseTo(20, 1);
    // R. Stull, Journal of Applied Meteorology and Climatology 50 (2011), 2267: 13.7 °C, within 0.3 °C.
    expect(Math.abs((resultOf('wet_bulb(20, 50)') ?? 0) - 13.7)).toBeLessThan(0.3);
    // PsychroLib's check value at 500 m: a wet bulb of 25 °C in air of 30 °C is a humidity ratio of 0.0192281, and by
    // equation 20 a vapor pressure of 95461 * 0.0192281 / (0.621945 + 0.0192281) = 2862.8 Pa, of 4245.5 Pa: 67.43 %.
    expect(resultOf('wet_bulb(30, 67.43, 95461)')).toBeCloseTo(25, 1);
  });

  test('wet_bulb: the temperature itself when saturated, by default at 101325 Pa, lower at a lower pressure', () => {
    expect(resultOf('wet_bulb(25, 100)')).toBe(25);
    expect(resultOf('wet_bulb(25, 40)')).toBe(resultOf('wet_bulb(25, 40, 101325)'));
    expect(resultOf('wet_bulb(25, 40, 70000)')).toBeLessThan(resultOf('wet_bulb(25, 40)') ?? 0);
  });

  test('wet_bulb satisfies the energy balance everywhere', () => {
    for (let temperature = -40; temperature <= 90; temperature += 5) {
      for (const humidity of [0, 1, 20, 55, 99]) {
        const bulb = resultOf(`wet_bulb(${temperature}, ${humidity})`) ?? Number.NaN;
        const saturated = (resultOf(`mixing_ratio(${bulb}, 100, 101325)`) ?? Number.NaN) / 1000;
        const actual = (resultOf(`mixing_ratio(${temperature}, ${humidity}, 101325)`) ?? Number.NaN) / 1000;
        // ASHRAE, equation 33.
        const balance = (2501 - 2.326 * bulb) * saturated - 1.006 * (temperature - bulb);
        expect(Math.abs(balance / (2501 + 1.86 * temperature - 4.186 * bulb) - actual)).toBeLessThan(1e-9);
      }
    }
  });

  test('sea_level_pressure: the standard atmosphere at 1500 m, and a published example', () => {
    // ISO 2533: 84556 Pa and 5.25 °C at 1500 m.
    expectWithin('sea_level_pressure(84556, 1500, 5.25)', 101_325, 0.00002);
    expectWithin('sea_level_pressure(84.556, 1500, 5.25)', 101.325, 0.00002);
    // https://keisan.casio.com/exec/system/1224575267: 102484 Pa.
    expectWithin('sea_level_pressure(101226.5, 105, 17.19)', 102_484, 0.00002);
    expect(resultOf('sea_level_pressure(101325, 0, 20)')).toBe(101_325);
  });

  test('no value outside the range', () => {
    for (const formula of [
      'absolute_humidity(-81, 50)',
      'absolute_humidity(101, 50)',
      'absolute_humidity(20, -1)',
      'vapour_pressure_deficit(20, -1)',
      // More vapor than the pressure: there is no air.
      'mixing_ratio(100, 100, 90000)',
      'air_density(100, 100, 90000)',
      'wet_bulb(100, 50, 90000)',
      'wet_bulb(20, -1)',
      'sea_level_pressure(-1, 0, 20)',
      'sea_level_pressure(101325, 0, -300)',
    ]) {
      expect(resultOf(formula), formula).toBeNull();
    }
  });
});

test('no value of a logarithm, root or arc outside its range, of clamp with ends in the wrong order', () => {
  for (const formula of [
    'ln(0)',
    'ln(-1)',
    'log10(0)',
    'sqrt(-1)',
    'asin(1.1)',
    'acos(-2)',
    'exp(1000)',
    'clamp(1, 3, 2)',
    'round(1, 1.5)',
    'round(1, -1)',
    'round(1, 16)',
  ]) {
    expect(resultOf(formula), formula).toBeNull();
  }
});

test('no value if any parameter has none', () => {
  for (const formula of [
    'min(1, [usb/A/x])',
    'median([usb/A/x], 1, 2)',
    'mean(1, [usb/A/x])',
    'atan2([usb/A/x], 1)',
    'clamp([usb/A/x], 1, 2)',
    'abs([usb/A/x])',
  ]) {
    expect(resultOf(formula, null), formula).toBeNull();
  }
});
