import { describe, expect, test } from 'vitest';
import { createLayout } from '../../../../service/drivers/protocol/serial-layout.ts';

/** The sample of one value under one heading of an instrument. */
function sampleOf(product: string, title: string, unit: string, text: string) {
  return createLayout({ product, columns: [{ title, unit }], manufacturer: '' }).read([{ text, unit }])?.[0];
}

const magnitudeOf = (title: string, unit: string, text: string) => sampleOf('VCP-NEW', title, unit, text)?.magnitude;

describe('a value over the serial line is believed as far as the sensor goes', () => {
  test.each([
    ['SHT31 Temperature', 'C', '130', '130.01'],
    ['SHT31 Temperature', 'C', '-45', '-45.01'],
    ['SHT31 Temperature', 'F', '266', '266.1'],
    ['SHT31 Relative Humidity', '%', '105', '105.01'],
    ['SHT31 Relative Humidity', '%', '-5', '-5.01'],
    ['MS5611 Pressure', 'Pa', '120000', '120001'],
    ['MS5611 Pressure', 'Pa', '1000', '999'],
    ['MS5611 Temperature', 'C', '85', '85.1'],
    ['3-Wire PT100 Temperature sensor', 'C', '850', '851'],
    ['3-Wire PT100 Temperature sensor', 'C', '-200', '-201'],
    ['Type-B Thermocouple', 'C', '1820', '1821'],
    ['SCD30 CO2 GAS PPM', 'ppm', '40000', '40001'],
    ['SCD30 Temperature', 'C', '70', '70.5'],
    ['Mass Concentration PM2.5', 'ug/m^3', '0', '-1'],
    // Where no chip is known: as far as any sensor of the quantity goes.
    ['Tank', 'C', '1820', '1e20'],
    ['Tank', 'C', '-270', '-274'],
    ['RH', '%', '105', '106'],
  ])('%s in %s: %s is, %s is not', (title, unit, good, bad) => {
    expect(magnitudeOf(title, unit, good)).not.toBeNull();
    expect(magnitudeOf(title, unit, bad)).toBeNull();
  });

  test('says so as of a sensor error', () => {
    expect(sampleOf('VCP-RTD300-CAL', 'Probe', 'C', '1e20')).toEqual({
      channel: 'temperature',
      magnitude: null,
      reason: 'out of sensor range, -200 to 850 °C: "1e20"',
    });
  });

  test('has no limits where a sensor that measures the quantity has none', () => {
    expect(magnitudeOf('Mains', 'V', '230')).toBe(230);
    expect(magnitudeOf('Line', 'bar', '16')).toBe(1600);
    expect(magnitudeOf('Battery', '%', '104')).toBe(104);
  });

  test('has no limits of a sensor that counts in another unit', () => {
    expect(magnitudeOf('CO2', '%', '10')).toBe(100_000);
    expect(magnitudeOf('CO2', 'ppm', '100000')).toBe(100_000);
    expect(magnitudeOf('CO2 GAS PPM', '%', '10')).toBe(100_000);
    expect(magnitudeOf('TVOC', 'ppm', '100')).toBe(100_000);
  });

  test('shows the humidity of a calibrated instrument as it sent it, a little outside too', () => {
    expect(magnitudeOf('SHT31 Relative Humidity', '%', '100.3')).toBe(100.3);
    expect(magnitudeOf('RH', '%', '-0.4')).toBe(-0.4);
  });
});
