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
