/** The form of the Settings page: what becomes of what is typed. */
import { describe, expect, test } from 'vitest';
import { describeFieldError } from '../../../renderer/components/config-editor/field-errors.ts';
import {
  changesOf,
  checkServiceForm,
  originOf,
  SERVICE_FORM,
  type ServiceForm,
} from '../../../renderer/features/settings/form/service-form.ts';
import { type Settings, settingsSchema } from '../../../service/contract/index.ts';

const stored: Settings = settingsSchema.parse({ port: 12_000, allowed_origins: ['https://a.example'] });

function typed(change: Partial<ServiceForm> = {}): ServiceForm {
  return { ...SERVICE_FORM.formOf(stored), ...change };
}

describe('what is sent', () => {
  test('is nothing while nothing changed', () => {
    expect(changesOf(typed(), stored)).toEqual({});
    expect(checkServiceForm(typed())).toEqual([]);
  });

  test('is what changed alone, as the service takes it', () => {
    const form = typed({ port: ' 11500 ', simulate_period: '0.5', simulate_usb: '7', simulate: true });
    expect(changesOf(form, stored)).toEqual({ port: 11_500, simulate_period: 500, simulate_usb: 7, simulate: true });
  });

  test('is no origin that differs only in how it is written', () => {
    expect(changesOf(typed({ allowed_origins: [' HTTPS://A.example:443/ '] }), stored)).toEqual({});
  });
});

describe('the pressure at sea level', () => {
  const shownIn = (unit: string, pascals: number): Settings =>
    settingsSchema.parse({ display_units: { kPa: unit }, sea_level_pressure_pa: pascals });

  test.each([
    ['kPa', 101_325, '101.325 kPa'],
    ['hPa', 101_325, '1013.25 hPa'],
    // By hand: 101.325 / 6.89475729, and 101.325 / (13.5951 * 9.80665 * 0.0254).
    ['psi', 101_325, '14.6959488 psi'],
    ['inHg', 101_325, '29.9212556 inHg'],
    ['hPa', 98_765.4321, '987.654321 hPa'],
  ])('is shown in %s, and is no change as long as nothing is typed', (unit, pascals, text) => {
    const settings = shownIn(unit, pascals);
    const form = SERVICE_FORM.formOf(settings);
    expect(form.sea_level_pressure_pa).toBe(text);
    expect(changesOf(form, settings)).toEqual({});
    expect(checkServiceForm(form)).toEqual([]);
  });

  test.each([
    [' 1020 hPa ', 102_000],
    ['1020hpa', 102_000],
    ['1020 mbar', 102_000],
    ['1.02 bar', 102_000],
    ['102000 Pa', 102_000],
    // By hand: 30 * 13.5951 * 9.80665 * 25.4, and 760 * 13.5951 * 9.80665.
    ['30 inHg', 101_591.66],
    ['760 mmHg', 101_325.01],
  ])('%j is sent in pascals', (text, sea_level_pressure_pa) => {
    expect(changesOf(typed({ sea_level_pressure_pa: text }), stored)).toEqual({ sea_level_pressure_pa });
  });

  test.each(['', '1013', '1013.25', 'hPa', '499 hPa', '1201 hPa', '101.325', '10 °C', '1013 hPa x'])(
    '%j is refused',
    (text) => {
      const message = 'Enter a pressure with its unit, from 500 hPa to 1200 hPa.';
      expect(checkServiceForm(typed({ sea_level_pressure_pa: text }))).toEqual([
        { path: 'sea_level_pressure_pa', message },
      ]);
    },
  );
});

describe('what is refused', () => {
  test.each([
    ['port', '65536', /from 1 to 65535, or 0/],
    ['port', '-1', /from 1 to 65535, or 0/],
    ['port', '80.5', /from 1 to 65535, or 0/],
    ['port', '', /from 1 to 65535, or 0/],
    ['simulate_usb', '10001', /from 0 to 10,000/],
    ['simulate_gateway', 'two', /from 0 to 10,000/],
    ['simulate_period', '0.005', /from 10 ms to 60 s, in whole milliseconds/],
    ['simulate_period', '61', /from 10 ms to 60 s, in whole milliseconds/],
  ] as const)('%s: %s', (path, text, message) => {
    expect(checkServiceForm(typed({ [path]: text }))).toEqual([{ path, message: expect.stringMatching(message) }]);
  });

  test('never a port of 0: it takes any free one', () => {
    expect(checkServiceForm(typed({ port: '0' }))).toEqual([]);
  });

  test('an origin that is none, an empty line, the same twice: each at its line', () => {
    const allowed_origins = ['https://a.example', 'tools.example', 'https://b.example/path', '', 'https://a.example/'];
    expect(checkServiceForm(typed({ allowed_origins }))).toEqual([
      { path: 'allowed_origins.1', message: expect.stringMatching(/^Origin 2: must be an origin \(scheme, host/) },
      { path: 'allowed_origins.2', message: expect.stringMatching(/^Origin 3: must be an origin/) },
      { path: 'allowed_origins.3', message: expect.stringMatching(/remove this line/) },
      { path: 'allowed_origins.4', message: 'This origin is already listed.' },
    ]);
  });

  test('with words of the service as a sentence', () => {
    expect(describeFieldError(SERVICE_FORM.labels, 'port', 'is in use by python3 (process 41)')).toBe(
      'Port: is in use by python3 (process 41).',
    );
  });
});

test.each([
  ['https://tools.example:8443', 'https://tools.example:8443'],
  ['https://Tools.Example/ ', 'https://tools.example'],
  ['http://tools.example:80', 'http://tools.example'],
  ['https://tools.example/app', 'https://tools.example/app'],
  ['https://me@tools.example', 'https://me@tools.example'],
  ['tools.example:8443', 'tools.example:8443'],
  ['', ''],
])('the origin of "%s" is "%s"', (text, origin) => {
  expect(originOf(text)).toBe(origin);
});
