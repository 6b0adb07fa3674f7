import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkForm,
  configurationText,
  emptyForm,
  formOfGateway,
  formText,
  type GatewayForm,
  inputOfForm,
} from '../../../renderer/features/gateways/editor/gateway-form.ts';
import { filterError, gatewayHostError } from '../../../service/contract/index.ts';
import { gatewayView, remoteConfig } from '../../support/views/gateways.ts';

const text = (problem: (value: string) => string | undefined) =>
  fc.string({ minLength: 1, maxLength: 40 }).filter((value) => value.trim() === value && !problem(value));

const name = fc.string({ minLength: 1, maxLength: 40 }).filter((value) => value.trim() === value);

const anySensgate = fc.record({
  kind: fc.constant('sensgate' as const),
  name,
  enabled: fc.boolean(),
  host: text(gatewayHostError),
  port: fc.integer({ min: 1, max: 65_535 }),
  period_ms: fc.integer({ min: 100, max: 60_000 }),
});

const anyRemote = fc.record({
  kind: fc.constant('mqtt' as const),
  name,
  enabled: fc.boolean(),
  client: fc.string({ minLength: 1 }),
  prefix: fc.oneof(fc.constantFrom('fleet/+', '+', 'a/+/b'), text(filterError)),
});

test('any gateway that the API could hold comes back as it was, and nothing is wrong with it', () => {
  fc.assert(
    fc.property(fc.oneof(anySensgate, anyRemote), (config) => {
      const form = formOfGateway({ config });
      expect(checkForm(form)).toEqual([]);
      expect(inputOfForm(form, config.enabled)).toEqual(config);
      // Being switched on or off is no change of what is configured.
      expect(configurationText({ config: { ...config, enabled: !config.enabled } })).toBe(
        configurationText({ config }),
      );
    }),
  );
});

describe('what is wrong', () => {
  /** What is wrong at a field once the form was changed; undefined where nothing is. */
  function wrong(kind: GatewayForm['kind'], change: Partial<GatewayForm>, path: string): string | undefined {
    const good = { ...emptyForm(kind, 'plant'), name: 'a', host: 'a.example', prefix: 'fleet/+' };
    return checkForm({ ...good, ...change }).find((problem) => problem.path === path)?.message;
  }

  test.each<[Partial<GatewayForm>, string, string | undefined]>([
    [{}, 'name', undefined],
    [{ name: ' ' }, 'name', 'Name: must not be empty.'],
    [{ host: '' }, 'host', 'Host: must not be empty.'],
    [{ host: 'http://a' }, 'host', 'Host: must be a name or an address, without http://.'],
    [
      { host: 'a:8080/x' },
      'host',
      'Host: must be a name or an address, without a port, spaces, slashes or other special characters.',
    ],
    [
      { host: '192.168.40.1:8080' },
      'host',
      'Host: must be a name or an address, without a port, spaces, slashes or other special characters.',
    ],
    [
      { host: '[fe80::1]:8080' },
      'host',
      'Host: must be a name or an address, without a port, spaces, slashes or other special characters.',
    ],
    [{ port: '0' }, 'port', 'Port: must be a whole number from 1 to 65535, got 0.'],
    [{ port: '80.5' }, 'port', 'Port: must be a whole number from 1 to 65535.'],
    [{ period_ms: '0.05' }, 'period_ms', 'Polling interval: must be 0.1 s to 60 s.'],
    [{ period_ms: '61' }, 'period_ms', 'Polling interval: must be 0.1 s to 60 s.'],
    [{ period_ms: 'often' }, 'period_ms', 'Polling interval: must be 0.1 s to 60 s.'],
    [{ period_ms: '250 ms' }, 'period_ms', undefined],
    // What belongs to the other kind does not count.
    [{ client: '', prefix: '#' }, 'prefix', undefined],
  ])('a SensGate with %j: %s', (change, path, message) => {
    expect(wrong('sensgate', change, path)).toBe(message);
  });

  test.each<[Partial<GatewayForm>, string, string | undefined]>([
    [{ client: '' }, 'client', 'Select an MQTT client.'],
    [{ prefix: '' }, 'prefix', 'Topic prefix: must not be empty.'],
    [{ prefix: 'fleet/#' }, 'prefix', 'Topic prefix: must not contain #; use + for one level.'],
    [{ prefix: 'fleet/hall+' }, 'prefix', 'Topic prefix: must use + only as a whole level.'],
    [{ prefix: 'fleet/' }, 'prefix', 'Topic prefix: must not start or end with / or contain //.'],
    [{ host: '', port: '0' }, 'port', undefined],
  ])('other Mensuras with %j: %s', (change, path, message) => {
    expect(wrong('mqtt', change, path)).toBe(message);
  });
});

test('changing one’s mind about the kind keeps what was typed', () => {
  const form = formOfGateway(gatewayView({ id: 'hall', config: { host: 'h.example', period_ms: 2500 } }));
  expect(form.period_ms).toBe('2.5');
  const there = { ...form, kind: 'mqtt' as const, client: 'plant', prefix: ' fleet/+ ' };
  expect(inputOfForm(there)).toEqual({ ...remoteConfig('hall', 'plant', 'fleet/+'), enabled: true });
  expect(formText({ ...there, kind: 'sensgate' })).toBe(formText(form));
});
